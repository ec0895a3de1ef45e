package dev.weir.workload.message;

import dev.weir.workload.text.Checks;

/**
 * Keys of messages.
 *
 * @param distributor how a message gets its key
 * @param cardinality number of different keys, at least 1
 * @param skew exponent of Zipf's law: the key of rank {@code k} is drawn in proportion to {@code 1 / k^skew}; 0:
 *     uniform; more than 0 only with {@link KeyDistributor#RANDOM_NANO}
 * @param size bytes of each key, base64url characters; there are {@code 64^size} such keys, at least as many as the
 *     cardinality
 */
public record KeySpec(KeyDistributor distributor, int cardinality, double skew, int size) {
    /** OMB's number of keys. */
    public static final int CARDINALITY = 10_000;

    /** OMB's size of keys in bytes. */
    public static final int SIZE = 10;

    /** Largest keys, in bytes. */
    public static final int MAX_BYTES = 1024;

    /** With a larger exponent, all messages have the first key anyway: the second gets one in 2^100. */
    public static final double MAX_SKEW = 100;

    public static final KeySpec NONE = of(KeyDistributor.NO_KEY);

    private static final int BITS_OF_A_CHARACTER = 6;

    public KeySpec {
        Checks.atLeast("keys.cardinality", cardinality, 1);
        Checks.refuseIf(!(skew >= 0 && skew <= MAX_SKEW), "keys.skew must be in [0, " + MAX_SKEW + "], got " + skew);
        Checks.refuseIf(
                skew > 0 && distributor != KeyDistributor.RANDOM_NANO,
                "keys.skew must be 0 with " + distributor + ", got " + skew);
        Checks.refuseIf(size < 1 || size > MAX_BYTES, "keys.size must be in [1, " + MAX_BYTES + "], got " + size);
        Checks.refuseIf(
                cardinality > mostOfSize(size),
                "keys.cardinality must be at most " + mostOfSize(size) + " with size " + size + ", got " + cardinality);
    }

    /** Creates OMB's keys: 10,000 of 10 bytes, drawn uniformly. */
    public static KeySpec of(KeyDistributor distributor) {
        return new KeySpec(distributor, CARDINALITY, 0, SIZE);
    }

    /** Returns the number of different keys of a size, limited to an int. */
    public static int mostOfSize(int size) {
        int bits = size * BITS_OF_A_CHARACTER;
        return bits < Integer.SIZE ? 1 << bits : Integer.MAX_VALUE;
    }

    /** Returns the smallest size with this many different keys. */
    public static int leastSizeFor(int cardinality) {
        int size = 1;
        while (mostOfSize(size) < cardinality) {
            size++;
        }
        return size;
    }
}
