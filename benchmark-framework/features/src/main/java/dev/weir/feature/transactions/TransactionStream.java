package dev.weir.feature.transactions;

import dev.weir.clock.Clock;
import dev.weir.driver.Driver;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.feature.transactions.TransactionClient.TransactionOutcome;
import dev.weir.feature.transactions.TransactionSection.TransactionSpec;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySource;
import dev.weir.measure.MeasurementWindow;
import dev.weir.measure.PhasedRecorder;
import dev.weir.plan.Assignment;
import dev.weir.plan.ProducerRole;
import dev.weir.worker.client.SenderPart;
import dev.weir.worker.client.SnapshotBuilder;
import dev.weir.worker.message.RandomStream;
import dev.weir.worker.message.Stamp;
import dev.weir.worker.recording.ErrorTally;
import dev.weir.worker.recording.RunMaterial;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A producer that lets a {@code Sender} send in transactions without knowing them. The first message begins a
 * transaction, the last one ends it, and the sender waits for that; messages due meanwhile keep their intended times. A
 * message counts as acknowledged when its transaction is committed, because an application must not rely on it before.
 */
final class TransactionStream implements Producer, SendListener, SenderPart {
    private final ProducerRole role;
    private final Clock clock;
    private final MeasurementWindow window;
    private final ErrorTally errors;
    private final TransactionSpec spec;
    private final long seed;
    private SplittableRandom random;
    private final Outcomes outcomes;
    private final TransactionClient client;
    private volatile boolean aborting;

    // Written by the sender's thread.
    private final PhasedRecorder begins = new PhasedRecorder(Latency.TRANSACTION_BEGIN);
    private final PhasedRecorder commits = new PhasedRecorder(Latency.TRANSACTION_COMMIT);
    private final PhasedRecorder aborts = new PhasedRecorder(Latency.TRANSACTION_ABORT);
    private final long[] sequences;
    private final long[] intended;
    private final long[] sent;
    private int count;
    private long beginNanos;
    private boolean isToBeAborted;

    // Written by the client's callback thread.
    private final PhasedRecorder sends = new PhasedRecorder(Latency.TRANSACTION_SEND);

    private TransactionStream(
            TransactionSpec spec,
            Assignment assignment,
            ProducerRole role,
            Driver driver,
            RunMaterial material,
            Outcomes outcomes) {
        this.role = role;
        this.clock = material.clock();
        this.window = material.window();
        this.errors = material.errors();
        this.spec = spec;
        this.seed = assignment.seed();
        this.random = RandomStream.ABORT_CHOICE.ofProducer(assignment.seed(), role.producer());
        this.outcomes = outcomes;
        this.sequences = new long[spec.messages()];
        this.intended = new long[spec.messages()];
        this.sent = new long[spec.messages()];
        // The last statement: from here on the client's thread may call.
        this.client = new TransactionClient(
                driver, role.clientId(), assignment.messages().headers(), this, clock, errors);
    }

    static Optional<SenderPart> of(
            Assignment assignment, ProducerRole role, Driver driver, RunMaterial material, Outcomes outcomes) {
        Optional<TransactionSpec> wanted = assignment.load().ofFeature(TransactionSpec.class);
        return wanted.map(spec -> new TransactionStream(spec, assignment, role, driver, material, outcomes));
    }

    @Override
    public Optional<Producer> producer() {
        return Optional.of(this);
    }

    @Override
    public void send(
            int partition,
            byte @Nullable [] key,
            byte[] value,
            byte @Nullable [] header,
            long sequence,
            long intendedNanos,
            long sentNanos) {
        if (count == 0) {
            begin(sequence);
        }
        sequences[count] = sequence;
        intended[count] = intendedNanos;
        sent[count] = sentNanos;
        count++;
        boolean isLast = count == spec.messages();
        if (isLast && sequence >= 0) {
            Stamp.markLast(Stamp.carrier(value, header));
        }
        try {
            client.producer().send(role.topic(), partition, key, value, header, sequence, intendedNanos, sentNanos);
        } catch (DriverException e) {
            settle(client.recover(e));
            return;
        }
        if (isLast) {
            complete();
        }
    }

    private void begin(long sequence) {
        // Probes must arrive, so their transactions are not aborted.
        isToBeAborted = sequence >= 0 && random.nextDouble() < spec.abortRatio();
        long now = clock.epochNanos();
        client.begin();
        beginNanos = clock.epochNanos() - now;
    }

    @Override
    public void beginSegment(int segment) {
        random = RandomStream.ABORT_CHOICE.ofSegment(seed, role.producer(), segment);
    }

    /** Ends the open transaction, if there is one, however few messages it has. */
    @Override
    public void complete() {
        if (count == 0) {
            return;
        }
        boolean isMeasured = window.includes(intended[count - 1]);
        boolean isProbe = sequences[count - 1] < 0;
        long now = clock.epochNanos();
        aborting = isToBeAborted;
        TransactionOutcome outcome = isToBeAborted ? client.abort() : client.commit();
        aborting = false;
        long took = clock.epochNanos() - now;
        if (!isProbe) {
            begins.record(isMeasured, beginNanos);
            if (outcome == TransactionOutcome.COMMITTED) {
                commits.record(isMeasured, took);
            } else if (isToBeAborted && outcome == TransactionOutcome.ABORTED) {
                aborts.record(isMeasured, took);
            }
        }
        settle(outcome);
    }

    private void settle(TransactionOutcome outcome) {
        int ended = count;
        count = 0;
        switch (outcome) {
            case COMMITTED -> {
                for (int i = 0; i < ended; i++) {
                    outcomes.acknowledged(-1, sequences[i], intended[i], sent[i]);
                }
            }
            case ABORTED -> {
                for (int i = 0; i < ended; i++) {
                    outcomes.aborted(sequences[i]);
                }
            }
            case UNKNOWN -> {
                var cause =
                        new DriverException("the outcome of a transaction is unknown: the producer was opened anew");
                for (int i = 0; i < ended; i++) {
                    outcomes.failed(-1, sequences[i], intended[i], sent[i], cause);
                }
            }
        }
    }

    /** Records the time to the acknowledgement; the outcome of the transaction is still unknown. */
    @Override
    public void acknowledged(int partition, long sequence, long intendedNanos, long sentNanos) {
        if (sequence >= 0) {
            sends.record(window.includes(intendedNanos), clock.epochNanos() - sentNanos);
        }
    }

    /** Counts the error; the end of the transaction decides about the message. */
    @Override
    public void failed(int partition, long sequence, long intendedNanos, long sentNanos, Throwable cause) {
        if (!aborting) {
            errors.add(cause);
        }
    }

    @Override
    public void drainInto(SnapshotBuilder snapshot) {
        client.drainInto(snapshot);
    }

    @Override
    public List<LatencySource> latencies() {
        return List.of(begins, sends, commits, aborts);
    }

    @Override
    public long throttledNanos() {
        return client.producer().throttledNanos();
    }

    @Override
    public Map<String, Double> metrics() {
        return client.producer().metrics();
    }

    @Override
    public void close() {
        client.close();
    }
}
