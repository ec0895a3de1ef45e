package dev.weir.audit;

/** Audit of 1,024 consecutive messages of one producer. Changes go into the tally at once. Not thread-safe. */
final class BlockAudit {
    private final int producer;
    private final int number;
    private final AuditTally tally;
    private final SequenceBlock acknowledged;
    private final SequenceBlock[] received;
    private final boolean[] isAudited;

    /** Most blocks have no failed messages. They share an empty set, which must not be changed. */
    private SequenceBlock failed = SequenceBlock.NONE;

    private SequenceBlock aborted = SequenceBlock.NONE;

    /**
     * @param acknowledged messages that were acknowledged before and are in the tally
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
     * Adds arrivals.
     *
     * @param mayBeReceived whether a lost worker may have received the messages before
     * @return number of duplicates that the system caused
     */
    int receive(int subscription, SequenceBlock block, boolean mayBeReceived) {
        SequenceBlock before = received[subscription];
        int again = block.countAnd(before);
        tally.redelivered += mayBeReceived ? again : 0;
        int duplicates = mayBeReceived ? 0 : again;
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

    /** Marks messages that have not arrived before as overtaken. */
    void receiveLate(int subscription, SequenceBlock block) {
        SequenceBlock overtaken = common(block, block, received[subscription]);
        tally.reordered += overtaken.count();
        tally.name(AuditExample.Kind.REORDERED, producer, number, overtaken, subscription);
    }

    /** Returns whether each message has been acknowledged, aborted or failed. */
    boolean isResolved() {
        return acknowledged.count() + failed.countWithout(acknowledged) + aborted.count() == SequenceBlock.LENGTH;
    }

    /** Returns whether all messages were acknowledged and none has arrived. */
    boolean isUntouched() {
        for (SequenceBlock ofSubscription : received) {
            if (!ofSubscription.isEmpty()) {
                return false;
            }
        }
        return acknowledged.count() == SequenceBlock.LENGTH;
    }

    /**
     * Returns whether each message has arrived at each subscription, also those that were given up, because they may
     * arrive late.
     */
    boolean hasAllArrived() {
        for (int s = 0; s < received.length; s++) {
            if (isAudited[s] && received[s].count() < SequenceBlock.LENGTH) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of missing acknowledged messages, over all subscriptions. */
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

    /** Returns how many of some messages are missing. */
    int missing(int subscription, SequenceBlock among) {
        return isAudited[subscription]
                ? common(acknowledged, among, received[subscription]).count()
                : 0;
    }

    /** Returns whether a failed or aborted message has arrived. */
    boolean hasUnexpected() {
        for (SequenceBlock ofSubscription : received) {
            if (failed.countAnd(ofSubscription) + aborted.countAnd(ofSubscription) > 0) {
                return true;
            }
        }
        return false;
    }

    /** Adds the missing messages as examples, except some. */
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

    /** Returns the messages in the first two sets, but not in the third. */
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
