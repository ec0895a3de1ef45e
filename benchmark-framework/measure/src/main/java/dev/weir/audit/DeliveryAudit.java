package dev.weir.audit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Compares acknowledged with delivered messages for a whole run, including its warm-up. It keeps a bit for each
 * message, in blocks of 1,024 that are dropped as soon as they are settled. Not thread-safe.
 *
 * <p>Memory is limited to about 64 MiB of open blocks, however many messages are lost or wait in a backlog. When the
 * limit is reached, blocks without arrivals shrink to a bit each. If that is not enough, the older half of the blocks
 * with missing messages is given up. The number of their missing messages stays known, and is corrected if they arrive
 * late. But in such blocks, a late arrival cannot be distinguished from a duplicate. The result contains the number of
 * these blocks.
 */
public final class DeliveryAudit {
    private static final long OPEN_BYTES = 64 << 20;

    /** Bits of a block with their headers, and its place in the tree: for sent messages, and for each subscription. */
    private static final long BLOCK_BYTES = 160;

    private static final int MIN_OPEN = 1024;

    private final int subscriptions;
    private final boolean knowsPartitions;
    private final long mostOpen;
    private long nextClearing;
    private final AuditTally tally = new AuditTally();
    private final Map<Integer, ProducerAudit> producers = new TreeMap<>();
    private final BitSet blind = new BitSet();
    private final BitSet begun = new BitSet();
    private final BitSet shared = new BitSet();
    private final long[] delivered;
    private final long[] duplicated;

    /**
     * @param subscriptions number of subscriptions of each topic, to each of which a message is to be delivered once
     * @param knowsPartitions whether the driver reports the partition of each message; without it, the order is unknown
     */
    public DeliveryAudit(int subscriptions, boolean knowsPartitions) {
        this(subscriptions, knowsPartitions, Math.max(MIN_OPEN, OPEN_BYTES / (BLOCK_BYTES * (2 + subscriptions))));
    }

    DeliveryAudit(int subscriptions, boolean knowsPartitions, long mostOpen) {
        this.subscriptions = subscriptions;
        this.knowsPartitions = knowsPartitions;
        this.mostOpen = mostOpen;
        this.nextClearing = mostOpen;
        this.delivered = new long[subscriptions];
        this.duplicated = new long[subscriptions];
        begun.set(0, subscriptions);
    }

    /** Marks a subscription that begins later: messages sent before {@link #begins} are not to be delivered to it. */
    public void isLater(int subscription) {
        begun.clear(subscription);
    }

    /**
     * Marks a subscription as a share group, which keeps no order. There, a message counts as received when it is
     * accepted, rejected or archived. If that happens again, the message was delivered again after its lock had
     * expired, which is no fault of the system.
     */
    public void isShared(int subscription) {
        shared.set(subscription);
    }

    /**
     * Begins the audit of a later subscription. Messages in flight at that time are not audited, because only some of
     * them are delivered to it.
     *
     * @param sent by producer, how many messages it had sent at a time when the subscription had its positions
     */
    public void begins(int subscription, Map<Integer, Long> sent) {
        sent.forEach((producer, messages) -> of(producer).begins(subscription, messages));
        begun.set(subscription);
    }

    /** Adds messages that the system acknowledged; with acks=0, messages that were sent. */
    public void acknowledged(SequenceSet sequences) {
        sequences.forEach((producer, number, block) -> of(producer).acknowledged(number, block));
        makeRoom();
    }

    public void failed(SequenceSet sequences) {
        sequences.forEach((producer, number, block) -> of(producer).failed(number, block));
        makeRoom();
    }

    public void aborted(SequenceSet sequences) {
        sequences.forEach((producer, number, block) -> of(producer).aborted(number, block));
        makeRoom();
    }

    /** Adds messages that a consumer of a subscription received. */
    public void received(int subscription, AuditNotes notes) {
        if (subscription < 0 || subscription >= subscriptions) {
            throw new IllegalArgumentException(
                    "subscription must be in [0, " + (subscriptions - 1) + "], got " + subscription);
        }
        long before = deliveredAsSent();
        long duplicatedBefore = arrivedAgain(subscription);
        notes.late().forEach((producer, number, block) -> of(producer).receivedLate(subscription, number, block));
        notes.sequences().forEach((producer, number, block) -> of(producer).received(subscription, number, block));
        if (shared.get(subscription)) {
            tally.redelivered += notes.repetitions();
        } else {
            notes.repeated().forEach((producer, number, block) -> of(producer).repeated(subscription, number, block));
            tally.duplicated += notes.repetitions();
        }
        delivered[subscription] += deliveredAsSent() - before;
        duplicated[subscription] += arrivedAgain(subscription) - duplicatedBefore;
        makeRoom();
    }

    private long arrivedAgain(int subscription) {
        return shared.get(subscription) ? tally.redelivered : tally.duplicated;
    }

    private long deliveredAsSent() {
        return tally.delivered - tally.deliveredThoughFailed - tally.abortedDelivered;
    }

    /**
     * Returns how many different messages a subscription has received so far; failed and aborted messages do not count.
     */
    public long delivered(int subscription) {
        return delivered[subscription];
    }

    /** Returns repeated arrivals at a subscription so far; in a share group, of messages that had ended there. */
    public long duplicated(int subscription) {
        return duplicated[subscription];
    }

    /**
     * Returns acknowledged messages that may have arrived at a subscription: the report of a worker or an answer is
     * missing.
     */
    public long unknown(int subscription) {
        return producers.values().stream()
                .mapToLong(producer -> producer.unknown(subscription))
                .sum();
    }

