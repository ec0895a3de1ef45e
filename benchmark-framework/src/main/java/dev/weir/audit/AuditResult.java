package dev.weir.audit;

import java.util.List;

/**
 * What the audit found. Deliveries are counted per subscription: a message for three subscriptions is to be delivered
 * three times.
 *
 * @param complete whether delivery was waited for to its end; if not, what is missing may only have been under way
 * @param subscriptions of each topic
 * @param acknowledged messages that the system acknowledged
 * @param failed messages that were given up
 * @param delivered different messages that arrived, summed over subscriptions
 * @param lost acknowledged, never arrived; where the audit is not complete: not yet
 * @param duplicated arrivals of a message that had arrived before
 * @param reordered arrivals after a later message of the same producer and partition, without the duplicated ones
 * @param deliveredThoughFailed arrived although the client had given them up
 * @param examples some of those that went wrong, at most 10
 */
public record AuditResult(
        boolean complete,
        int subscriptions,
        long acknowledged,
        long failed,
        long delivered,
        long lost,
        long duplicated,
        long reordered,
        long deliveredThoughFailed,
        List<AuditExample> examples) {

    public AuditResult {
        examples = List.copyOf(examples);
    }

    /**
     * {@code clean} if everything acknowledged was delivered once and in order, {@code violated} if not, and
     * {@code incomplete} if that cannot be told.
     */
    public String verdict() {
        if (!complete) {
            return "incomplete";
        }
        return lost == 0 && duplicated == 0 && reordered == 0 ? "clean" : "violated";
    }
}
