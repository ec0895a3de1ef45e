package dev.weir.worker;

import dev.weir.workload.PayloadSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.SplittableRandom;

/** The payloads of a run, made from its seed or given by files: every worker has the same. Immutable; any thread. */
final class PayloadPool {
    /** For the senders of a worker together: what heaps of some hundred MiB have to spare. */
    private static final long MOST_COPIED_BYTES = 32 << 20;

    private static final int ARRAY_HEADER_BYTES = 16;

    private final byte[][] payloads;

    PayloadPool(PayloadSpec spec, long seed) {
        payloads = new byte[spec.poolSize()][];
        SplittableRandom random = RandomStream.POOL.ofRun(seed);
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = spec.contentsBase64().isEmpty()
                    ? made(spec, random)
                    : Base64.getDecoder().decode(spec.contentsBase64().get(i));
        }
    }

    private static byte[] made(PayloadSpec spec, SplittableRandom random) {
        byte[] first = new byte[(int) (spec.messageSize() * spec.randomBytesRatio())];
        random.nextBytes(first);
        return Arrays.copyOf(first, spec.messageSize());
    }

    /** Whether there is memory for so many copies of it. */
    boolean fitsTimes(int copies) {
        long bytes = 0;
        for (byte[] payload : payloads) {
            bytes += payload.length + ARRAY_HEADER_BYTES;
        }
        return bytes * copies <= MOST_COPIED_BYTES;
    }

    int size() {
        return payloads.length;
    }

    /** A payload of the pool, not to be written to. */
    byte[] get(int index) {
        return payloads[index];
    }
}
