package dev.weir.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares, for a whole run, what was acknowledged with what was delivered, message by message: a bit each, in blocks of
 * 1,024 that are dropped as soon as they are settled. Memory is bounded by what is under way, not by the length of the
 * run. Covers every message of the run, warm-up included. Not thread-safe.
 */
public final class DeliveryAudit {
    private static final int EXAMPLES = 10;

    private final int subscriptions;
    private final Map<Integer, ProducerAudit> producers = new HashMap<>();
    private long repeated;
    private long outOfOrder;

    /**
     * Nothing has been sent yet.
     *
     * @param subscriptions of each topic: to so many each message is to be delivered once
     */
    public DeliveryAudit(int subscriptions) {
        this.subscriptions = subscriptions;
    }

    /** Messages that the system acknowledged; where it is told not to, that were sent. */
    public void acknowledged(SequenceSet sequences) {
        sequences.forEach((producer, number, block) -> of(producer).acknowledged(number, block));
    }

    /** Messages that were given up. */
    public void failed(SequenceSet sequences) {
        sequences.forEach((producer, number, block) -> of(producer).failed(number, block));
    }

    /** Messages that a consumer of a subscription received. */
    public void received(int subscription, AuditNotes notes) {
        notes.sequences().forEach((producer, number, block) -> of(producer).received(subscription, number, block));
        repeated += notes.repeated();
        outOfOrder += notes.outOfOrder();
    }

    /** Whether everything that has been acknowledged so far has been delivered. */
    public boolean isComplete() {
        return producers.values().stream().allMatch(ProducerAudit::isComplete);
    }

    /**
     * How it stands. What is still under way counts as lost.
     *
     * @param complete whether nothing is under way any more
     */
    public AuditResult result(boolean complete) {
        var total = new AuditTally();
        List<AuditExample> examples = new ArrayList<>();
        producers.forEach((producer, audit) -> audit.tally(producer, total, examples, EXAMPLES));
        long duplicated = total.duplicated + repeated;
        return new AuditResult(
                complete,
                subscriptions,
                total.acknowledged,
                total.failed,
                total.delivered,
                total.lost,
                duplicated,
                // A message that comes again comes out of order too; only the rest was reordered.
                Math.max(0, outOfOrder - duplicated),
                total.deliveredThoughFailed,
                examples);
    }

    /** Blocks in memory, for tests of its bound. */
    int openBlocks() {
        return producers.values().stream().mapToInt(ProducerAudit::openBlocks).sum();
    }

    private ProducerAudit of(int producer) {
        return producers.computeIfAbsent(producer, absent -> new ProducerAudit(subscriptions));
    }
}
