package dev.weir.audit;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The audit of one producer's messages. Not thread-safe. */
final class ProducerAudit {
    /**
     * So many blocks stay open, settled as they are, because a message of theirs that was given up may yet arrive: after
     * 262,144 messages of the producer at the earliest, its arrival counts as a duplicate. Without a limit a system that
     * refuses every thousandth message would keep every block open.
     */
    static final int MOST_AWAITING_LATE = 256;

    private final int subscriptions;
    private final Map<Long, BlockAudit> open = new TreeMap<>();
    private final AuditTally closed = new AuditTally();
    private final TreeSet<Long> awaitingLate = new TreeSet<>();
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
            // A block closes only when all that it expects has arrived: it arrives again.
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
        if (!audit.mayArriveLate()) {
            awaitingLate.remove(number);
            close(number, audit);
        } else if (awaitingLate.add(number) && awaitingLate.size() > MOST_AWAITING_LATE) {
            long oldest = awaitingLate.first();
            awaitingLate.remove(oldest);
            close(oldest, open(oldest));
        }
    }

    private void close(long number, BlockAudit audit) {
        audit.addTo(closed);
        open.remove(number);
        closedAbove.add(number);
        while (closedAbove.remove(allClosedBelow)) {
            allClosedBelow++;
        }
    }

    int openBlocks() {
        return open.size();
    }
}
