package dev.weir.worker;

import dev.weir.workload.KeyDistributor;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Picks the key of each message of one producer. One thread. */
final class KeyPicker {
    private final KeyDistributor distributor;
    private final KeyTable keys;
    private final SplittableRandom random;
    private int next;

    KeyPicker(KeyDistributor distributor, KeyTable keys, long seed, int producer) {
        this.distributor = distributor;
        this.keys = keys;
        this.random = new SplittableRandom(seed + producer);
    }

    /** The key of the next message; null if it has none. */
    byte @Nullable [] next() {
        return switch (distributor) {
            case NO_KEY -> null;
            case KEY_ROUND_ROBIN -> {
                byte[] key = keys.get(next);
                next = next + 1 == KeyTable.COUNT ? 0 : next + 1;
                yield key;
            }
            case RANDOM_NANO -> keys.get(random.nextInt(KeyTable.COUNT));
        };
    }
}
