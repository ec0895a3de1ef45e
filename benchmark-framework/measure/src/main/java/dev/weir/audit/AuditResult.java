package dev.weir.audit;

import java.util.List;
import java.util.OptionalLong;

/**
 * What the audit found. Deliveries are counted per subscription: a message for three subscriptions is to be
 * delivered three times.
 *
 * @param audited whether there was an audit; if not, all figures are from counters, and nothing is known about
 *     single messages
 * @param complete whether delivery was awaited to its end; if not, missing messages are unknown
 * @param subscriptions number of subscriptions of each topic
 * @param counts what counters know, too
 * @param violations what only an audit can find; all 0 without one
 * @param blocks where in the messages that was
 */
public record AuditResult(
        boolean audited, boolean complete, int subscriptions, Totals counts, Violations violations, Blocks blocks) {
    /** Largest number of ranges that are kept. */
    public static final int MAX_RANGES = 10;

    /**
     * Messages.
     *
     * @param failed messages that were given up
     * @param aborted messages that their producer aborted, on purpose or because something failed
     * @param delivered different messages that arrived, summed over subscriptions; without an audit, all arrivals
     * @param expired deliveries that became impossible: retention, {@code DeleteRecords}, compaction or the deletion of
     *     the topic removed the message before the subscription received it. They are never lost
     */
    public record Totals(long acknowledged, long failed, long aborted, long delivered, long expired) {}

    /**
     * Messages, or deliveries of them.
     *
     * @param lost messages that were acknowledged, never arrived and did not expire; 0 where the audit is not complete
     * @param duplicated arrivals of messages that had arrived before
     * @param reordered messages whose first arrival came after a later message of the same producer and partition, at
     *     the same consumer. Where a message arrives at two consumers, the first report counts. Empty if the driver
     *     does not know partitions, and if all subscriptions are share groups
     * @param deliveredThoughFailed messages that arrived although the client had given them up
     * @param abortedDelivered aborted messages that arrived
     */
    public record Violations(
            long lost, long duplicated, OptionalLong reordered, long deliveredThoughFailed, long abortedDelivered) {}

    /**
     * What is unknown, and where messages went wrong.
     *
     * @param unknown acknowledged messages that are not known to have arrived: a lost worker may have received them,
     *     or the run ended before their delivery was awaited. They count neither as lost nor as delivered
     * @param redelivered repeated arrivals that are no duplicates: after the loss of a worker that may not have
     *     committed the message, or in a share group after the message's lock had expired
     * @param differingBlocks blocks of 1,024 messages of a producer in which a message was lost, duplicated, or
     *     delivered although it had failed or was aborted
     * @param givenUpBlocks of these, blocks that were dropped from memory with messages missing: a late arrival and a
     *     duplicate in them look the same
     * @param ranges where the first of these blocks are, at most {@link #MAX_RANGES}
     * @param examples some of the wrongly delivered messages, at most 10 of each kind
     */
    public record Blocks(
            long unknown,
            long redelivered,
            long differingBlocks,
            long givenUpBlocks,
            List<AuditRange> ranges,
            List<AuditExample> examples) {
        /** Blocks of a run without an audit, or without anything wrong. */
        public static final Blocks NONE = new Blocks(0, 0, 0, 0, List.of(), List.of());

        public Blocks {
            ranges = List.copyOf(ranges);
            examples = List.copyOf(examples);
        }
    }

    /** Creates the result of a run without an audit, from counters alone. */
    public static AuditResult off(boolean complete, int subscriptions, Totals counts) {
        return new AuditResult(
                false, complete, subscriptions, counts, new Violations(0, 0, OptionalLong.empty(), 0, 0), Blocks.NONE);
    }

    /**
     * Returns {@code clean} if each acknowledged message was delivered once and in order, and no aborted one;
     * {@code violated} if not; {@code incomplete} if that is unknown for some or all messages; {@code
     * expired} if only expired messages were not delivered; {@code off} if there was no audit.
     */
    public String verdict() {
        if (!audited) {
            return "off";
        }
        if (!complete) {
            return "incomplete";
        }
        if (violations.lost + violations.duplicated + violations.reordered.orElse(0) + violations.abortedDelivered
                > 0) {
            return "violated";
        }
        if (blocks.unknown > 0) {
            return "incomplete";
        }
        return counts.expired > 0 ? "expired" : "clean";
    }
}
