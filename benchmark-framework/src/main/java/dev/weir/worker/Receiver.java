package dev.weir.worker;

import dev.weir.audit.AuditNotes;
import dev.weir.audit.SequenceLog;
import dev.weir.clock.Clock;
import dev.weir.driver.Consumer;
import dev.weir.driver.ConsumerSpec;
import dev.weir.driver.Driver;
import dev.weir.driver.ReceiveListener;
import dev.weir.measure.Counter;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.PairRecorder;
import dev.weir.measure.PartitionRecorder;
import dev.weir.plan.Assignment;
import dev.weir.plan.ConsumerRole;
import dev.weir.wire.Message;
import dev.weir.wire.ProvenPartition;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs one consumer and takes the latencies of delivery: {@code c} is read once for each poll, before any message of it
 * is looked at; {@code i} and {@code s} come from the message's stamp.
 */
final class Receiver implements ReceiveListener {
    private final int runTag;
    private final ConsumerRole role;
    private final Clock clock;
    private final ErrorTally errors;
    private final Consumer consumer;

    // Written by the consumer's thread.
    private final PairRecorder recorder;
    private final PartitionRecorder partitions;
    private final Counter received = new Counter();
    private final Counter receiveFailed = new Counter();
    private final Counter foreign = new Counter();
    private final SequenceLog sequences;
    private long receivedNanos;

    private final Set<Integer> provenPartitions = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable Throwable> fatal = new AtomicReference<>();

    Receiver(Assignment assignment, ConsumerRole role, Driver driver, RunMaterial material) {
        this.runTag = assignment.runTag();
        this.role = role;
        this.clock = material.clock();
        this.errors = material.errors();
        this.recorder =
                new PairRecorder(Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE, assignment.scheduled());
        this.partitions = new PartitionRecorder(role.partitions());
        this.sequences = SequenceLog.ofReceived(material.audited());
        // The last statement: from here on the consumer's thread may call.
        this.consumer = driver.openConsumer(
                new ConsumerSpec(role.clientId(), role.topic(), role.partitions(), role.group()), this);
    }

    @Override
    public void batch(int count) {
        receivedNanos = clock.epochNanos();
    }

    @Override
    public void received(int partition, long offset, byte[] value, byte @Nullable [] header) {
        byte[] stamp = value.length >= Stamp.LENGTH ? value : header;
        if (stamp == null || stamp.length < Stamp.LENGTH || Stamp.runTag(stamp) != runTag) {
            foreign.increment();
            return;
        }
        long sequence = Stamp.sequence(stamp);
        if (sequence < 0) {
            provenPartitions.add(partition);
            return;
        }
        boolean measured = Stamp.isMeasured(stamp);
        long responseNanos = receivedNanos - Stamp.intendedNanos(stamp);
        recorder.record(measured, responseNanos, receivedNanos - Stamp.sentNanos(stamp));
        partitions.record(partition, measured, responseNanos);
        received.increment();
        sequences.append(Stamp.producer(stamp), sequence, partition);
    }

    @Override
    public void failed(Throwable cause, boolean isFatal) {
        errors.add(cause);
        receiveFailed.increment();
        if (isFatal) {
            fatal.compareAndSet(null, cause);
        }
    }

    /** Whether its group has given it partitions. */
    boolean isAssigned() {
        return Arrays.stream(consumer.positions()).anyMatch(position -> position >= 0);
    }

    int subscription() {
        return role.subscription();
    }

    /** Why it receives nothing more; empty while it does. */
    Optional<Throwable> fatal() {
        return Optional.ofNullable(fatal.get());
    }

    Set<ProvenPartition> proven() {
        var proven = new HashSet<ProvenPartition>();
        provenPartitions.forEach(p -> proven.add(new ProvenPartition(role.topic(), role.subscription(), p)));
        return proven;
    }

    Counts counts() {
        return new Counts(0, 0, 0, received.get(), receiveFailed.get(), foreign.get());
    }

    void drainInto(LatencySet warmup, LatencySet measured) {
        recorder.drainInto(warmup, measured);
    }

    /** What it did from first to last. */
    Message.ConsumerClosed figures() {
        var measured = new LatencySet();
        recorder.addAllMeasuredTo(measured);
        return new Message.ConsumerClosed(role.consumer(), counts(), measured, partitions.figures());
    }

    AuditNotes takeReceived() {
        return sequences.collect();
    }

    void close() {
        consumer.close();
    }
}
