package dev.weir.worker.message;

import dev.weir.workload.message.KeySpec;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;
import org.jspecify.annotations.Nullable;

/**
 * Picks the key of each message of one producer. All producers of a run have the same keys and the same hot keys, but
 * each picks them in an order of its own. Used by one thread.
 */
public final class KeyPicker {
    private final int cardinality;
    private final KeyNames names;
    private final long seed;
    private final int producer;
    private final IntSupplier index;
    private final byte @Nullable [] key;
    private SplittableRandom random;
    private int turn = -1;

    public KeyPicker(KeySpec keys, long seed, int producer) {
        this.cardinality = keys.cardinality();
        this.names = new KeyNames(keys.size(), seed);
        this.seed = seed;
        this.producer = producer;
        this.random = RandomStream.KEY_CHOICE.ofProducer(seed, producer);
        this.index = switch (keys.distributor()) {
            case NO_KEY -> () -> 0;
            case KEY_ROUND_ROBIN -> this::nextInTurn;
            case RANDOM_NANO -> keys.skew() > 0 ? skewed(keys.skew()) : () -> random.nextInt(cardinality);
        };
        this.key = switch (keys.distributor()) {
            case NO_KEY -> null;
            case KEY_ROUND_ROBIN, RANDOM_NANO -> new byte[names.size()];
        };
    }

    /** Picks the next keys from the stream of a segment of the load; keys in turn begin with the first. */
    public void beginSegment(int segment) {
        random = RandomStream.KEY_CHOICE.ofSegment(seed, producer, segment);
        turn = -1;
    }

    /** Returns the key of the next message; null: none. The array is reused, so the driver must not keep it. */
    public byte @Nullable [] next() {
        if (key != null) {
            names.write(index.getAsInt(), key);
        }
        return key;
    }

    public boolean picks() {
        return key != null;
    }

    private int nextInTurn() {
        turn = turn + 1 == cardinality ? 0 : turn + 1;
        return turn;
    }

    /** Picks by Zipf's law; the most frequent key has index 0. */
    private IntSupplier skewed(double skew) {
        UniformRandomProvider bits = () -> random.nextLong();
        SharedStateDiscreteSampler ranks = RejectionInversionZipfSampler.of(bits, cardinality, skew);
        return () -> ranks.sample() - 1;
    }

    /**
     * Keys of a run, computed from its seed when they are needed, so that any number of keys takes no memory.
     * Immutable; any thread.
     *
     * <p>No two indexes have the same key. Each step of {@link #shuffled} is reversible (a sum and a product with an
     * odd number modulo a power of two, an exclusive or with higher bits), and the first characters contain its result,
     * six bits each. That requires indexes below {@code 64^size}, which {@link dev.weir.workload.message.KeySpec}
     * checks.
     */
    public static final class KeyNames {
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

        /** @param size bytes of each key */
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

        public int size() {
            return size;
        }

        /** Writes the key of an index, at least 0 and below {@code 64^size}, into an array of {@link #size} bytes. */
        public void write(int index, byte[] key) {
            long bits = shuffled(index);
            long shown = bits;
            for (int i = 0; i < key.length; i++) {
                if (i > 0 && i % CHARACTERS_OF_A_LONG == 0) {
                    // Characters after the first ten do not distinguish keys, but should not compress better than
                    // those.
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
}
