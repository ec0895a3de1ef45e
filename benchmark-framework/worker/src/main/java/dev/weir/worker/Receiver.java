package dev.weir.worker;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.Driver;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.feature.Features;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;
import dev.weir.pacing.ProcessingTime;
import dev.weir.plan.Assignment;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.ConsumerStep;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.ConsumerPositions;
import dev.weir.wire.message.Message.ProvenPartition;
import dev.weir.worker.client.ConsumerWatch;
import dev.weir.worker.client.LoadClient;
import dev.weir.worker.client.SnapshotBuilder;
import dev.weir.worker.message.Stamp;
import dev.weir.worker.recording.ErrorTally;
import dev.weir.worker.recording.RunMaterial;
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

/** Runs one consumer, whose thread records in {@link ReceiptLatencies} and {@link ReceiptCounts} what it receives. */
final class Receiver implements ReceiveListener, Receipts, LoadClient {
    private final int runTag;
    private final int producers;
    private final ConsumerRole role;
    private final Clock clock;
    private final ErrorTally errors;
    private final Consumer consumer;
    private final ReceiptLatencies latencies;
    private final ReceiptCounts counts;
    private final List<ConsumerWatch> watches;
    private final ConsumerKind.@Nullable Opened shared;
    private final ProcessingTime processing;
    private final boolean isSlow;
    private final boolean countsAll;
    private final int headerBytes;
    private volatile Map<String, Double> metrics = Map.of();

    /** When the last message arrived, or was processed; 0 before the first one. */
    private final AtomicLong lastNanos = new AtomicLong();

    private final Set<Integer> provenPartitions = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable Throwable> fatal = new AtomicReference<>();
    private boolean closed;

    /** Opens the consumer; {@code joins} is the step that opens it, or null if there is none. */
    Receiver(
            Assignment assignment,
            ConsumerRole role,
            Driver driver,
            RunMaterial material,
            @Nullable ConsumerStep joins) {
        this.runTag = assignment.runTag();
        this.role = role;
        this.clock = material.clock();
        this.errors = material.errors();
        this.producers = material.corrections().producers();
        this.latencies = new ReceiptLatencies(assignment, role, material);
        this.counts = new ReceiptCounts(assignment, role, material);
        this.processing = new ProcessingTime(clock, role.kind().processingNanos());
        this.isSlow = role.kind().processingNanos() > 0;
        this.countsAll = assignment.consumesOnly();
        this.headerBytes = assignment.messages().headerBytes();
        this.watches = Features.in(ConsumerWatch.Maker.class).stream()
                .flatMap(maker -> maker.of(assignment.clients(), role, clock).stream())
                .toList();
        if (joins != null) {
            watches.forEach(watch -> watch.begins(joins));
        }
        var spec = new ConsumerSpec(
                role.clientId(),
                role.topic(),
                role.partitions(),
                role.group(),
                role.from(),
                assignment.load().committedOnly(),
                role.kind().consumerConfig());
        this.shared = role.kind()
                .type()
                .map(type -> ((ConsumerKind) type).open(driver, spec, assignment.seed(), this, processing, clock))
                .orElse(null);
        // From here on the consumer's thread may call.
        this.consumer = shared == null ? driver.openConsumer(spec, this) : shared;
        if (shared != null && !role.from().paused()) {
            shared.resume();
        }
    }

    /** Returns whether it consumes from the begin of the load: its figures then count as those of the run. */
    private boolean countsForRun() {
        return role.kind().startsWithLoad();
    }

    @Override
    public void batch(int count) {
        long now = clock.epochNanos();
        latencies.batch(now);
        lastNanos.lazySet(now);
    }

    @Override
    public void received(int partition, long offset, byte[] value, byte @Nullable [] header) {
        byte[] stamp = stamp(partition, offset, value, header);
        if (stamp != null) {
            int producer = Stamp.producer(stamp);
            long sequence = Stamp.sequence(stamp);
            boolean first = counts.isFirst(partition, offset, producer, sequence);
            arrived(stamp, partition, first);
            counts.add(first, producer, sequence, partition, bytes(value));
            process();
        }
    }

    @Override
    public @Nullable Delivered delivered(
            int partition, long offset, byte[] value, byte @Nullable [] header, boolean first) {
        byte[] stamp = stamp(partition, offset, value, header);
        if (stamp == null) {
            return null;
        }
        arrived(stamp, partition, first);
        return new Delivered(
                Stamp.producer(stamp),
                Stamp.sequence(stamp),
                Stamp.isMeasured(stamp),
                latencies.correctedNanos(stamp) - Stamp.intendedNanos(stamp),
                bytes(value));
    }

