package dev.weir.worker.message;

import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.message.SizeClass;
import dev.weir.workload.message.SizeDistribution;
import java.util.Arrays;
import java.util.Base64;
import java.util.SplittableRandom;

/** The payloads of a run, made from its seed or given by files: every worker has the same. Immutable; any thread. */
public final class PayloadPool {
    /** For the senders of a worker together: what heaps of some hundred MiB have to spare. */
    private static final long MOST_COPIED_BYTES = 32 << 20;

    private static final int ARRAY_HEADER_BYTES = 16;

    /** Random bytes that take no longer to make than a clock to be read. */
    private static final int SMALL_BYTES = 200;

    private final byte[][] payloads;
    private final SizeDistribution sizes;
    private final boolean fresh;
    private final boolean isSmall;
    private final int perClass;
    /** The part of all messages that have a class or one before it. */
    private final double[] lastOfWeight;

    public PayloadPool(PayloadSpec spec, long seed) {
        sizes = spec.sizes();
        fresh = spec.fresh();
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

    /** Those of a class are spread evenly over its range, so that their mean is the middle of it. */
    private int sizeOf(int index) {
        SizeClass range = sizes.classes().get(index / perClass);
        double part = (index % perClass + 0.5) / perClass;
        return range.leastBytes() + (int) (part * (range.mostBytes() - range.leastBytes() + 1.0));
    }

    /** Whether each message gets random bytes of its own, in a payload of this pool. */
    boolean isFresh() {
        return fresh;
    }

    /** Whether making such bytes takes no longer than reading a clock. */
    boolean isSmall() {
        return isSmall;
    }

    /** Whether payloads have more than one size. */
    public boolean isMixed() {
        return lastOfWeight.length > 0;
    }

    /** Draws the payload of a message: where sizes are distributed, first the class of its size, then one of that class. */
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

    /** Whether there is memory for so many copies of it. */
    public boolean fitsTimes(int copies) {
        long bytes = 0;
        for (byte[] payload : payloads) {
            bytes += payload.length + ARRAY_HEADER_BYTES;
        }
        return bytes * copies <= MOST_COPIED_BYTES;
    }

    /** The size of the smallest payload. */
    int leastBytes() {
        int least = Integer.MAX_VALUE;
        for (byte[] payload : payloads) {
            least = Math.min(least, payload.length);
        }
        return least;
    }

    int size() {
        return payloads.length;
    }

    /** A payload of the pool, not to be written to. */
    byte[] get(int index) {
        return payloads[index];
    }
}
