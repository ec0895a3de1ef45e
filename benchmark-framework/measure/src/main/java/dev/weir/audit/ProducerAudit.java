package dev.weir.audit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Audit of one producer's messages. Each settled block of 1,024 takes one bit: 16 MB for 36 hours at a million messages
 * a second. Not thread-safe.
 */
final class ProducerAudit {
    private final int producer;
    private final int subscriptions;
    private final AuditTally tally;
    private final Map<Integer, BlockAudit> open = new TreeMap<>();

    /** Settled blocks. */
    private final BitSet closed = new BitSet();

    /** Settled blocks with messages that never arrived; their total number is kept by subscription. */
    private final BitSet givenUp = new BitSet();

    private final long[] missingOfGivenUp;

    /** Blocks that were acknowledged and of which nothing has arrived: a backlog needs no more memory than this. */
    private final BitSet setAside = new BitSet();

    /** Blocks with violations that no later arrival can correct. */
    private final BitSet differing = new BitSet();

    private final UnknownDeliveries unknownDeliveries;

    /** By subscription, the first block whose messages are to be delivered to it. */
    private final int[] firstAudited;

    private int mostKnown = -1;
    private int firstUnsent;

    /**
     * @param begun subscriptions to which all messages are to be delivered
     * @param shared subscriptions that are share groups
     */
    ProducerAudit(int producer, int subscriptions, BitSet begun, BitSet shared, AuditTally tally) {
        this.producer = producer;
        this.subscriptions = subscriptions;
        this.tally = tally;
        this.missingOfGivenUp = new long[subscriptions];
        this.unknownDeliveries = new UnknownDeliveries(subscriptions, shared);
        this.firstAudited = new int[subscriptions];
        for (int s = begun.nextClearBit(0); s < subscriptions; s = begun.nextClearBit(s + 1)) {
            firstAudited[s] = Integer.MAX_VALUE;
        }
    }

    void deliveryBecomesUnknown(int subscription) {
        unknownDeliveries.begins(subscription);
    }

    /** Adds messages of a block that may have ended. */
    void unsure(int subscription, int number, SequenceBlock block) {
        if (!closed.get(number)) {
            open(number);
        }
        if (!closed.get(number) || givenUp.get(number)) {
            unknownDeliveries.add(number, subscription, block);
        }
    }

    void deliveryIsKnownAgain() {
        unknownDeliveries.ends(firstUnsent);
    }

    /**
     * Begins the audit for a subscription: with the next block that is sent wholly after this many messages, and of
     * which nothing is known yet.
     */
    void begins(int subscription, long sent) {
        int next = (int) ((sent + SequenceBlock.LENGTH - 1) >> SequenceBlock.BITS);
        firstAudited[subscription] = Math.max(next, mostKnown + 1);
    }

    private boolean isAudited(int number, int subscription) {
        return number >= firstAudited[subscription];
    }

    /** Returns acknowledged messages that have not arrived at a subscription and may not be missing. */
    long unknown(int subscription) {
        if (!unknownDeliveries.covers(subscription)) {
            return 0;
        }
        long setAsideUnknown = setAside.stream()
                .filter(number -> isAudited(number, subscription) && unknownDeliveries.covers(number, subscription))
                .count();
        return missingOfGivenUp[subscription]
                + setAsideUnknown * SequenceBlock.LENGTH
                + open.entrySet().stream()
                        .mapToLong(block -> block.getValue()
                                .missing(subscription, unknownDeliveries.of(block.getKey(), subscription)))
                        .sum();
    }

    /** Returns acknowledged messages that have not arrived at a subscription, also those whose delivery is unknown. */
    long missing(int subscription) {
        return missingOfGivenUp[subscription]
                + setAside.stream()
                                .filter(number -> isAudited(number, subscription))
                                .count()
                        * SequenceBlock.LENGTH
                + open.values().stream()
                        .mapToLong(block -> block.missing(subscription))
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
        if (audit.receive(subscription, block, unknownDeliveries.allowsAgain(number, subscription)) > 0) {
            differing.set(number);
        }
        closeIfSettled(number, audit);
    }

    /**
     * Handles arrivals in a settled block. If the block was given up, only the number of its missing messages is known,
     * so arrivals count as these until that many have come. Otherwise, everything had arrived.
     */
    private void receivedAfterwards(int subscription, int number, SequenceBlock block) {
        long arrived = givenUp.get(number) ? Math.min(block.count(), missingOfGivenUp[subscription]) : 0;
        missingOfGivenUp[subscription] -= arrived;
        tally.missing -= arrived;
        tally.delivered += arrived;
        if (block.count() > arrived && unknownDeliveries.allowsAgain(number, subscription)) {
            tally.redelivered += block.count() - arrived;
        } else if (block.count() > arrived) {
            tally.duplicated += block.count() - arrived;
            tally.name(AuditExample.Kind.DUPLICATED, producer, number, block, subscription);
            differing.set(number);
        }
    }

