package dev.weir.audit;

import java.util.List;
import java.util.OptionalLong;

/**
 * What the audit found. Deliveries are counted per subscription: a message for three subscriptions is to be delivered
 * three times.
 *
 * @param audited whether there was one; if not, all is from counters, and nothing is known of single messages
 * @param complete whether delivery was waited for to its end; if not, what is missing is unknown
 * @param subscriptions of each topic
 * @param counts what counters know, too
 * @param violations what only an audit can find; all 0 without one
 * @param blocks where in the messages that was
 */
public record AuditResult(
        boolean audited, boolean complete, int subscriptions, Totals counts, Violations violations, Blocks blocks) {
    /** So many ranges are kept. */
    public static final int MOST_RANGES = 10;

    /**
     * Messages.
     *
     * @param acknowledged messages that the system acknowledged
     * @param failed messages that were given up
     * @param aborted messages of transactions that were aborted, on purpose or because something failed
     * @param delivered different messages that arrived, summed over subscriptions; if there was no audit, all arrivals
     */
    public record Totals(long acknowledged, long failed, long aborted, long delivered) {}

    /**
     * Messages, or deliveries of them.
     *
     * @param lost acknowledged, never arrived; 0 where the audit is not complete
     * @param duplicated arrivals of a message that had arrived before
     * @param reordered messages whose first arrival came after a later message of the same producer and partition, at the
     *     same consumer; where a message arrives at two consumers, the one that reports first has the first arrival; empty
     *     if the driver does not know partitions, and if all subscriptions are share groups
     * @param deliveredThoughFailed arrived although the client had given them up
     * @param abortedDelivered arrived although their transaction was aborted
     */
    public record Violations(
            long lost, long duplicated, OptionalLong reordered, long deliveredThoughFailed, long abortedDelivered) {}

    /**
     * What is unknown, and where messages went wrong.
     *
     * @param unknown acknowledged, not known to have arrived: a worker that was lost may have received them, or the run
     *     ended before delivery was waited for; neither lost nor delivered
     * @param redelivered arrivals of a message that had arrived before, after a worker was lost that may not have committed
     *     it, or in a share group, after its lock had expired: no duplicates
     * @param differingBlocks blocks of 1,024 messages of a producer in which something was lost, duplicated, or delivered
     *     though it had failed or was aborted
     * @param givenUpBlocks of these, blocks that were dropped from memory with messages missing: a late arrival and a
     *     duplicate in them look the same
     * @param ranges where the first of these blocks are, at most {@link #MOST_RANGES}
     * @param examples some of the messages that went wrong, at most 10 of each kind
     */
    public record Blocks(
            long unknown,
            long redelivered,
            long differingBlocks,
            long givenUpBlocks,
            List<AuditRange> ranges,
            List<AuditExample> examples) {
        /** Of a run without an audit, or without anything wrong. */
        public static final Blocks NONE = new Blocks(0, 0, 0, 0, List.of(), List.of());

        public Blocks {
            ranges = List.copyOf(ranges);
            examples = List.copyOf(examples);
        }
    }

    /** The result of a run without an audit: the figures of counters alone. */
    public static AuditResult off(boolean complete, int subscriptions, Totals counts) {
        return new AuditResult(
                false, complete, subscriptions, counts, new Violations(0, 0, OptionalLong.empty(), 0, 0), Blocks.NONE);
    }

    /**
     * {@code clean} if everything acknowledged was delivered once and in order, and nothing of an aborted transaction,
     * {@code violated} if not,
     * {@code incomplete} if that cannot be told, of all or of some, {@code off} if there was no audit.
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
        return blocks.unknown > 0 ? "incomplete" : "clean";
    }
}
