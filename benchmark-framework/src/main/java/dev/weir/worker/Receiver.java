package dev.weir.worker;

import dev.weir.audit.SequenceLog;
import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.Driver;
import dev.weir.driver.client.Connections;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.measure.Counter;
import dev.weir.measure.Counts;
import dev.weir.measure.GapRecorder;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.LatencySource;
import dev.weir.measure.PairRecorder;
import dev.weir.measure.PartitionRecorder;
import dev.weir.measure.PhasedRecorder;
import dev.weir.pacing.ProcessingTime;
import dev.weir.plan.Assignment;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.MemberStep;
import dev.weir.wire.message.ConsumerPositions;
import dev.weir.wire.message.MemberChange;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.ProvenPartition;
import dev.weir.wire.message.ReceivedNotes;
import dev.weir.worker.client.LoadClient;
import dev.weir.worker.client.SnapshotBuilder;
import dev.weir.worker.message.Stamp;
import dev.weir.worker.recording.ClockCorrections;
import dev.weir.worker.recording.DeliveredSpans;
import dev.weir.worker.recording.ErrorTally;
import dev.weir.worker.recording.FirstDeliveries;
import dev.weir.worker.recording.ReadPositions;
import dev.weir.worker.recording.Recorders;
import dev.weir.worker.recording.RunMaterial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs one consumer and records the latencies of delivery. {@code c} is read once for each poll, before any of its
 * messages is handled; {@code i} and {@code s} come from the message's stamp, by the clock of the worker that sent it.
 *
 * <p>So each latency is {@code c - i}, plus how far the producer's clock is ahead of this one. That offset is computed
 * for all producers at the first poll after {@link #CORRECTION_NANOS}: within that time, clocks that drift by 50 parts
 * per million diverge by half a nanosecond. It is the offset at {@code c}; at {@code i} it differed by the drift in
 * between. That is 50 millionths of the latency, which three digits do not show.
 */
final class Receiver implements ReceiveListener, LoadClient {
    private static final long CORRECTION_NANOS = 10_000_000;

    private final int runTag;
    private final ConsumerRole role;
    private final Clock clock;
    private final ErrorTally errors;
    private final Consumer consumer;

    // Written by the consumer's thread.
    private final Recorders recorders;
    private final PairRecorder recorder;
    private final @Nullable PairRecorder sameHostRecorder;
    private final @Nullable PhasedRecorder visible;
    private final ClockCorrections corrections;
    private final long[] aheadNanos;
    private long correctAgainNanos = Long.MIN_VALUE;
    private final PartitionRecorder partitions;
    /** Absent where gaps are expected: in a share group, in a group whose members change, and before it has caught up. */
    private final @Nullable GapRecorder gaps;

    private final @Nullable GapRecorder gapsOfAll;
    private final @Nullable MembershipLog membership;
    private final Counter received = new Counter();
    private final Counter receivedBytes = new Counter();
    private final Counter repeated = new Counter();
    private final ReadPositions positions;
    private final FirstDeliveries firsts;
    private volatile @Nullable PhasedRecorder repeatedRecorder;
    private final ProcessingTime processing;
    private final boolean isSlow;
    private final boolean sharesRecorder;
    private final boolean countsAll;
    private final int headerBytes;
    private final Connections connections;
    private final Counter receiveFailed = new Counter();
    private final Counter foreign = new Counter();
    private final SequenceLog sequences;
    private final DeliveredSpans spans;
    private volatile Map<String, Double> metrics = Map.of();
    private long receivedNanos;
    /** When the last message arrived, or was processed; 0 before the first one. */
    private final AtomicLong lastNanos = new AtomicLong();

    private final @Nullable ShareReceipts share;

    /** How many received messages are in the last counts, and how many in the last notes. The session's thread. */
    private long counted;

    private long taken;
    private long takenRepeats;
    private final AtomicLong resetPartitions = new AtomicLong();

    private final Set<Integer> provenPartitions = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable Throwable> fatal = new AtomicReference<>();
    private boolean closed;

    /**
     * Opens the consumer.
     *
     * @param joins member event that opens it; null if there is none
     */
    Receiver(
            Assignment assignment, ConsumerRole role, Driver driver, RunMaterial material, @Nullable MemberStep joins) {
        this.runTag = assignment.runTag();
        this.role = role;
        this.clock = material.clock();
        this.errors = material.errors();
        this.recorders = material.recorders();
        this.sharesRecorder = recorders.consumersShare() && countsForRun();
        this.recorder = recorderOf(false);
        this.corrections = material.corrections();
        this.aheadNanos = new long[corrections.workers()];
        this.sameHostRecorder = corrections.hasNeighbours() ? recorderOf(true) : null;
        this.visible =
                assignment.load().transactions().isWanted() ? new PhasedRecorder(Latency.TRANSACTION_VISIBLE) : null;
        this.processing = new ProcessingTime(clock, role.kind().processingNanos());
        this.isSlow = role.kind().processingNanos() > 0;
        this.countsAll = assignment.consumesOnly();
        this.headerBytes = assignment.messages().headerBytes();
        this.connections = assignment.clients().connections();
        this.partitions = new PartitionRecorder(role.partitions());
        this.sequences = SequenceLog.ofReceived(material.audited(), recorders.consumersShare());
        this.positions = recorders.positions(role.topic(), role.subscription(), role.partitions());
        this.firsts = new FirstDeliveries(
                positions, role.consumer(), role.partitions(), corrections.producers(), recorders.consumersShare());
        this.spans = new DeliveredSpans(role.topic(), role.partitions());
        this.membership = assignment.clients().isInChangingGroup(role)
                ? new MembershipLog(role.consumer(), role.partitions(), clock)
                : null;
        this.gaps = countsForRun() && membership == null && role.kind().share().isEmpty()
                ? recorders.gaps().of(role.topic(), role.subscription(), role.partitions())
                : null;
        this.gapsOfAll = countsForRun() ? recorders.gaps().ofAll(0) : null;
        if (joins != null) {
            note(joins);
        }
        var spec = new ConsumerSpec(
                role.clientId(),
                role.topic(),
                role.partitions(),
                role.group(),
                role.from(),
                assignment.load().committedOnly(),
                role.kind().consumerConfig());
        this.share = role.kind()
                .share()
                .map(group ->
                        new ShareReceipts(this, countsAll, driver, spec, group, assignment.seed(), processing, clock))
                .orElse(null);
        // The last statement: from here on the consumer's thread may call.
        this.consumer = share == null
                ? driver.openConsumer(spec, this)
                : share.start(role.from().paused());
    }

    private PairRecorder recorderOf(boolean sameHost) {
        return recorders.ofConsumer(role.subscription(), sameHost, role.consumer(), sharesRecorder);
    }

    /**
     * Returns whether it consumes from the beginning of the load, so that its messages and latencies count as those of
     * the run.
     */
    private boolean countsForRun() {
        return role.kind().startsWithLoad();
    }

    @Override
    public void batch(int count) {
        long now = clock.epochNanos();
        receivedNanos = now;
        lastNanos.lazySet(now);
        if (now >= correctAgainNanos) {
            corrections.putAhead(now, aheadNanos);
            correctAgainNanos = now + CORRECTION_NANOS;
        }
    }

    @Override
    public void received(int partition, long offset, byte[] value, byte @Nullable [] header) {
        byte[] stamp = stamp(partition, offset, value, header);
        if (stamp != null) {
            int producer = Stamp.producer(stamp);
            long sequence = Stamp.sequence(stamp);
            boolean first = firsts.add(partition, offset, producer, sequence);
            if (first) {
                record(stamp, partition);
            } else {
                recordRepeated(stamp);
            }
            arrived(partition);
            count(first, producer, sequence, partition, bytes(value));
            process();
        }
    }

    /** Returns the bytes of a message of the load: of its payload, and of the headers that the workload gives it. */
    int bytes(byte[] value) {
        return value.length + headerBytes;
    }

    /** Returns the stamp of a message of the load; null for any other message, which is counted as such. */
    byte @Nullable [] stamp(int partition, long offset, byte[] value, byte @Nullable [] header) {
        spans.add(partition, offset);
        byte[] stamp = Stamp.carrier(value, header);
        if (stamp.length < Stamp.LENGTH || Stamp.runTag(stamp) != runTag) {
            countForeign(partition, offset, value);
            return null;
        }
        if (Stamp.sequence(stamp) < 0) {
            provenPartitions.add(partition);
            return null;
        }
        if (Stamp.producer(stamp) >= corrections.producers()) {
            foreign.increment();
            return null;
        }
        return stamp;
    }

    /** Returns when the last poll returned, by the clock of the message's producer. */
    long correctedNanos(byte[] stamp) {
        return receivedNanos + aheadNanos[corrections.worker(Stamp.producer(stamp))];
    }

    /** Records the latencies of a message of the load. */
    void record(byte[] stamp, int partition) {
        int producer = Stamp.producer(stamp);
        boolean measured = Stamp.isMeasured(stamp);
        long correctedNanos = correctedNanos(stamp);
        long responseNanos = correctedNanos - Stamp.intendedNanos(stamp);
        long serviceNanos = correctedNanos - Stamp.sentNanos(stamp);
        recorder.record(measured, responseNanos, serviceNanos);
        if (sameHostRecorder != null && corrections.isNeighbour(producer)) {
            sameHostRecorder.record(measured, responseNanos, serviceNanos);
        }
        if (gaps != null) {
            gaps.progress(partition, receivedNanos - serviceNanos, receivedNanos);
        }
        if (gapsOfAll != null) {
            gapsOfAll.progress(0, receivedNanos - serviceNanos, receivedNanos);
        }
        if (visible != null && Stamp.isLast(stamp)) {
            visible.record(measured, serviceNanos);
        }
        if (partition >= 0) {
            partitions.record(partition, measured, responseNanos);
        }
    }

    /** Records the latency of a message of the load that has been delivered before. */
    void recordRepeated(byte[] stamp) {
        PhasedRecorder recorder = repeatedRecorder;
        if (recorder == null) {
            recorder = new PhasedRecorder(Latency.REPEATED_END_TO_END);
            repeatedRecorder = recorder;
        }
        recorder.record(Stamp.isMeasured(stamp), correctedNanos(stamp) - Stamp.intendedNanos(stamp));
    }

    /** Records for a group whose members change that a message of the load has arrived, possibly again. */
    void arrived(int partition) {
        if (membership != null) {
            membership.delivered(partition, receivedNanos);
        }
    }

    /**
     * Counts a message of a share group that is not delivered again, without its partition: the audit would then check
     * the order, which a share group does not keep.
     */
    void countEnded(int producer, long sequence, int bytes) {
        count(firsts.add(-1, -1, producer, sequence), producer, sequence, -1, bytes);
    }

    /** Counts a message of the load, for rates and for the audit. */
    private void count(boolean first, int producer, long sequence, int partition, int bytes) {
        countUnstamped(first, bytes);
        sequences.append(producer, sequence, lane(sequence, partition));
    }

    /** Within what messages have an order: a partition, or a connection where producers have some of their own. */
    private int lane(long sequence, int partition) {
        return connections.areWanted() && partition >= 0
                ? connections.carrying(sequence, partition, role.partitions())
                : partition;
    }

    /** Counts a message without stamp: where nothing is sent, each received message counts as requested. */
    private void countForeign(int partition, long offset, byte[] value) {
        if (countsAll) {
            countUnstamped(firsts.add(partition, offset), value.length);
            process();
        } else {
            foreign.increment();
        }
    }

    private void process() {
        if (isSlow) {
            processing.spend();
            lastNanos.lazySet(clock.epochNanos());
        }
    }

    /** Returns when the last message arrived, or was processed; 0 before the first one. Any thread. */
    void countUnstamped(boolean first, int bytes) {
        if (first) {
            received.increment();
            receivedBytes.add(bytes);
        } else {
            repeated.increment();
        }
    }

    /** Begins to consume what existed before the load, if that is its start. Any thread. */
    @Override
    public void beginReceiving() {
        if (role.from().paused()) {
            consumer.resume();
        }
    }

    @Override
    public void assigned(List<Integer> given) {
        if (membership != null) {
            membership.note(MemberChange.Kind.ASSIGNED, -1, given);
        }
    }

    @Override
    public void positionsReset(int count) {
        // A group that has read nothing has committed nothing either.
        if (positions.hasAny()) {
            resetPartitions.addAndGet(count);
        }
    }

    @Override
    public void revoked(List<Integer> taken) {
        if (membership != null) {
            membership.note(MemberChange.Kind.REVOKED, -1, taken);
        }
    }

    @Override
    public void failed(Throwable cause, boolean isFatal) {
        errors.add(cause);
        receiveFailed.increment();
        if (isFatal) {
            fatal.compareAndSet(null, cause);
        }
    }

    /** Returns whether the group has assigned it partitions. */
    @Override
    public boolean isAssigned() {
        return consumer.isAssigned();
    }

    @Override
    public void pause(boolean paused) {
        if (paused) {
            consumer.pause();
        } else {
            consumer.resume();
        }
    }

    /** Returns its positions, at most one poll old. */
    private ConsumerPositions positions() {
        long[] positions = consumer.positions();
        Map<Integer, Long> offsets = new HashMap<>();
        for (int partition = 0; partition < positions.length; partition++) {
            if (positions[partition] >= 0) {
                offsets.put(partition, positions[partition]);
            }
        }
        return new ConsumerPositions(role.topic(), role.subscription(), offsets);
    }

    /** Returns why it receives nothing more; empty while it does. */
    @Override
    public Optional<Throwable> failure() {
        return Optional.ofNullable(fatal.get());
    }

    @Override
    public Set<ProvenPartition> proven() {
        var proven = new HashSet<ProvenPartition>();
        provenPartitions.forEach(p -> proven.add(new ProvenPartition(role.topic(), role.subscription(), p)));
        return proven;
    }

    private Counts allCounts() {
        counted = received.get();
        return new Counts(
                new Counts.Sends(0, 0, 0, 0, 0),
                new Counts.Receipts(counted, receivedBytes.get(), receiveFailed.get(), foreign.get(), repeated.get()));
    }

    /** Returns the counts that are part of the run's. */
    @Override
    public Counts counts() {
        Counts all = allCounts();
        return countsForRun()
                ? all
                : new Counts(
                        0,
                        0,
                        0,
                        0,
                        all.receipts().receiveFailed(),
                        all.receipts().foreign());
    }

    @Override
    public void drainInto(SnapshotBuilder snapshot) {
        if (countsForRun()) {
            latencies().forEach(source -> source.drainInto(snapshot.warmup(), snapshot.measured()));
        }
        snapshot.received(takeReceived());
        if (snapshot.wantsPositions()) {
            snapshot.read(positions());
        }
        snapshot.throttledReceiving(this, consumer.throttledNanos());
        snapshot.arrived(lastNanos.get());
        if (membership != null) {
            membership.take().ifPresent(snapshot::precededBy);
        }
    }

    private List<LatencySource> latencies() {
        List<LatencySource> sources = new ArrayList<>();
        if (!sharesRecorder) {
            sources.add(recorder);
        }
        if (visible != null) {
            sources.add(visible);
        }
        PhasedRecorder ofRepeated = repeatedRecorder;
        if (ofRepeated != null) {
            sources.add(ofRepeated);
        }
        if (share != null) {
            sources.addAll(share.latencies());
        }
        return sources;
    }

    /** Returns its figures for the whole run. */
    @Override
    public Optional<Message> figures() {
        var measured = new LatencySet();
        var sameHost = new LatencySet();
        if (sharesRecorder) {
            recorders.takeSubscription(role.subscription(), measured, sameHost);
        }
        latencies().forEach(source -> source.addAllMeasuredTo(measured));
        if (sameHostRecorder != null && !sharesRecorder) {
            sameHostRecorder.addAllMeasuredTo(sameHost);
        }
        return Optional.of(new Message.ConsumerClosed(
                role.consumer(), allCounts(), measured, sameHost, partitions.figures(), metrics));
    }

    /**
     * Returns what it recorded since the previous call, with as many messages as the last {@link #counts} contain.
     * Always the same thread.
     */
    private ReceivedNotes takeReceived() {
        long messages = counted - taken;
        taken = counted;
        long repeats = repeated.get() - takenRepeats;
        takenRepeats += repeats;
        return new ReceivedNotes(
                role.subscription(),
                messages,
                new ReceivedNotes.Repeats(repeats, resetPartitions.getAndSet(0)),
                sequences.collect(),
                Optional.ofNullable(share).map(ShareReceipts::take),
                spans.take());
    }

    /** Returns its number in the run. */
    int consumer() {
        return role.consumer();
    }

    /** Carries out its part of a member event, except joining, which is done by opening it. */
    void carryOut(MemberStep step) {
        note(step);
        switch (step.action()) {
            case JOIN -> throw new IllegalArgumentException("a consumer cannot join twice, got " + step);
            case LEAVE -> close();
            case STOP -> consumer.stop(step.forNanos());
            case KILL -> end(consumer::abandon);
        }
    }

    /** Records a member event that happens now. */
    void note(MemberStep step) {
        if (membership != null) {
            membership.note(MemberChange.Kind.valueOf(step.action().name()), step.event(), List.of());
        }
    }

    /** Closes it, unless it has left its group already. */
    @Override
    public void close(Deadline deadline) {
        close();
    }

    private void close() {
        end(consumer::close);
    }

    private synchronized void end(Runnable ending) {
        if (closed) {
            return;
        }
        closed = true;
        metrics = consumer.metrics();
        processing.end();
        ending.run();
        if (membership != null) {
            membership.ended();
        }
    }
}
