package dev.weir.worker;

import dev.weir.audit.SequenceLog;
import dev.weir.audit.SequenceSet;
import dev.weir.clock.Clock;
import dev.weir.driver.Driver;
import dev.weir.driver.Producer;
import dev.weir.driver.ProducerSpec;
import dev.weir.driver.SendListener;
import dev.weir.measure.Counter;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.MeasurementWindow;
import dev.weir.measure.PairRecorder;
import dev.weir.pacing.Pacer;
import dev.weir.pacing.Schedule;
import dev.weir.plan.Assignment;
import dev.weir.plan.ProducerRole;
import dev.weir.wire.Message;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Runs one producer: sends what the schedule says, on a thread that no other producer shares, and takes the latencies of
 * publishing. {@code i} comes from the {@link Pacer}, {@code s} is the clock reading that found the message due, {@code r}
 * is read when the send call has returned, {@code a} in the client's callback.
 */
final class Sender implements SendListener {
    private final Assignment assignment;
    private final ProducerRole role;
    private final Clock clock;
    private final MeasurementWindow window;
    private final KeyPicker keys;
    private final PayloadWriter payloads;
    private final ErrorTally errors;
    private final boolean timesAcknowledgements;
    private final Producer producer;

    // Written by the sender's thread.
    private final PairRecorder sendRecorder;
    private final Counter sent = new Counter();
    private volatile long unsent;

    // Written by the client's callback thread.
    private final PairRecorder acknowledgementRecorder;
    private final Counter acknowledged = new Counter();
    private final SequenceLog acknowledgedSequences;

    // Written by either.
    private final LongAdder failed = new LongAdder();
    private SequenceSet failedSequences = new SequenceSet();

    Sender(Assignment assignment, ProducerRole role, Driver driver, RunMaterial material) {
        this.assignment = assignment;
        this.role = role;
        this.clock = material.clock();
        this.window = material.window();
        this.keys = new KeyPicker(assignment.keys(), assignment.seed(), role.producer());
        this.payloads = new PayloadWriter(material.payloads(), assignment.runTag(), role.producer(), assignment.seed());
        this.errors = material.errors();
        this.timesAcknowledgements = driver.acknowledges();
        this.sendRecorder = new PairRecorder(Latency.SEND_DELAY, Latency.SEND_CALL);
        this.acknowledgementRecorder = new PairRecorder(Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE);
        this.acknowledgedSequences = SequenceLog.ofAcknowledged(assignment.audited());
        // The last statement: from here on the client's thread may call.
        this.producer = driver.openProducer(new ProducerSpec(role.clientId(), role.topic(), role.partitions()), this);
    }

    /**
     * Sends a message, which no figure counts, to each partition this producer is to prove. On the sender's thread. Draws no
     * payload: how often this is needed must not decide what the load carries.
     */
    void sendProbes() {
        for (int partition : role.probedPartitions()) {
            long now = clock.epochNanos();
            byte[] value = payloads.stamped(false, -1, now, now);
            producer.send(partition, null, value, payloads.header(), -1, now, now);
        }
    }

    /** Sends what is due, until the schedule ends. On the sender's thread. */
    void sendAll(Schedule schedule) {
        Pacer pacer = new Pacer(schedule, clock, role.producer(), assignment.totalProducers());
        long sequence = 0;
        byte[] key = prepareNext();
        while (pacer.awaitNext()) {
            long intendedNanos = pacer.intendedNanos();
            long sentNanos = pacer.nowNanos();
            boolean measured = window.includes(intendedNanos);
            sent.increment();
            byte[] value = payloads.stamped(measured, sequence, intendedNanos, sentNanos);
            producer.send(-1, key, value, payloads.header(), sequence, intendedNanos, sentNanos);
            long returnedNanos = clock.epochNanos();
            sendRecorder.record(measured, sentNanos - intendedNanos, returnedNanos - sentNanos);
            sequence++;
            key = prepareNext();
        }
        unsent = pacer.unsent();
    }

    private byte @Nullable [] prepareNext() {
        payloads.prepare();
        return keys.next();
    }

    @Override
    public void acknowledged(long sequence, long intendedNanos, long sentNanos) {
        if (sequence < 0) {
            return;
        }
        if (timesAcknowledgements) {
            long now = clock.epochNanos();
            acknowledgementRecorder.record(window.includes(intendedNanos), now - intendedNanos, now - sentNanos);
        }
        acknowledged.increment();
        acknowledgedSequences.append(role.producer(), sequence, 0);
    }

    @Override
    public void failed(long sequence, long intendedNanos, long sentNanos, Throwable cause) {
        errors.add(cause);
        if (sequence < 0) {
            return;
        }
        failed.increment();
        if (assignment.audited()) {
            synchronized (failed) {
                failedSequences.add(role.producer(), sequence);
            }
        }
    }

    /** Whether every message it has sent was acknowledged or given up. Once it has ended sending: for good. */
    boolean isResolved() {
        return acknowledged.get() + failed.sum() >= sent.get();
    }

    /** Messages that were due but not sent when the schedule ended. */
    long unsent() {
        return unsent;
    }

    Counts counts() {
        return new Counts(sent.get(), acknowledged.get(), failed.sum(), 0, 0, 0);
    }

    void drainInto(LatencySet warmup, LatencySet measured) {
        sendRecorder.drainInto(warmup, measured);
        acknowledgementRecorder.drainInto(warmup, measured);
    }

    /** What it did from first to last. */
    Message.ProducerClosed figures() {
        var measured = new LatencySet();
        sendRecorder.addAllMeasuredTo(measured);
        acknowledgementRecorder.addAllMeasuredTo(measured);
        return new Message.ProducerClosed(role.producer(), counts(), unsent, measured);
    }

    SequenceSet takeAcknowledged() {
        return acknowledgedSequences.collect().sequences();
    }

    SequenceSet takeFailed() {
        synchronized (failed) {
            SequenceSet taken = failedSequences;
            failedSequences = new SequenceSet();
            return taken;
        }
    }

    void close() {
        producer.close();
    }
}
