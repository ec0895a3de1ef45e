package dev.weir.audit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The audit of one producer's messages. What is over is a bit for each block of 1,024: 16 MB for 36 hours at a million
 * messages a second. Not thread-safe.
 */
final class ProducerAudit {
    private final int producer;
    private final int subscriptions;
    private final AuditTally tally;
    private final Map<Integer, BlockAudit> open = new TreeMap<>();

    /** Blocks of which nothing more is expected. */
    private final BitSet closed = new BitSet();

    /** Of those, blocks with messages that never arrived; how many, of all of them together, by subscription. */
    private final BitSet givenUp = new BitSet();

    private final long[] missingOfGivenUp;

    /** Blocks that were acknowledged and of which nothing has arrived: a backlog needs no more memory than this. */
    private final BitSet setAside = new BitSet();

    /** Blocks in which something went wrong that no later arrival mends. */
    private final BitSet differing = new BitSet();

    private final UnknownDeliveries blindness;

    /** By subscription, the first block whose messages are to be delivered to it. */
    private final int[] firstAudited;

    private int mostKnown = -1;
    private int firstUnsent;

    /**
     * Nothing is known of it.
     *
     * @param begun the subscriptions to which all of it is to be delivered
     * @param shared the subscriptions that are share groups
     */
    ProducerAudit(int producer, int subscriptions, BitSet begun, BitSet shared, AuditTally tally) {
        this.producer = producer;
        this.subscriptions = subscriptions;
        this.tally = tally;
        this.missingOfGivenUp = new long[subscriptions];
        this.blindness = new UnknownDeliveries(subscriptions, shared);
        this.firstAudited = new int[subscriptions];
        for (int s = begun.nextClearBit(0); s < subscriptions; s = begun.nextClearBit(s + 1)) {
            firstAudited[s] = Integer.MAX_VALUE;
        }
    }

    void losesSight(int subscription) {
        blindness.begins(subscription);
    }

    /** It is unknown whether messages of a block have ended. */
    void unsure(int subscription, int number, SequenceBlock block) {
        if (!closed.get(number)) {
            open(number);
        }
        if (!closed.get(number) || givenUp.get(number)) {
            blindness.add(number, subscription, block);
        }
    }

    void seesAgain() {
        blindness.ends(firstUnsent);
    }

    /**
     * From now on what is sent is to be delivered to a subscription too: from the next block on that is wholly sent after
     * so many messages, and of which nothing is known yet.
     */
    void begins(int subscription, long sent) {
        int next = (int) ((sent + SequenceBlock.LENGTH - 1) >> SequenceBlock.BITS);
        firstAudited[subscription] = Math.max(next, mostKnown + 1);
    }

    private boolean isAudited(int number, int subscription) {
        return number >= firstAudited[subscription];
    }

    /** Acknowledged messages that have not arrived at a subscription, and of which it is unknown whether they should have. */
    long unknown(int subscription) {
        if (!blindness.covers(subscription)) {
            return 0;
        }
        long setAsideUnknown = setAside.stream()
                .filter(number -> isAudited(number, subscription) && blindness.covers(number, subscription))
                .count();
        return missingOfGivenUp[subscription]
                + setAsideUnknown * SequenceBlock.LENGTH
                + open.entrySet().stream()
                        .mapToLong(block ->
                                block.getValue().missing(subscription, blindness.of(block.getKey(), subscription)))
                        .sum();
    }

    void acknowledged(int number, SequenceBlock block) {
        firstUnsent = Math.max(firstUnsent, number + 1);
        BlockAudit audit = open(number);
        audit.acknowledge(block);
        closeIfSettled(number, audit);
    }

    void failed(int number, SequenceBlock block) {
        BlockAudit audit = open(number);
        audit.fail(block);
        closeIfSettled(number, audit);
    }

    void aborted(int number, SequenceBlock block) {
        BlockAudit audit = open(number);
        audit.abort(block);
        closeIfSettled(number, audit);
    }

    void received(int subscription, int number, SequenceBlock block) {
        if (!isAudited(number, subscription)) {
            return;
        }
        if (closed.get(number)) {
            receivedAfterwards(subscription, number, block);
            return;
        }
        BlockAudit audit = open(number);
        if (audit.receive(subscription, block, blindness.allowsAgain(number, subscription)) > 0) {
            differing.set(number);
        }
        closeIfSettled(number, audit);
    }