    /**
     * Notes that a worker was lost, with reports of what its consumers of a subscription had received. Messages sent
     * before {@link #deliveryIsKnownAgain} then count there as unknown instead of lost or duplicated.
     */
    public void deliveryBecomesUnknown(int subscription) {
        blind.set(subscription);
        producers.values().forEach(producer -> producer.deliveryBecomesUnknown(subscription));
    }

    /** Adds messages of a share group that may have ended: if they are missing, they are unknown, and not lost. */
    public void unsure(int subscription, SequenceSet sequences) {
        sequences.forEach((producer, number, block) -> of(producer).unsure(subscription, number, block));
    }

    /** Notes that a lost worker has certainly ended: it cannot have received messages that are sent from now on. */
    public void deliveryIsKnownAgain() {
        blind.clear();
        producers.values().forEach(ProducerAudit::deliveryIsKnownAgain);
    }

    /** Returns whether everything that has been acknowledged so far has been delivered. */
    public boolean isComplete() {
        return tally.missing == 0;
    }

    /** Returns acknowledged messages of a producer that are certainly missing at a subscription now. */
    public long missing(int subscription, int producer) {
        ProducerAudit known = producers.get(producer);
        return known == null ? 0 : known.missing(subscription) - known.unknown(subscription);
    }

    /**
     * Returns the current result.
     *
     * @param complete whether delivery was awaited to its end. If not, all missing messages are unknown and none is
     *     lost: they may have been in flight, or a worker could not report them
     * @param expired missing messages that expired
     * @param unsure missing messages that may have expired
     */
    public AuditResult result(boolean complete, long expired, long unsure) {
        long unknown =
                IntStream.range(0, subscriptions).mapToLong(this::unknown).sum();
        long lost = complete ? Math.max(0, tally.missing - unknown - expired - unsure) : 0;
        var names = new AuditTally();
        List<AuditRange> ranges = new ArrayList<>();
        long differing = 0;
        for (Map.Entry<Integer, ProducerAudit> producer : producers.entrySet()) {
            BitSet blocks = producer.getValue().unexpected();
            // Where some expired, it is unknown which of the missing messages are the lost ones.
            if (lost > 0 && expired + unsure == 0) {
                producer.getValue().addMissing(blocks, names);
            }
            differing += blocks.cardinality();
            addRanges(producer.getKey(), blocks, ranges);
        }
        var counts = new AuditResult.Totals(tally.acknowledged, tally.failed, tally.aborted, tally.delivered, expired);
        boolean knowsOrder = knowsPartitions && (shared.isEmpty() || shared.cardinality() < subscriptions);
        OptionalLong reordered = knowsOrder ? OptionalLong.of(tally.reordered) : OptionalLong.empty();
        var violations = new AuditResult.Violations(
                lost, tally.duplicated, reordered, tally.deliveredThoughFailed, tally.abortedDelivered);
        long missing = tally.missing - lost - expired;
        List<AuditExample> examples = examples(names, expired + unsure == 0 ? lost : 0);
        var blocks =
                new AuditResult.Blocks(missing, tally.redelivered, differing, tally.givenUpBlocks, ranges, examples);
        return new AuditResult(true, complete, subscriptions, counts, violations, blocks);
    }

    private static void addRanges(int producer, BitSet blocks, List<AuditRange> ranges) {
        int first = blocks.nextSetBit(0);
        while (first >= 0 && ranges.size() < AuditResult.MAX_RANGES) {
            int end = blocks.nextClearBit(first);
            ranges.add(new AuditRange(
                    producer, (long) first << SequenceBlock.BITS, ((long) end << SequenceBlock.BITS) - 1));
            first = blocks.nextSetBit(end);
        }
    }

    /**
     * Returns messages that are missing now, or, if none of these is known individually, those that were missing when
     * their blocks were given up.
     */
    private List<AuditExample> examples(AuditTally names, long lost) {
        List<AuditExample> examples = new ArrayList<>(names.examples(AuditExample.Kind.LOST));
        if (examples.isEmpty() && lost > 0) {
            examples.addAll(tally.examples(AuditExample.Kind.LOST));
        }
        examples.addAll(tally.examples(AuditExample.Kind.DUPLICATED));
        examples.addAll(tally.examples(AuditExample.Kind.REORDERED));
        examples.addAll(tally.examples(AuditExample.Kind.DELIVERED_THOUGH_FAILED));
        examples.addAll(tally.examples(AuditExample.Kind.ABORTED_DELIVERED));
        return examples;
    }

    /**
     * Frees at least a quarter of the blocks, or waits until a quarter more has come, so that the cost per block is
     * small.
     */
    private void makeRoom() {
        if (tally.openBlocks <= nextClearing) {
            return;
        }
        producers.values().forEach(ProducerAudit::setAsideUntouched);
        if (tally.openBlocks > mostOpen / 4 * 3) {
            producers.values().forEach(ProducerAudit::giveUpOlderHalf);
        }
        nextClearing = Math.max(mostOpen, tally.openBlocks + mostOpen / 4);
    }

    /** Returns the number of blocks in memory, for tests. */
    long openBlocks() {
        return tally.openBlocks;
    }

    private ProducerAudit of(int producer) {
        return producers.computeIfAbsent(producer, absent -> {
            var made = new ProducerAudit(producer, subscriptions, begun, shared, tally);
            blind.stream().forEach(made::deliveryBecomesUnknown);
            return made;
        });
    }
}
