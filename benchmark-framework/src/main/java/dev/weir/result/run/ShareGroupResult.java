package dev.weir.result.run;

import dev.weir.measure.ShareCounts;

/**
 * What became of the messages that a share group delivered, over all topics and the whole run. The latencies are those of its
 * {@link SubscriptionResult}.
 *
 * @param subscription its number among those of each topic, from 0
 * @param name of the subscription
 * @param counts as far as its consumers could report them
 * @param endedAgain acknowledgements that the system confirmed although the message had ended before: its lock had expired,
 *     and another consumer had got the message. Kafka does not refuse these
 * @param otherRedeliveries that neither a release nor an expired lock explains: a consumer was lost or closed while it held
 *     messages, or did not get an answer to its acknowledgement
 */
public record ShareGroupResult(
        int subscription, String name, ShareCounts counts, long endedAgain, long otherRedeliveries) {

    /**
     * What counts amount to.
     *
     * @param different messages of the group that have ended
     */
    public static ShareGroupResult of(int subscription, String name, ShareCounts counts, long different) {
        long again = Math.max(0, counts.ended() - different);
        long others = counts.redeliveries() - counts.released() - counts.expired() - again;
        return new ShareGroupResult(subscription, name, counts, again, Math.max(0, others));
    }
}
