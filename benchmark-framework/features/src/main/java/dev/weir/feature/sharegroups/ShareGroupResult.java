package dev.weir.feature.sharegroups;

import dev.weir.result.run.SubscriptionResult;
import java.util.OptionalLong;

/**
 * What happened to the messages that a share group delivered, over all topics and the whole run. Its latencies are
 * those of its {@link SubscriptionResult}.
 *
 * @param subscription its number among those of each topic, from 0
 * @param counts counts as far as its consumers could report them
 * @param endedAgain acknowledgements that the system confirmed although the message had ended before: its lock had
 *     expired, and another consumer had got the message. Kafka does not refuse these. Empty if not audited
 * @param otherRedeliveries messages that were delivered again without a known cause: the previous acknowledgement was
 *     not answered, or a worker was lost. If a worker was lost, there can be more. Empty if not audited
 */
public record ShareGroupResult(
        int subscription, String name, ShareCounts counts, OptionalLong endedAgain, OptionalLong otherRedeliveries) {
    /**
     * Creates the result of an audited group.
     *
     * @param endedAgain messages that ended although they had ended before
     * @param unknown messages that may have ended
     */
    static ShareGroupResult of(int subscription, String name, ShareCounts counts, long endedAgain, long unknown) {
        return new ShareGroupResult(
                subscription,
                name,
                counts,
                OptionalLong.of(endedAgain),
                OptionalLong.of(Math.max(0, counts.unsettled() - unknown)));
    }

    /** Returns deliveries of messages that had been delivered before; empty if not audited. */
    public OptionalLong redeliveries() {
        return endedAgain.isEmpty() || otherRedeliveries.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(counts.returned().total() + endedAgain.getAsLong() + otherRedeliveries.getAsLong());
    }
}