    @Override
    public void ended(Delivered message) {
        counts.addEnded(message.producer(), message.sequence(), message.bytes());
    }

    @Override
    public void comesAgain() {
        counts.addExpected();
    }

    @Override
    public void unsure(Delivered message) {
        counts.addUnsure(message.producer(), message.sequence());
    }

    /** Returns the bytes of a message of the load: of its payload, and of the headers that the workload gives it. */
    private int bytes(byte[] value) {
        return value.length + headerBytes;
    }

    /** Returns the stamp of a message of the load; null for any other message, which is counted as such. */
    private byte @Nullable [] stamp(int partition, long offset, byte[] value, byte @Nullable [] header) {
        counts.delivered(partition, offset);
        byte[] stamp = Stamp.carrier(value, header);
        if (stamp.length < Stamp.LENGTH || Stamp.runTag(stamp) != runTag) {
            countForeign(partition, offset, value);
            return null;
        }
        if (Stamp.sequence(stamp) < 0) {
            provenPartitions.add(partition);
            return null;
        }
        if (Stamp.producer(stamp) >= producers) {
            counts.addForeign();
            return null;
        }
        return stamp;
    }

    private void arrived(byte[] stamp, int partition, boolean first) {
        if (first) {
            latencies.record(stamp, partition);
        } else {
            latencies.recordRepeated(stamp);
        }
        // Without an iterator, which would be an object for each message.
        for (int i = 0; i < watches.size(); i++) {
            watches.get(i).delivered(partition, latencies.receivedNanos());
        }
    }

    /** Counts a message without stamp: where nothing is sent, each received message counts as requested. */
    private void countForeign(int partition, long offset, byte[] value) {
        if (countsAll) {
            counts.addUnstamped(partition, offset, value.length);
            process();
        } else {
            counts.addForeign();
        }
    }

    private void process() {
        if (isSlow) {
            processing.spend();
            lastNanos.lazySet(clock.epochNanos());
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
        watches.forEach(watch -> watch.assigned(given));
    }

    @Override
    public void positionsReset(int count) {
        counts.positionsReset(count);
    }

    @Override
    public void revoked(List<Integer> taken) {
        watches.forEach(watch -> watch.revoked(taken));
    }

    @Override
    public void failed(Throwable cause, boolean isFatal) {
        errors.add(cause);
        counts.addFailure();
        if (isFatal) {
            fatal.compareAndSet(null, cause);
        }
    }

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

    /** Returns the counts that are part of the run's. */
    @Override
    public Counts counts() {
        Counts all = counts.counts();
        Counts.Receipts receipts = all.receipts();
        return countsForRun() ? all : new Counts(0, 0, 0, 0, receipts.receiveFailed(), receipts.foreign());
    }

    @Override
    public void drainInto(SnapshotBuilder snapshot) {
        if (countsForRun()) {
            latencies.sources().forEach(source -> source.drainInto(snapshot.warmup(), snapshot.measured()));
            if (shared != null) {
                shared.latencies().forEach(source -> source.drainInto(snapshot.warmup(), snapshot.measured()));
            }
        }
        snapshot.received(counts.take());
        if (shared != null) {
            shared.notes(role.subscription()).ifPresent(snapshot::precededBy);
        }
        if (snapshot.wantsPositions()) {
            snapshot.read(positions());
        }
        snapshot.throttledReceiving(this, consumer.throttledNanos());
        snapshot.arrived(lastNanos.get());
        watches.forEach(watch -> watch.take().ifPresent(snapshot::precededBy));
    }

    @Override
    public Optional<Message> figures() {
        var measured = new LatencySet();
        var sameHost = new LatencySet();
        latencies.addAllMeasuredTo(measured, sameHost);
        if (shared != null) {
            shared.latencies().forEach(source -> source.addAllMeasuredTo(measured));
        }
        return Optional.of(new Message.ConsumerClosed(
                role.consumer(), counts.counts(), measured, sameHost, latencies.partitions(), metrics));
    }

    int consumer() {
        return role.consumer();
    }

    /** Carries out a step, except joining, which is done by opening the consumer. */
    void carryOut(ConsumerStep step) {
        watches.forEach(watch -> watch.begins(step));
        switch (step.action()) {
            case JOIN -> throw new IllegalArgumentException("a consumer cannot join twice, got " + step);
            case LEAVE -> end(consumer::close);
            case STOP -> consumer.stop(step.forNanos());
            case KILL -> end(consumer::abandon);
        }
    }

    /** Closes it, unless it has left its group already. */
    @Override
    public void close(Deadline deadline) {
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
        watches.forEach(ConsumerWatch::ended);
    }
}
