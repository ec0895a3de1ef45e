package dev.weir.audit;

import java.util.List;

/** The audit of 1,024 consecutive messages of one producer. Not thread-safe. */
final class BlockAudit {
    final SequenceBlock acknowledged = new SequenceBlock();
    final SequenceBlock failed = new SequenceBlock();
    final SequenceBlock[] received;
    long duplicated;

    BlockAudit(int subscriptions) {
        received = new SequenceBlock[subscriptions];
        for (int s = 0; s < subscriptions; s++) {
            received[s] = new SequenceBlock();
        }
    }

    /** Every message has been acknowledged or failed, and all acknowledged ones have arrived everywhere. */
    boolean isSettled() {
        return acknowledged.or(failed).isFull() && isComplete();
    }

    boolean isComplete() {
        for (SequenceBlock ofSubscription : received) {
            if (acknowledged.without(ofSubscription).count() > 0) {
                return false;
            }
        }
        return true;
    }

    /** A message was given up and has not arrived: it may yet. */
    boolean mayArriveLate() {
        for (SequenceBlock ofSubscription : received) {
            if (failed.without(ofSubscription).count() > 0) {
                return true;
            }
        }
        return false;
    }

    void addTo(AuditTally tally) {
        tally.acknowledged += acknowledged.count();
        tally.failed += failed.count();
        tally.duplicated += duplicated;
        for (SequenceBlock ofSubscription : received) {
            tally.delivered += ofSubscription.count();
            tally.lost += acknowledged.without(ofSubscription).count();
            tally.deliveredThoughFailed += failed.and(ofSubscription).count();
        }
    }

    void examples(int producer, long firstSequence, List<AuditExample> examples, int most) {
        for (int s = 0; s < received.length; s++) {
            SequenceBlock lost = acknowledged.without(received[s]);
            SequenceBlock unexpected = failed.and(received[s]);
            for (int i = 0; i < SequenceBlock.LENGTH && examples.size() < most; i++) {
                if (lost.contains(i)) {
                    examples.add(new AuditExample("lost", producer, firstSequence + i, s));
                } else if (unexpected.contains(i)) {
                    examples.add(new AuditExample("deliveredThoughFailed", producer, firstSequence + i, s));
                }
            }
        }
    }
}
