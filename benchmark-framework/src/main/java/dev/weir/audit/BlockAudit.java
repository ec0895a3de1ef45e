package dev.weir.audit;

/** The audit of 1,024 consecutive messages of one producer. What it adds goes into the tally at once. Not thread-safe. */
final class BlockAudit {
    private final int producer;
    private final int number;
    private final AuditTally tally;
    private final SequenceBlock acknowledged;
    private final SequenceBlock[] received;
    private final boolean[] isAudited;

    /** Most blocks have none: shared then, and not to be added to. */
    private SequenceBlock failed = SequenceBlock.NONE;

    private SequenceBlock aborted = SequenceBlock.NONE;

    /**
     * Of that block of the producer.
     *
     * @param acknowledged what was acknowledged before and is in the tally
     * @param isAudited by subscription, whether the messages of the block are to be delivered to it
     */
    BlockAudit(int producer, int number, SequenceBlock acknowledged, boolean[] isAudited, AuditTally tally) {
        this.producer = producer;
        this.number = number;
        this.tally = tally;
        this.acknowledged = acknowledged;
        this.isAudited = isAudited;
        received = new SequenceBlock[isAudited.length];
        for (int s = 0; s < received.length; s++) {
            received[s] = isAudited[s] ? new SequenceBlock() : SequenceBlock.NONE;
        }
    }

    void acknowledge(SequenceBlock block) {
        int before = missing();
        tally.acknowledged += acknowledged.addAll(block);
        tally.missing += missing() - before;
    }

    void fail(SequenceBlock block) {
        failed = failed == SequenceBlock.NONE ? new SequenceBlock() : failed;
        for (int s = 0; s < received.length; s++) {
            SequenceBlock unexpected = common(block, received[s], failed);
            deliveredThoughFailed(unexpected, s);
        }
        tally.failed += failed.addAll(block);
    }

    void abort(SequenceBlock block) {
        aborted = aborted == SequenceBlock.NONE ? new SequenceBlock() : aborted;
        for (int s = 0; s < received.length; s++) {
            abortedDelivered(common(block, received[s], aborted), s);
        }
        tally.aborted += aborted.addAll(block);
    }

    /**
     * Takes in what has arrived.
     *
     * @param blind whether a lost worker may have received it before
     * @return how many duplicates of the system's there are among them
     */
    int receive(int subscription, SequenceBlock block, boolean blind) {
        SequenceBlock before = received[subscription];
        int again = block.countAnd(before);
        tally.redelivered += blind ? again : 0;
        int duplicates = blind ? 0 : again;
        if (duplicates > 0) {
            tally.duplicated += duplicates;
            tally.name(
                    AuditExample.Kind.DUPLICATED,
                    producer,
                    number,
                    common(block, before, SequenceBlock.NONE),
                    subscription);
        }
        if (failed != SequenceBlock.NONE) {
            deliveredThoughFailed(common(block, failed, before), subscription);
        }
        if (aborted != SequenceBlock.NONE) {
            abortedDelivered(common(block, aborted, before), subscription);
        }
        int missing = acknowledged.countWithout(before);
        tally.delivered += before.addAll(block);
        tally.missing += acknowledged.countWithout(before) - missing;
        return duplicates;
    }

    /** Those of them that have not arrived before were overtaken. */
    void receiveLate(int subscription, SequenceBlock block) {
        SequenceBlock overtaken = common(block, block, received[subscription]);
        tally.reordered += overtaken.count();
        tally.name(AuditExample.Kind.REORDERED, producer, number, overtaken, subscription);
    }

    /** Every message has been acknowledged, aborted or failed. */
    boolean isResolved() {
        return acknowledged.count() + failed.countWithout(acknowledged) + aborted.count() == SequenceBlock.LENGTH;
    }

    /** Nothing has been heard of it but that it was acknowledged, all of it. */
    boolean isUntouched() {
        for (SequenceBlock ofSubscription : received) {
            if (!ofSubscription.isEmpty()) {
                return false;
            }
        }
        return acknowledged.count() == SequenceBlock.LENGTH;
    }

    /** Everything that was sent has arrived everywhere, also what was given up: it may arrive late. */
    boolean hasAllArrived() {
        for (int s = 0; s < received.length; s++) {
            if (isAudited[s] && received[s].count() < SequenceBlock.LENGTH) {
                return false;
            }
        }
        return true;
    }

    /** Acknowledged messages that have not arrived, over all subscriptions. */
    int missing() {
        int missing = 0;
        for (int s = 0; s < received.length; s++) {
            missing += missing(s);
        }
        return missing;
    }

    int missing(int subscription) {
        return isAudited[subscription] ? acknowledged.countWithout(received[subscription]) : 0;
    }

    /** Those of the missing that are among some messages. */
    int missing(int subscription, SequenceBlock among) {
        return isAudited[subscription]
                ? common(acknowledged, among, received[subscription]).count()
                : 0;
    }

    /** Something has arrived that had failed or was aborted. */
    boolean hasUnexpected() {
        for (SequenceBlock ofSubscription : received) {
            if (failed.countAnd(ofSubscription) + aborted.countAnd(ofSubscription) > 0) {
                return true;
            }
        }
        return false;
    }

    /** Names the missing messages, but for some. */
    void nameMissing(AuditTally into, int subscription, SequenceBlock without) {
        if (missing(subscription) > 0) {
            SequenceBlock missing = common(acknowledged, acknowledged, received[subscription]);
            into.name(AuditExample.Kind.LOST, producer, number, common(missing, missing, without), subscription);
        }
    }

    private void deliveredThoughFailed(SequenceBlock unexpected, int subscription) {
        int count = unexpected.count();
        if (count > 0) {
            tally.deliveredThoughFailed += count;
            tally.name(AuditExample.Kind.DELIVERED_THOUGH_FAILED, producer, number, unexpected, subscription);
        }
    }

    private void abortedDelivered(SequenceBlock unexpected, int subscription) {
        int count = unexpected.count();
        if (count > 0) {
            tally.abortedDelivered += count;
            tally.name(AuditExample.Kind.ABORTED_DELIVERED, producer, number, unexpected, subscription);
        }
    }

    /** Those in both of the first two, but not in the third. */
    private static SequenceBlock common(SequenceBlock one, SequenceBlock other, SequenceBlock without) {
        var common = new SequenceBlock();
        for (int i = one.next(0); i >= 0; i = one.next(i + 1)) {
            if (other.contains(i) && !without.contains(i)) {
                common.add(i);
            }
        }
        return common;
    }
}
