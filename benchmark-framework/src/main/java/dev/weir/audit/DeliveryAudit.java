package dev.weir.audit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Compares, for a whole run, what was acknowledged with what was delivered, message by message: a bit each, in blocks of
 * 1,024 that are dropped as soon as they are settled. Covers every message of the run, warm-up included. Not thread-safe.
 *
 * <p>Memory is bounded, whatever is lost and however large a backlog grows: about 64 MiB of open blocks. When these are
 * full, blocks of which nothing has arrived shrink to a bit each; if that is not enough, the older half of those that miss
 * messages is given up: how many are missing is still known, and corrected if they arrive late, but within such blocks a
 * late arrival cannot be told from a duplicate any more. The result says how many there were.
 */
public final class DeliveryAudit {
    private static final long OPEN_BYTES = 64 << 20;

    /** A block's bits with their headers, and its place in the tree: for what was sent, and for each subscription. */
    private static final long BLOCK_BYTES = 160;

    private static final int FEWEST_OPEN = 1024;

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
     * Nothing has been sent yet.
     *
     * @param subscriptions of each topic: to so many each message is to be delivered once
     * @param knowsPartitions whether the driver reports the partition of each message: without it, the order is unknown
     */
    public DeliveryAudit(int subscriptions, boolean knowsPartitions) {
        this(subscriptions, knowsPartitions, Math.max(FEWEST_OPEN, OPEN_BYTES / (BLOCK_BYTES * (2 + subscriptions))));
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

    /** A subscription that is not there yet: what is sent before {@link #begins} is not to be delivered to it. */
    public void isLater(int subscription) {
        begun.clear(subscription);
    }

    /**
     * A subscription is a share group, which keeps no order. A message is received there when it has ended: when it is
     * accepted, rejected or archived. If it ends again, it was delivered again after its lock had expired, which is no fault of
     * the system.
     */
    public void isShared(int subscription) {
        shared.set(subscription);
    }

    /**
     * A subscription gets what is sent from now on. Of what was on its way some is delivered to it, and some is not: that is
     * not audited.
     *
     * @param sent by producer, how many messages it had sent at a time when the subscription had its positions
     */
    public void begins(int subscription, Map<Integer, Long> sent) {
        sent.forEach((producer, messages) -> of(producer).begins(subscription, messages));
        begun.set(subscription);
    }

    /** Messages that the system acknowledged; with acks=0, messages that were sent. */
    public void acknowledged(SequenceSet sequences) {
        sequences.forEach((producer, number, block) -> of(producer).acknowledged(number, block));
        makeRoom();
    }

    /** Messages that were given up. */
    public void failed(SequenceSet sequences) {
        sequences.forEach((producer, number, block) -> of(producer).failed(number, block));
        makeRoom();
    }

    /** Messages of transactions that were aborted. */
    public void aborted(SequenceSet sequences) {
        sequences.forEach((producer, number, block) -> of(producer).aborted(number, block));
        makeRoom();
    }

    /** Messages that a consumer of a subscription received. */
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
     * Different messages that a subscription has received so far: duplicates count once, messages that had failed or were
     * aborted not at all.
     */
    public long delivered(int subscription) {
        return delivered[subscription];
    }

    /** Arrivals at a subscription so far of messages that had arrived there before, or had ended there in a share group. */
    public long duplicated(int subscription) {
        return duplicated[subscription];
    }

    /** Acknowledged messages that have not arrived at a subscription, and may have: a worker or an answer is missing. */
    public long unknown(int subscription) {
        return producers.values().stream()
                .mapToLong(producer -> producer.unknown(subscription))
                .sum();
    }

    /**
     * A worker is lost, and with it what its consumers of a subscription had received and not told. Until
     * {@link #seesAgain}, what is sent and was sent before is not called lost or duplicated there: that is unknown.
     */
    public void losesSight(int subscription) {
        blind.set(subscription);
        producers.values().forEach(producer -> producer.losesSight(subscription));
    }

    /** It is unknown whether messages of a share group have ended: if they are missing, they are unknown, and not lost. */
    public void unsure(int subscription, SequenceSet sequences) {
        sequences.forEach((producer, number, block) -> of(producer).unsure(subscription, number, block));
    }

    /**
     * To be called when the lost worker has certainly ended: it cannot have received messages that are sent from now
     * on.
     */
    public void seesAgain() {
        blind.clear();
        producers.values().forEach(ProducerAudit::seesAgain);
    }

    /** Whether everything that has been acknowledged so far has been delivered. */
    public boolean isComplete() {
        return tally.missing == 0;
    }

    /**
     * How it stands.
     *
     * @param complete whether delivery was waited for to its end. If not, messages that are missing may have been under way,
     *     or received by a worker that could not report them: all of them are unknown, and none is lost
     */
    public AuditResult result(boolean complete) {
        var names = new AuditTally();
        List<AuditRange> ranges = new ArrayList<>();
        long differing = 0;
        for (Map.Entry<Integer, ProducerAudit> producer : producers.entrySet()) {
            BitSet blocks = producer.getValue().unexpected();
            if (complete) {
                producer.getValue().addMissing(blocks, names);
            }
            differing += blocks.cardinality();
            addRanges(producer.getKey(), blocks, ranges);
        }
        long unknown =
                IntStream.range(0, subscriptions).mapToLong(this::unknown).sum();
        long lost = complete ? tally.missing - unknown : 0;
        return new AuditResult(
                true,
                complete,
                subscriptions,
                new AuditResult.Totals(tally.acknowledged, tally.failed, tally.aborted, tally.delivered),
                new AuditResult.Violations(
                        lost,
                        tally.duplicated,
                        knowsPartitions && (shared.isEmpty() || shared.cardinality() < subscriptions)
                                ? OptionalLong.of(tally.reordered)
                                : OptionalLong.empty(),
                        tally.deliveredThoughFailed,
                        tally.abortedDelivered),
                new AuditResult.Blocks(
                        tally.missing - lost,
                        tally.redelivered,
                        differing,
                        tally.givenUpBlocks,
                        ranges,
                        examples(names, lost)));
    }

    private static void addRanges(int producer, BitSet blocks, List<AuditRange> ranges) {
        int first = blocks.nextSetBit(0);
        while (first >= 0 && ranges.size() < AuditResult.MOST_RANGES) {
            int end = blocks.nextClearBit(first);
            ranges.add(new AuditRange(
                    producer, (long) first << SequenceBlock.BITS, ((long) end << SequenceBlock.BITS) - 1));
            first = blocks.nextSetBit(end);
        }
    }

    /** Those that are missing now, or, where there is none that is known by name, that were when they were given up. */
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

    /** Frees a quarter at least, or waits until a quarter more has come: so that it costs little a block. */
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

    /** Blocks in memory, for tests of its bound. */
    long openBlocks() {
        return tally.openBlocks;
    }

    private ProducerAudit of(int producer) {
        return producers.computeIfAbsent(producer, absent -> {
            var made = new ProducerAudit(producer, subscriptions, begun, shared, tally);
            blind.stream().forEach(made::losesSight);
            return made;
        });
    }
}
