package dev.weir.worker.message;

import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.message.SizeDistribution;
import dev.weir.workload.message.SizeDistribution.SizeClass;
import java.util.Arrays;
import java.util.Base64;
import java.util.SplittableRandom;

/** Payloads of a run, generated from its seed or read from files; the same on each worker. Immutable; any thread. */
public final class PayloadPool {
    /** Limit for the copies of all senders of a worker: heaps of some hundred MiB have room for it. */
    private static final long MAX_COPIED_BYTES = 32 << 20;

    private static final int ARRAY_HEADER_BYTES = 16;

    /** Number of random bytes that can be generated in about the time of a clock reading. */
    private static final int SMALL_BYTES = 200;

    private final byte[][] payloads;
    private final SizeDistribution sizes;
    private final boolean fresh;
    private final boolean stampInHeader;
    private final boolean isSmall;
    private final int perClass;
    /** Cumulated weights: the share of messages of a size class or of one before it. */
    private final double[] lastOfWeight;

    public PayloadPool(PayloadSpec spec, long seed) {
        sizes = spec.sizes();
        fresh = spec.fresh();
        stampInHeader = spec.stampInHeader();
        isSmall = spec.messageSize() <= SMALL_BYTES;
        int made = fresh && sizes.isNone() ? 1 : spec.poolSize();
        perClass = made / Math.max(1, sizes.classes().size());
        payloads = new byte[perClass * Math.max(1, sizes.classes().size())][];
        lastOfWeight = new double[sizes.classes().size()];
        double weight = 0;
        for (int c = 0; c < lastOfWeight.length; c++) {
            weight += sizes.classes().get(c).weight() / sizes.totalWeight();
            lastOfWeight[c] = weight;
        }
        SplittableRandom random = RandomStream.POOL.ofRun(seed);
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = spec.contentsBase64().isEmpty()
                    ? made(sizes.isNone() ? spec.messageSize() : sizeOf(i), spec.randomBytesRatio(), random)
                    : Base64.getDecoder().decode(spec.contentsBase64().get(i));
        }
    }

    private static byte[] made(int bytes, double randomBytesRatio, SplittableRandom random) {
        byte[] first = new byte[(int) (bytes * randomBytesRatio)];
        random.nextBytes(first);
        return Arrays.copyOf(first, bytes);
    }

    /** Returns the size of a payload. Sizes within a class are spread evenly, so their mean is its middle. */
    private int sizeOf(int index) {
        SizeClass range = sizes.classes().get(index / perClass);
        double part = (index % perClass + 0.5) / perClass;
        return range.leastBytes() + (int) (part * (range.mostBytes() - range.leastBytes() + 1.0));
    }

    /** Returns whether each message gets random bytes of its own, in a payload of this pool. */
    boolean isFresh() {
        return fresh;
    }

    /** Returns whether each message carries its stamp as a header, whatever room its payload has. */
    boolean stampsInHeader() {
        return stampInHeader;
    }

    /** Returns whether generating a payload takes no longer than reading a clock. */
    boolean isSmall() {
        return isSmall;
    }

    public boolean isMixed() {
        return lastOfWeight.length > 0;
    }

    /**
     * Draws the payload of a message: first a size class by weight, if there are several, then a payload of that class.
     */
    int draw(SplittableRandom random) {
        if (lastOfWeight.length == 0) {
            return random.nextInt(payloads.length);
        }
        double weight = random.nextDouble();
        int c = 0;
        while (c < lastOfWeight.length - 1 && weight >= lastOfWeight[c]) {
            c++;
        }
        return c * perClass + random.nextInt(perClass);
    }

    /** Returns whether there is memory for this number of copies of the pool. */
    public boolean fitsTimes(int copies) {
        long bytes = Arrays.stream(payloads)
                .mapToLong(payload -> payload.length + ARRAY_HEADER_BYTES)
                .sum();
        return bytes * copies <= MAX_COPIED_BYTES;
    }

    int leastBytes() {
        return Arrays.stream(payloads).mapToInt(payload -> payload.length).min().orElseThrow();
    }

    /** Returns the index of one of the largest payloads. */
    int largest() {
        int largest = 0;
        for (int i = 1; i < payloads.length; i++) {
            if (payloads[i].length > payloads[largest].length) {
                largest = i;
            }
        }
        return largest;
    }

    int size() {
        return payloads.length;
    }

    /** Returns a payload of the pool, which must not be changed. */
    byte[] get(int index) {
        return payloads[index];
    }
}
