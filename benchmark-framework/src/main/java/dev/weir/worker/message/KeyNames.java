package dev.weir.worker.message;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Keys of a run, computed from its seed when they are needed, so that any number of keys takes no memory. Immutable;
 * any thread.
 *
 * <p>No two indexes have the same key. Each step of {@link #shuffled} is reversible (a sum and a product with an odd
 * number modulo a power of two, an exclusive or with higher bits), and the first characters contain its result, six
 * bits each. That requires indexes below {@code 64^size}, which {@link dev.weir.workload.message.KeySpec} checks.
 */
public final class KeyNames {
    private static final byte[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".getBytes(StandardCharsets.US_ASCII);
    private static final int BITS_OF_A_CHARACTER = 6;
    private static final int CHARACTERS_OF_A_LONG = 10;
    private static final int ROUNDS = 4;

    private final int size;
    private final long mask;
    private final int halfTheBits;
    private final long[] summands = new long[ROUNDS];
    private final long[] oddFactors = new long[ROUNDS];

    /**
     * Creates the keys of one run.
     *
     * @param size bytes of each key
     */
    public KeyNames(int size, long seed) {
        int bits = Math.min(size, CHARACTERS_OF_A_LONG) * BITS_OF_A_CHARACTER;
        this.size = size;
        this.mask = (1L << bits) - 1;
        this.halfTheBits = bits / 2;
        SplittableRandom random = RandomStream.KEY_NAMES.ofRun(seed);
        for (int round = 0; round < ROUNDS; round++) {
            summands[round] = random.nextLong();
            oddFactors[round] = random.nextLong() | 1;
        }
    }

    /** Returns the size of each key in bytes. */
    public int size() {
        return size;
    }

    /**
     * Writes a key.
     *
     * @param index index of the key, at least 0 and below {@code 64^size}
     * @param key receives the key; {@link #size} bytes long
     */
    public void write(int index, byte[] key) {
        long bits = shuffled(index);
        long shown = bits;
        for (int i = 0; i < key.length; i++) {
            if (i > 0 && i % CHARACTERS_OF_A_LONG == 0) {
                // Characters after the first ten do not distinguish keys, but should not compress better than those.
                bits = RandomStream.mix(bits + i);
                shown = bits;
            }
            key[i] = ALPHABET[(int) shown & (ALPHABET.length - 1)];
            shown >>>= BITS_OF_A_CHARACTER;
        }
    }

    private long shuffled(long index) {
        long bits = index;
        for (int round = 0; round < ROUNDS; round++) {
            bits = (bits + summands[round]) * oddFactors[round] & mask;
            bits ^= bits >>> halfTheBits;
        }
        return bits;
    }
}
