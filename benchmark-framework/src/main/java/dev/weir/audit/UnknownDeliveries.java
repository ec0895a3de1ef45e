package dev.weir.audit;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Where it is unknown what was delivered: the blocks of one producer that were begun when a worker was lost, at the
 * subscriptions of its consumers, and blocks with messages that a share group did not answer for. Messages missing there may
 * have arrived; messages that arrive there a second time may have been delivered again for want of a commit. Not thread-safe.
 */
final class UnknownDeliveries {
    private final int[] ends;
    private final BitSet begun;
    private final BitSet[] single;
    private final BitSet shared;

    /**
     * Sees everything.
     *
     * @param shared subscriptions that are share groups, in which a message can be delivered and end more than once
     */
    UnknownDeliveries(int subscriptions, BitSet shared) {
        ends = new int[subscriptions];
        begun = new BitSet(subscriptions);
        single = new BitSet[subscriptions];
        this.shared = shared;
        Arrays.setAll(single, any -> new BitSet());
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

    /** Of a block it is unknown. */
    void add(int block, int subscription) {
        single[subscription].set(block);
    }

    boolean covers(int block, int subscription) {
        return begun.get(subscription) || block < ends[subscription] || single[subscription].get(block);
    }

    /** Whether a message that arrives a second time may be no duplicate. */
    boolean allowsAgain(int block, int subscription) {
        return shared.get(subscription) || covers(block, subscription);
    }

    /** Whether anything is covered. */
    boolean covers(int subscription) {
        return covers(0, subscription) || !single[subscription].isEmpty();
    }
}