    /** Adds messages that arrive after later ones. Called before they are added as received. */
    void receivedLate(int subscription, int number, SequenceBlock block) {
        if (!closed.get(number) && isAudited(number, subscription)) {
            open(number).receiveLate(subscription, block);
        }
    }

    /** Adds messages that one collection contained more than once. */
    void repeated(int subscription, int number, SequenceBlock block) {
        tally.name(AuditExample.Kind.DUPLICATED, producer, number, block, subscription);
        differing.set(number);
    }

    /** Frees memory without losing information. */
    void setAsideUntouched() {
        open.entrySet().removeIf(entry -> {
            boolean untouched = entry.getValue().isUntouched() && !unknownDeliveries.hasSingle(entry.getKey());
            if (untouched) {
                setAside.set(entry.getKey());
                tally.openBlocks--;
            }
            return untouched;
        });
    }

    /** Frees memory in the older half of the resolved blocks: their missing messages stay known by number only. */
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

    /** Returns the blocks with arrivals of failed or aborted messages. */
    BitSet unexpected() {
        BitSet all = (BitSet) differing.clone();
        open.forEach((number, audit) -> {
            if (audit.hasUnexpected()) {
                all.set(number);
            }
        });
        return all;
    }

    /** Adds blocks with messages that are currently lost, and adds these messages as examples. */
    void addMissing(BitSet all, AuditTally names) {
        for (int s = 0; s < subscriptions; s++) {
            int subscription = s;
            setAside.stream().filter(number -> isMissed(number, subscription)).forEach(all::set);
            if (missingOfGivenUp[s] > 0 && !unknownDeliveries.covers(s)) {
                all.or(givenUp);
            }
        }
        open.forEach((number, audit) -> {
            for (int s = 0; s < subscriptions; s++) {
                SequenceBlock unknown = unknownDeliveries.of(number, s);
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

    /** Returns whether a block without arrivals should have some. */
    private boolean isMissed(int number, int subscription) {
        return isAudited(number, subscription) && !unknownDeliveries.covers(number, subscription);
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
            unknownDeliveries.forget(number);
            close(number, audit);
        }
    }

    private void giveUp(int number, BlockAudit audit) {
        if (audit.missing() > 0) {
            givenUp.set(number);
            tally.givenUpBlocks++;
            for (int s = 0; s < subscriptions; s++) {
                audit.nameMissing(tally, s, unknownDeliveries.of(number, s));
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

    /**
     * Messages of one producer whose delivery is unknown: blocks that were begun when a worker was lost, at the
     * subscriptions of its consumers, and messages with unanswered acknowledgements in share groups. Messages missing
     * there may have arrived. Messages that arrive there a second time may have been delivered again because they were
     * not committed. Not thread-safe.
     */
    private static final class UnknownDeliveries {
        private final int[] ends;
        private final BitSet begun;
        private final List<Map<Integer, SequenceBlock>> single = new ArrayList<>();
        private final BitSet shared;

        /** @param shared subscriptions that are share groups, in which a message can be delivered and end more than once */
        UnknownDeliveries(int subscriptions, BitSet shared) {
            ends = new int[subscriptions];
            begun = new BitSet(subscriptions);
            this.shared = shared;
            for (int s = 0; s < subscriptions; s++) {
                single.add(new HashMap<>());
            }
        }

        /** Makes deliveries to a subscription unknown, also those of messages sent before, until {@link #ends}. */
        void begins(int subscription) {
            begun.set(subscription);
        }

        /** Makes deliveries of messages that are sent from now on known again. */
        void ends(int firstBlock) {
            begun.stream().forEach(subscription -> ends[subscription] = firstBlock);
            begun.clear();
        }

        void add(int block, int subscription, SequenceBlock messages) {
            single.get(subscription)
                    .computeIfAbsent(block, absent -> new SequenceBlock())
                    .addAll(messages);
        }

        /** Forgets a block, because all its messages have arrived everywhere. */
        void forget(int block) {
            single.forEach(blocks -> blocks.remove(block));
        }

        boolean covers(int block, int subscription) {
            return begun.get(subscription) || block < ends[subscription];
        }

        /** Returns the messages of a block whose delivery is unknown; not to be changed. */
        SequenceBlock of(int block, int subscription) {
            return covers(block, subscription)
                    ? SequenceBlock.full()
                    : single.get(subscription).getOrDefault(block, SequenceBlock.NONE);
        }

        boolean hasSingle(int block) {
            return single.stream().anyMatch(blocks -> blocks.containsKey(block));
        }

        /** Returns whether a message that arrives a second time may be no duplicate. */
        boolean allowsAgain(int block, int subscription) {
            return shared.get(subscription) || covers(block, subscription);
        }

        boolean covers(int subscription) {
            return covers(0, subscription) || !single.get(subscription).isEmpty();
        }
    }
}
