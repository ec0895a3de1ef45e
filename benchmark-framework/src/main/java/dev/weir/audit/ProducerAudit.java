package dev.weir.audit;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The audit of one producer's messages. Not thread-safe. */
final class ProducerAudit {
    private final int subscriptions;
    private final Map<Long, BlockAudit> open = new TreeMap<>();
    private final AuditTally closed = new AuditTally();
    private final Set<Long> closedAbove = new HashSet<>();
    private long allClosedBelow;

    ProducerAudit(int subscriptions) {
        this.subscriptions = subscriptions;
    }

    void acknowledged(long number, SequenceBlock block) {
        BlockAudit audit = open(number);
        audit.acknowledged.addAll(block);
        closeIfSettled(number, audit);
    }

    void failed(long number, SequenceBlock block) {
        BlockAudit audit = open(number);
        audit.failed.addAll(block);
        closeIfSettled(number, audit);
    }

    void received(int subscription, long number, SequenceBlock block) {
        if (number < allClosedBelow || closedAbove.contains(number)) {
            // A block closes only when all that was acknowledged in it has arrived: it arrives again.
            closed.duplicated += block.count();
            return;
        }
        BlockAudit audit = open(number);
        audit.duplicated += audit.received[subscription].addAll(block);
        closeIfSettled(number, audit);
    }

    boolean isComplete() {
        return open.values().stream().allMatch(BlockAudit::isComplete);
    }

    void tally(int producer, AuditTally total, List<AuditExample> examples, int mostExamples) {
        total.add(closed);
        open.forEach((number, audit) -> {
            audit.addTo(total);
            audit.examples(producer, number << SequenceBlock.BITS, examples, mostExamples);
        });
    }

    private BlockAudit open(long number) {
        return open.computeIfAbsent(number, absent -> new BlockAudit(subscriptions));
    }

    private void closeIfSettled(long number, BlockAudit audit) {
        if (!audit.isSettled()) {
            return;
        }
        audit.addTo(closed);
        open.remove(number);
        closedAbove.add(number);
        while (closedAbove.remove(allClosedBelow)) {
            allClosedBelow++;
        }
    }
}
