package dev.weir.audit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Messages of one producer whose delivery is unknown: blocks that were begun when a worker was lost, at the
 * subscriptions of its consumers, and messages with unanswered acknowledgements in share groups. Messages missing there
 * may have arrived. Messages that arrive there a second time may have been delivered again because they were not
 * committed. Not thread-safe.
 */
final class UnknownDeliveries {
    private final int[] ends;
    private final BitSet begun;
    private final List<Map<Integer, SequenceBlock>> single = new ArrayList<>();
    private final BitSet shared;

    /** @param shared subscriptions that are share groups, in which a message can be delivered and end more than once */
    UnknownDeliveries(int subscriptions, BitSet shared) {
        ends = new int[subscriptions];
        begun = new BitSet(subscriptions);
        this.shared = shared;
        for (int s = 0; s < subscriptions; s++) {
            single.add(new HashMap<>());
        }
    }

    /** Makes deliveries to a subscription unknown, also those of messages sent before, until {@link #ends}. */
    void begins(int subscription) {
        begun.set(subscription);
    }

    /** Makes deliveries of messages that are sent from now on known again. */
    void ends(int firstBlock) {
        begun.stream().forEach(subscription -> ends[subscription] = firstBlock);
        begun.clear();
    }

    void add(int block, int subscription, SequenceBlock messages) {
        single.get(subscription)
                .computeIfAbsent(block, absent -> new SequenceBlock())
                .addAll(messages);
    }

    /** Forgets a block, because all its messages have arrived everywhere. */
    void forget(int block) {
        single.forEach(blocks -> blocks.remove(block));
    }

    boolean covers(int block, int subscription) {
        return begun.get(subscription) || block < ends[subscription];
    }

    /** Returns the messages of a block whose delivery is unknown; not to be changed. */
    SequenceBlock of(int block, int subscription) {
        return covers(block, subscription)
                ? SequenceBlock.full()
                : single.get(subscription).getOrDefault(block, SequenceBlock.NONE);
    }

    boolean hasSingle(int block) {
        return single.stream().anyMatch(blocks -> blocks.containsKey(block));
    }

    /** Returns whether a message that arrives a second time may be no duplicate. */
    boolean allowsAgain(int block, int subscription) {
        return shared.get(subscription) || covers(block, subscription);
    }

    boolean covers(int subscription) {
        return covers(0, subscription) || !single.get(subscription).isEmpty();
    }
}
