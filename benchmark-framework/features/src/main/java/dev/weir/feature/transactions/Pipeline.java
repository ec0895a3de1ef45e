package dev.weir.feature.transactions;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.Driver;
import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.client.Reader;
import dev.weir.driver.client.ReaderSpec;
import dev.weir.driver.client.ReaderSupport;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.feature.transactions.PipelineSection.Transform;
import dev.weir.feature.transactions.TransactionClient.TransactionOutcome;
import dev.weir.feature.transactions.Transactions.PipelineResult;
import dev.weir.feature.transactions.Transactions.PipelineResult.PipelineClosed;
import dev.weir.measure.Counter;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.PhasedRecorder;
import dev.weir.plan.Assignment;
import dev.weir.plan.FeatureRole;
import dev.weir.result.document.RunClients.ClientOrigin;
import dev.weir.result.interval.LatencySummary;
import dev.weir.wire.message.Message;
import dev.weir.worker.client.LoadClient;
import dev.weir.worker.client.SnapshotBuilder;
import dev.weir.worker.message.Stamp;
import dev.weir.worker.recording.ErrorTally;
import dev.weir.worker.recording.RunMaterial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One instance of a pipeline, on a thread of its own: reads messages, writes them with stamp, key and headers unchanged, and
 * commits its read positions in the same transaction. After a failure it reads again: from the begin of an aborted
 * transaction, otherwise from what the group has committed.
 */
final class Pipeline implements ReceiveListener, SendListener, LoadClient {
    private static final Duration POLL = Duration.ofMillis(100);

    private final PipelineRole role;
    private final ReaderSupport reads;
    private final Clock clock;
    private final ErrorTally errors;
    private final TransactionClient client;
    private final Thread thread;
    private final AtomicReference<@Nullable Throwable> failure;
    private volatile boolean closing;
    private volatile Reader reader;
    private volatile Map<String, Double> metrics = Map.of();

    // Used by the pipeline's thread.
    private final List<Taken> batch = new ArrayList<>();
    private final PhasedRecorder begins = new PhasedRecorder(Latency.TRANSACTION_BEGIN);
    private final PhasedRecorder offsets = new PhasedRecorder(Latency.TRANSACTION_OFFSETS);
    private final PhasedRecorder commits = new PhasedRecorder(Latency.TRANSACTION_COMMIT);
    private final Counter passedOn = new Counter();

    // Written by the producer's callback thread.
    private final PhasedRecorder sends = new PhasedRecorder(Latency.TRANSACTION_SEND);

    private final List<PhasedRecorder> recorders = List.of(begins, sends, offsets, commits);

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Taken(int partition, long offset, byte @Nullable [] key, byte[] value, byte @Nullable [] header) {
        boolean isMeasured() {
            byte[] stamp = Stamp.carrier(value, header);
            return stamp.length >= Stamp.LENGTH && Stamp.isMeasured(stamp);
        }
    }

    /**
     * Opens the pipeline, which reads once it is started.
     *
     * @param headers headers of each message that it reads and writes, without the stamp
     */
    Pipeline(PipelineRole role, List<MessageHeader> headers, Driver driver, RunMaterial material) {
        this.role = role;
        this.reads = driver.reads().orElseThrow(() -> new IllegalStateException("the driver cannot read"));
        this.clock = material.clock();
        this.errors = material.errors();
        this.failure = material.failure();
        this.client = new TransactionClient(driver, role.clientId(), headers, this, clock, errors);
        try {
            this.reader = open();
        } catch (RuntimeException | Error e) {
            client.close();
            throw e;
        }
        this.thread = new Thread(this::run, role.clientId());
        thread.setDaemon(true);
    }

    private Reader open() {
        return reads.openReader(
                new ReaderSpec(role.clientId() + "-reader", role.input(), Optional.of(role.group()), List.of(), true));
    }

    /** The instances of an assignment. Each begins when it is opened. */
    static List<Callable<LoadClient>> opening(Assignment assignment, Driver driver, RunMaterial material) {
        return assignment.clients().ofFeature(PipelineRole.class).stream()
                .map(role -> (Callable<LoadClient>)
                        () -> new Pipeline(role, assignment.messages().headers(), driver, material).start())
                .toList();
    }

    /** Begins to read; returns this. */
    Pipeline start() {
        thread.start();
        return this;
    }

    private void run() {
        try {
            while (!closing) {
                step();
            }
        } catch (RuntimeException | Error e) {
            if (!closing) {
                failure.compareAndSet(null, e);
            }
        } finally {
            close(reader);
        }
    }

    private void close(Reader one) {
        try {
            one.close();
        } catch (DriverException e) {
            errors.add(e);
        }
    }

    private void step() {
        batch.clear();
        try {
            reader.poll(POLL, this);
        } catch (DriverException e) {
            errors.add(e);
            if (!closing) {
                client.pauseBeforeRetry(e);
                readFromCommitted();
            }
            return;
        }
        boolean committed = true;
        for (int from = 0; committed && from < batch.size(); from += role.messages()) {
            committed = passOn(from, Math.min(from + role.messages(), batch.size()));
        }
    }

    /** Passes messages of the batch on in one transaction; returns whether it was committed. */
    private boolean passOn(int from, int to) {
        boolean measured = batch.get(to - 1).isMeasured();
        TransactionOutcome outcome = transact(from, to, measured);
        if (outcome == TransactionOutcome.ABORTED) {
            client.pauseBeforeRetry(
                    new DriverException("each transaction is refused and aborted: see the client errors"));
            readAgain(from);
        } else if (outcome == TransactionOutcome.UNKNOWN) {
            errors.add(new DriverException("the outcome of a transaction is unknown"));
            readFromCommitted();
        }
        return outcome == TransactionOutcome.COMMITTED;
    }

