package dev.weir.audit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where it is unknown what was delivered: the blocks of one producer that were begun when a worker was lost, at the
 * subscriptions of its consumers, and messages that a share group did not answer for. Messages missing there may
 * have arrived; messages that arrive there a second time may have been delivered again for want of a commit. Not thread-safe.
 */
final class UnknownDeliveries {
    private final int[] ends;
    private final BitSet begun;
    private final List<Map<Integer, SequenceBlock>> single = new ArrayList<>();
    private final BitSet shared;

    /**
     * Sees everything.
     *
     * @param shared subscriptions that are share groups, in which a message can be delivered and end more than once
     */
    UnknownDeliveries(int subscriptions, BitSet shared) {
        ends = new int[subscriptions];
        begun = new BitSet(subscriptions);
        this.shared = shared;
        for (int s = 0; s < subscriptions; s++) {
            single.add(new HashMap<>());
        }
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

    /** Of single messages of a block it is unknown. */
    void add(int block, int subscription, SequenceBlock messages) {
        single.get(subscription)
                .computeIfAbsent(block, absent -> new SequenceBlock())
                .addAll(messages);
    }

    /** All messages of a block have arrived everywhere. */
    void forget(int block) {
        single.forEach(blocks -> blocks.remove(block));
    }

    /** Whether it is unknown of a whole block. */
    boolean covers(int block, int subscription) {
        return begun.get(subscription) || block < ends[subscription];
    }

    /** The messages of a block of which it is unknown; not to be changed. */
    SequenceBlock of(int block, int subscription) {
        return covers(block, subscription)
                ? SequenceBlock.full()
                : single.get(subscription).getOrDefault(block, SequenceBlock.NONE);
    }

    /** Whether it is unknown of single messages of a block. */
    boolean hasSingle(int block) {
        return single.stream().anyMatch(blocks -> blocks.containsKey(block));
    }

    /** Whether a message that arrives a second time may be no duplicate. */
    boolean allowsAgain(int block, int subscription) {
        return shared.get(subscription) || covers(block, subscription);
    }

    /** Whether anything is covered. */
    boolean covers(int subscription) {
        return covers(0, subscription) || !single.get(subscription).isEmpty();
    }
}
