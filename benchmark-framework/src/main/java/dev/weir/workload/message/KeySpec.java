package dev.weir.workload.message;

/**
 * How messages get their keys.
 *
 * @param distributor who says which key a message gets
 * @param cardinality how many different keys there are, at least 1
 * @param skew exponent of Zipf's law, by which the key of rank {@code k} is drawn in proportion to {@code 1 / k^skew}; 0:
 *     all alike; more than that only with {@link KeyDistributor#RANDOM_NANO}
 * @param size bytes of each key, base64url characters; there are {@code 64^size} such keys, at least as many as the
 *     cardinality
 */
public record KeySpec(KeyDistributor distributor, int cardinality, double skew, int size) {
    /** OMB's number of keys. */
    public static final int CARDINALITY = 10_000;

    /** OMB's size of keys in bytes. */
    public static final int SIZE = 10;

    /** The largest keys, in bytes. */
    public static final int MOST_BYTES = 1024;

    /** Beyond this exponent all messages have the first key anyway: the second gets one in 2^100. */
    public static final double MOST_SKEW = 100;

    /** No keys at all. */
    public static final KeySpec NONE = of(KeyDistributor.NO_KEY);

    private static final int BITS_OF_A_CHARACTER = 6;

    public KeySpec {
        if (cardinality < 1) {
            throw new IllegalArgumentException("keys.cardinality must be at least 1, got " + cardinality);
        }
        if (!(skew >= 0 && skew <= MOST_SKEW)) {
            throw new IllegalArgumentException("keys.skew must be in [0, " + MOST_SKEW + "], got " + skew);
        }
        if (skew > 0 && distributor != KeyDistributor.RANDOM_NANO) {
            throw new IllegalArgumentException("keys.skew must be 0 with " + distributor + ", got " + skew);
        }
        if (size < 1 || size > MOST_BYTES) {
            throw new IllegalArgumentException("keys.size must be in [1, " + MOST_BYTES + "], got " + size);
        }
        if (cardinality > mostOfSize(size)) {
            throw new IllegalArgumentException("keys.cardinality must be at most " + mostOfSize(size) + " with size "
                    + size + ", got " + cardinality);
        }
    }

    /** Keys as OMB has them: 10,000 of 10 bytes, none of them preferred. */
    public static KeySpec of(KeyDistributor distributor) {
        return new KeySpec(distributor, CARDINALITY, 0, SIZE);
    }

    /** How many different keys of a size there are, as far as an int counts. */
    public static int mostOfSize(int size) {
        int bits = size * BITS_OF_A_CHARACTER;
        return bits < Integer.SIZE ? 1 << bits : Integer.MAX_VALUE;
    }

    /** The smallest size with so many different keys. */
    public static int leastSizeFor(int cardinality) {
        int size = 1;
        while (mostOfSize(size) < cardinality) {
            size++;
        }
        return size;
    }
}