    private TransactionOutcome transact(int from, int to, boolean measured) {
        long began = clock.epochNanos();
        client.begin();
        long begun = clock.epochNanos();
        long sent;
        try {
            Map<Integer, Long> next = send(from, to);
            sent = clock.epochNanos();
            client.producer().sendOffsets(reader, next);
        } catch (DriverException e) {
            if (closing) {
                throw e;
            }
            return client.recover(e);
        }
        long added = clock.epochNanos();
        TransactionOutcome outcome = client.commit();
        if (outcome == TransactionOutcome.COMMITTED) {
            begins.record(measured, begun - began);
            offsets.record(measured, added - sent);
            commits.record(measured, clock.epochNanos() - added);
            passedOn.add(to - from);
        }
        return outcome;
    }

    /** Sends messages of the batch; returns the position after them in each partition. */
    private Map<Integer, Long> send(int from, int to) {
        Map<Integer, Long> next = new HashMap<>();
        for (Taken each : batch.subList(from, to)) {
            long sequence = each.isMeasured() ? 1 : 0;
            long now = clock.epochNanos();
            client.producer().send(role.output(), each.partition, each.key, each.value, each.header, sequence, 0, now);
            next.put(each.partition, each.offset + 1);
        }
        return next;
    }

    /** Reads again from a message of the batch on, as far as its partitions are still this reader's. */
    private void readAgain(int from) {
        Map<Integer, Long> first = new HashMap<>();
        batch.subList(from, batch.size()).forEach(message -> first.merge(message.partition, message.offset, Math::min));
        try {
            Map<Integer, Long> own = reader.positions();
            first.forEach((partition, offset) -> {
                if (own.containsKey(partition)) {
                    reader.seek(partition, offset);
                }
            });
        } catch (DriverException e) {
            errors.add(e);
            readFromCommitted();
        }
    }

    /** Opens another reader, which begins at the committed offsets. The caller has paused for the retry. */
    private void readFromCommitted() {
        while (!closing) {
            try {
                Reader old = reader;
                // Before the old reader leaves, because a group without readers may be deleted.
                reader = open();
                close(old);
                return;
            } catch (DriverException e) {
                errors.add(e);
                if (!closing) {
                    client.pauseBeforeRetry(e);
                }
            }
        }
    }

    @Override
    public void batch(int count) {}

    @Override
    public void received(int partition, long offset, byte[] value, byte @Nullable [] header) {
        received(partition, offset, null, value, header);
    }

    @Override
    public void received(int partition, long offset, byte @Nullable [] key, byte[] value, byte @Nullable [] header) {
        byte[] changed = value.clone();
        boolean stamped = header == null && value.length >= Stamp.LENGTH;
        role.transform().apply(changed, stamped ? Stamp.LENGTH : 0);
        batch.add(new Taken(partition, offset, copy(key), changed, copy(header)));
    }

    private static byte @Nullable [] copy(byte @Nullable [] array) {
        return array == null ? null : array.clone();
    }

    @Override
    public void failed(Throwable cause, boolean fatal) {
        errors.add(cause);
    }

    /** Records a send, whose sequence is 1 if the message was due in the measurement. */
    @Override
    public void acknowledged(int partition, long sequence, long intendedNanos, long sentNanos) {
        sends.record(sequence == 1, clock.epochNanos() - sentNanos);
    }

    /** Counts the error; the end of the transaction decides about the message. */
    @Override
    public void failed(int partition, long sequence, long intendedNanos, long sentNanos, Throwable cause) {
        errors.add(cause);
    }

    @Override
    public void drainInto(SnapshotBuilder snapshot) {
        recorders.forEach(recorder -> recorder.drainInto(snapshot.warmup(), snapshot.measured()));
        client.drainInto(snapshot);
        snapshot.throttledSending(this, client.producer().throttledNanos());
        snapshot.throttledReceiving(this, reader.throttledNanos());
    }

    @Override
    public Optional<Message> figures() {
        var measured = new LatencySet();
        recorders.forEach(recorder -> recorder.addAllMeasuredTo(measured));
        var origin = new ClientOrigin("", role.clientId());
        Map<String, LatencySummary> latency = LatencySummary.byName(measured);
        var result = new PipelineResult(
                role.instance(),
                origin,
                role.input(),
                role.output(),
                passedOn.get(),
                client.counts(),
                latency,
                metrics);
        return Optional.of(new PipelineClosed(result));
    }

    @Override
    public void close(Deadline deadline) throws InterruptedException {
        closing = true;
        reader.wakeUp();
        // A transaction in progress is finished, if that is quick.
        thread.join(Math.max(1, deadline.remainingNanos() / 2_000_000));
        metrics = client.producer().metrics();
        client.close();
        thread.join(Math.max(1, deadline.remainingNanos() / 1_000_000));
        if (thread.isAlive()) {
            throw new DriverException(role.clientId() + " did not end in time: its client blocks");
        }
    }

    /**
     * An instance of a pipeline that a worker runs.
     *
     * @param instance its number in the run, from 0
     * @param clientId name in the clients' logs and the system's metrics, unique in the run
     * @param input topic that it reads
     * @param group group that shares the input
     * @param output topic that it writes, in the partition from which it read
     * @param messages largest number of messages in a transaction
     */
    record PipelineRole(
            int instance, String clientId, String input, String group, String output, int messages, Transform transform)
            implements FeatureRole {
        @Override
        public Optional<String> relayGroup() {
            return Optional.of(group);
        }
    }
}
