package dev.weir.audit;

import java.util.BitSet;

/**
 * Where a worker was lost, and with it what its consumers had received and not told yet: of one producer, the blocks that
 * were begun by then, at the subscriptions of those consumers. What is missing there may have arrived; what arrives there a
 * second time may have been given to others for want of a commit. Not thread-safe.
 */
final class UnknownDeliveries {
    private final int[] ends;
    private final BitSet begun;

    /** Sees everything. */
    UnknownDeliveries(int subscriptions) {
        ends = new int[subscriptions];
        begun = new BitSet(subscriptions);
    }

    /** From now on, and of what was sent before too, until {@link #ends}. */
    void begins(int subscription) {
        begun.set(subscription);
    }

    /** What is sent from now on is seen again, wherever it was not. */
    void ends(int firstBlock) {
        begun.stream().forEach(subscription -> ends[subscription] = firstBlock);
        begun.clear();
    }

    boolean covers(int block, int subscription) {
        return begun.get(subscription) || block < ends[subscription];
    }

    /** Whether anything is covered. */
    boolean covers(int subscription) {
        return covers(0, subscription);
    }
}
