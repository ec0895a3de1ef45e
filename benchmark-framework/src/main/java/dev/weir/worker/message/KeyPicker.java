package dev.weir.worker.message;

import dev.weir.workload.message.KeySpec;
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

    /**
     * Returns the key of the next message, or null if messages have no keys. The array is reused, so the driver must
     * not keep it.
     */
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
}
