package dev.weir.worker;

import dev.weir.workload.PayloadSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.SplittableRandom;

/** The payloads of a run, made from its seed: every worker has the same. Immutable; any thread. */
final class PayloadPool {
    private final byte[][] payloads;

    PayloadPool(PayloadSpec spec, long seed) {
        payloads = new byte[spec.poolSize()][];
        if (spec.contentBase64().isEmpty()) {
            var random = new SplittableRandom(seed);
            int randomBytes = (int) (spec.messageSize() * spec.randomBytesRatio());
            for (int i = 0; i < payloads.length; i++) {
                payloads[i] = new byte[spec.messageSize()];
                byte[] first = new byte[randomBytes];
                random.nextBytes(first);
                System.arraycopy(first, 0, payloads[i], 0, randomBytes);
            }
        } else {
            Arrays.fill(payloads, Base64.getDecoder().decode(spec.contentBase64()));
        }
    }

    int size() {
        return payloads.length;
    }

    /** A payload of the pool, not to be written to. */
    byte[] get(int index) {
        return payloads[index];
    }
}
