package dev.weir.worker;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.SplittableRandom;

/**
 * The keys of a run. As in OMB there are 10,000 keys of 10 base64url characters; other than there, the run's seed makes
 * them, so that two runs partition alike. Immutable; any thread.
 */
final class KeyTable {
    static final int COUNT = 10_000;
    private static final int LENGTH = 10;

    private final byte[][] keys = new byte[COUNT][];

    KeyTable(long seed) {
        var random = new SplittableRandom(seed);
        var bytes = new byte[LENGTH];
        for (int i = 0; i < COUNT; i++) {
            random.nextBytes(bytes);
            String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
            keys[i] = text.substring(0, LENGTH).getBytes(StandardCharsets.US_ASCII);
        }
    }

    /** A key, not to be written to. */
    byte[] get(int index) {
        return keys[index];
    }
}