    /**
     * Of a block that was given up only the number of missing messages is known: arrivals are taken for these until there
     * have been so many. Of any other, everything had arrived.
     */
    private void receivedAfterwards(int subscription, int number, SequenceBlock block) {
        long arrived = givenUp.get(number) ? Math.min(block.count(), missingOfGivenUp[subscription]) : 0;
        missingOfGivenUp[subscription] -= arrived;
        tally.missing -= arrived;
        tally.delivered += arrived;
        if (block.count() > arrived && blindness.allowsAgain(number, subscription)) {
            tally.redelivered += block.count() - arrived;
        } else if (block.count() > arrived) {
            tally.duplicated += block.count() - arrived;
            tally.name(AuditExample.Kind.DUPLICATED, producer, number, block, subscription);
            differing.set(number);
        }
    }

    /** Messages that are about to be received, after later ones of theirs. */
    void receivedLate(int subscription, int number, SequenceBlock block) {
        if (!closed.get(number) && isAudited(number, subscription)) {
            open(number).receiveLate(subscription, block);
        }
    }

    /** Messages that were received more than once at a time. */
    void repeated(int subscription, int number, SequenceBlock block) {
        tally.name(AuditExample.Kind.DUPLICATED, producer, number, block, subscription);
        differing.set(number);
    }

    /** Makes room without forgetting anything. */
    void setAsideUntouched() {
        open.entrySet().removeIf(entry -> {
            boolean untouched = entry.getValue().isUntouched() && !blindness.hasSingle(entry.getKey());
            if (untouched) {
                setAside.set(entry.getKey());
                tally.openBlocks--;
            }
            return untouched;
        });
    }

    /** Makes room by forgetting which messages are missing, but not how many, in the older half of what is resolved. */
    void giveUpOlderHalf() {
        List<Integer> resolved = new ArrayList<>();
        open.forEach((number, audit) -> {
            if (audit.isResolved()) {
                resolved.add(number);
            }
        });
        for (int number : resolved.subList(0, (resolved.size() + 1) / 2)) {
            giveUp(number, open(number));
        }
    }

    /** The blocks in which something arrived that should not have. */
    BitSet unexpected() {
        BitSet all = (BitSet) differing.clone();
        open.forEach((number, audit) -> {
            if (audit.hasUnexpected()) {
                all.set(number);
            }
        });
        return all;
    }

    /** Adds the blocks in which messages are lost as it stands, and names these messages. */
    void addMissing(BitSet all, AuditTally names) {
        for (int s = 0; s < subscriptions; s++) {
            int subscription = s;
            setAside.stream().filter(number -> isMissed(number, subscription)).forEach(all::set);
            if (missingOfGivenUp[s] > 0 && !blindness.covers(s)) {
                all.or(givenUp);
            }
        }
        open.forEach((number, audit) -> {
            for (int s = 0; s < subscriptions; s++) {
                SequenceBlock unknown = blindness.of(number, s);
                if (audit.missing(s) > audit.missing(s, unknown)) {
                    all.set(number);
                    audit.nameMissing(names, s, unknown);
                }
            }
        });
        for (int s = 0; s < subscriptions; s++) {
            int subscription = s;
            setAside.stream()
                    .filter(number -> isMissed(number, subscription))
                    .limit(1)
                    .forEach(number ->
                            names.name(AuditExample.Kind.LOST, producer, number, SequenceBlock.full(), subscription));
        }
    }

    /** Whether a block of which nothing has arrived should have. */
    private boolean isMissed(int number, int subscription) {
        return isAudited(number, subscription) && !blindness.covers(number, subscription);
    }

    private BlockAudit open(int number) {
        BlockAudit known = open.get(number);
        if (known != null) {
            return known;
        }
        SequenceBlock acknowledged = setAside.get(number) ? SequenceBlock.full() : new SequenceBlock();
        setAside.clear(number);
        mostKnown = Math.max(mostKnown, number);
        var isAudited = new boolean[subscriptions];
        for (int s = 0; s < subscriptions; s++) {
            isAudited[s] = isAudited(number, s);
        }
        var made = new BlockAudit(producer, number, acknowledged, isAudited, tally);
        open.put(number, made);
        tally.openBlocks++;
        return made;
    }

    private void closeIfSettled(int number, BlockAudit audit) {
        if (audit.hasAllArrived() && audit.isResolved()) {
            blindness.forget(number);
            close(number, audit);
        }
    }

    private void giveUp(int number, BlockAudit audit) {
        if (audit.missing() > 0) {
            givenUp.set(number);
            tally.givenUpBlocks++;
            for (int s = 0; s < subscriptions; s++) {
                audit.nameMissing(tally, s, blindness.of(number, s));
                missingOfGivenUp[s] += audit.missing(s);
            }
        }
        close(number, audit);
    }

    private void close(int number, BlockAudit audit) {
        if (audit.hasUnexpected()) {
            differing.set(number);
        }
        open.remove(number);
        tally.openBlocks--;
        closed.set(number);
    }
}
