package dev.weir.worker.sender;

import dev.weir.audit.SequenceLog;
import dev.weir.audit.SequenceSet;
import dev.weir.clock.Clock;
import dev.weir.driver.Driver;
import dev.weir.driver.client.ConnectionListener;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.measure.ConnectionCounts;
import dev.weir.measure.Counter;
import dev.weir.measure.Counts;
import dev.weir.measure.GapRecorder;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.LatencySource;
import dev.weir.measure.MeasurementWindow;
import dev.weir.measure.PairRecorder;
import dev.weir.measure.RequestCounts;
import dev.weir.measure.TopicGaps;
import dev.weir.pacing.Arrivals;
import dev.weir.pacing.FlightWindow;
import dev.weir.pacing.InFlight;
import dev.weir.pacing.Pacer;
import dev.weir.pacing.PacingPrecision;
import dev.weir.pacing.Schedule;
import dev.weir.pacing.SendTimer;
import dev.weir.plan.Assignment;
import dev.weir.plan.ProducerRole;
import dev.weir.wire.message.Message;
import dev.weir.worker.client.SnapshotBuilder;
import dev.weir.worker.message.KeyPicker;
import dev.weir.worker.message.PartitionPicker;
import dev.weir.worker.message.PayloadPool;
import dev.weir.worker.message.PayloadWriter;
import dev.weir.worker.message.RandomStream;
import dev.weir.worker.recording.CensoredMessages;
import dev.weir.worker.recording.ErrorTally;
import dev.weir.worker.recording.Recorders;
import dev.weir.worker.recording.RunMaterial;
import dev.weir.worker.transaction.TransactionStream;
import dev.weir.workload.load.LoadShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs one producer: sends what the schedule contains, on a thread that no other producer shares, and records the
 * latencies of publishing. {@code i} comes from the {@link Pacer}, {@code s} is the clock reading that found the
 * message due, {@code r} is read when the send call has returned, {@code a} in the client's callback.
 */
final class Sender implements TransactionStream.Outcomes {
    /**
     * A message that the sender itself delays by this much more than the pacing precision is late. If the precision is
     * smaller, {@code catchUp: skip} also skips messages that are later than this.
     */
    private static final long LATE_NANOS = 1_000_000;

    private final Assignment assignment;
    private final ProducerRole role;
    private final Clock clock;
    private final MeasurementWindow window;
    private final KeyPicker keys;
    private final PayloadPool pool;
    private final PayloadWriter payloads;
    private final @Nullable PartitionPicker partitions;
    private int partition = -1;
    private final ErrorTally errors;
    private final boolean timesAcknowledgements;
    private final PacingPrecision precision;
    private final @Nullable InFlight inFlight;
    private final LongSupplier unresolved = this::unresolved;
    private final boolean isUnlimited;
    private final long leastUnderWay;
    private final @Nullable TransactionStream transactions;
    private final @Nullable InterleavedReads reads;
    private final Producer producer;

    // Written by the sender's thread.
    private volatile @Nullable Thread thread;
    private @Nullable BlockedTime inSendCall;
    private final boolean sharesRecorders;
    private final PairRecorder sendRecorder;
    private final long lateNanos;
    private final SendLateness lateness;
    private final RecentSends recent = new RecentSends();
    private final Counter sent = new Counter();
    private final boolean mixedSizes;
    private final Counter sentBytes = new Counter();
    private volatile long unsent;
    private volatile long skipped;
    private volatile Map<String, Double> metrics = Map.of();

    // Written by the client's callback thread; with transactions by the sender's.
    private final PairRecorder acknowledgementRecorder;
    private final GapRecorder gaps;
    private final GapRecorder gapsOfAll;
    private final @Nullable RequestTimes requests;
    private final @Nullable ConnectionRecorder connections;
    private final Counter acknowledged = new Counter();
    private final SequenceLog acknowledgedSequences;

    private final Counter aborted = new Counter();

    // Written by either thread.
    /** All that it records but {@link #censored}. */
    private final List<LatencySource> latencies;

    private final CensoredMessages censored;
    private final LongAdder failed = new LongAdder();
    private SequenceSet failedSequences = new SequenceSet();
    private SequenceSet abortedSequences = new SequenceSet();

    Sender(Assignment assignment, ProducerRole role, Driver driver, RunMaterial material) {
        this.assignment = assignment;
        this.role = role;
        this.clock = material.clock();
        this.window = material.window();
        this.keys = new KeyPicker(assignment.messages().keys(), assignment.seed(), role.producer());
        this.partitions = assignment.messages().partitionWeights().isNone()
                ? null
                : new PartitionPicker(
                        assignment.messages().partitionWeights(),
                        role.partitions(),
                        assignment.seed(),
                        role.producer());
        this.pool = material.payloads();
        this.payloads = new PayloadWriter(
                pool,
                assignment.runTag(),
                role.producer(),
                assignment.seed(),
                pool.fitsTimes(assignment.clients().producers().size()));
        this.mixedSizes = pool.isMixed();
        this.errors = material.errors();
        this.timesAcknowledgements = driver.acknowledges();
        this.precision = material.precision();
        int limit = assignment.load().shape().inFlight();
        this.inFlight = limit > 0 ? new InFlight(limit) : null;
        boolean scheduled = assignment.load().scheduled();
        boolean transactional = assignment.load().transactions().isWanted();
        this.isUnlimited = !scheduled && inFlight == null && timesAcknowledgements && !transactional;
        this.leastUnderWay = FlightWindow.leastMessages(
                driver.pipelineBytes(), assignment.messages().meanStoredBytes());
        this.lateNanos = LATE_NANOS + precision.precisionNanos();
        Recorders recorders = material.recorders();
        this.sharesRecorders = recorders.producersShare();
        this.lateness = new SendLateness(lateNanos, recorders.late());
        this.sendRecorder = recorders.ofProducer(Latency.SEND_DELAY, Latency.SEND_CALL, role.producer());
        this.acknowledgementRecorder =
                recorders.ofProducer(Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE, role.producer());
        this.gaps = recorders.gaps().of(role.topic(), TopicGaps.PUBLISHING, role.partitions());
        this.gapsOfAll = recorders.gaps().ofAll(TopicGaps.PUBLISHING);
        this.acknowledgedSequences = SequenceLog.ofAcknowledged(assignment.audited(), sharesRecorders);
        LoadShape shape = assignment.load().shape();
        this.censored = new CensoredMessages(clock, window, scheduled, timesAcknowledgements, !shape.reads());
        this.requests =
                shape.isInRequests() && timesAcknowledgements ? new RequestTimes(shape.records(), scheduled) : null;
        this.reads = shape.reads() ? new InterleavedReads(assignment, role, driver, material) : null;
        this.connections = assignment.clients().connections().areWanted()
                ? new ConnectionRecorder(assignment.clients().connections().perProducer(), clock, window, errors)
                : null;
        // The last statements: from here on the client's thread may call.
        this.transactions = transactional ? new TransactionStream(assignment, role, driver, material, this) : null;
        this.latencies = latencies();
        this.producer = transactions != null ? transactions : openProducer(driver);
    }

    private List<LatencySource> latencies() {
        List<LatencySource> sources = new ArrayList<>();
        if (!sharesRecorders) {
            sources.add(sendRecorder);
            sources.add(acknowledgementRecorder);
        }
        if (transactions != null) {
            sources.addAll(transactions.latencies());
        }
        if (requests != null) {
            sources.addAll(requests.latencies());
        }
        if (reads != null) {
            sources.addAll(reads.latencies());
        }
        if (connections != null) {
            sources.addAll(connections.latencies());
        }
        return sources;
    }

    private Producer openProducer(Driver driver) {
        try {
            return driver.openProducer(
                    new ProducerSpec(
                            role.clientId(),
                            role.topic(),
                            role.partitions(),
                            assignment.clients().connections().ofOne(assignment.totalProducers()),
                            assignment.messages().headers()),
                    this);
        } catch (RuntimeException e) {
            closeReads();
            throw e;
        }
    }

    /**
     * Sends a message to each partition that this producer has to prove; no figure counts these messages. The first one
     * is as large as any of the load, so that a limit of the system shows before the load. On the sender's thread.
     */
    void sendProbes() {
        UncountedMessages probes = uncounted();
        List<Integer> probed = role.probedPartitions();
        for (int i = 0; i < probed.size(); i++) {
            if (i == 0) {
                probes.sendLargest(probed.get(i));
            } else {
                probes.send(probed.get(i));
            }
        }
        endTransaction();
    }

    /**
     * Sends the messages that are to be read, and waits until they can be read. No figure counts them. Does nothing if
     * nothing is to be read. Called before the sender's thread starts.
     */
    void fillForReads() {
        if (reads == null) {
            return;
        }
        int filled = reads.partition();
        UncountedMessages filling = uncounted();
        reads.fill(messages -> {
            for (int message = 0; message < messages; message++) {
                filling.send(filled);
            }
        });
    }

    private UncountedMessages uncounted() {
        return new UncountedMessages(assignment, role, pool, producer, clock);
    }

    private void endTransaction() {
        if (transactions != null) {
            transactions.end();
        }
    }

    /** Sends what is due, until the schedule ends. On the sender's thread. */
    void sendAll(Schedule schedule) {
        LoadShape shape = assignment.load().shape();
        long skipLate = shape.skipsLate() ? lateNanos : Pacer.NEVER_SKIP;
        var pacer = new Pacer(schedule, arrivals(shape), new SendTimer(clock, precision), skipLate, censored);
        // If there is almost no work between two messages, the end of one send call is the begin of the next.
        boolean readsAgain = payloads.copies() || keys.picks() || partitions != null;
        long sequence = 0;
        int segment = pacer.segment();
        byte[] key = prepareNext();
        long now = clock.epochNanos();
        var blocked = new BlockedTime(producer);
        inSendCall = blocked;
        thread = Thread.currentThread();
        FlightWindow flight = isUnlimited ? new FlightWindow(leastUnderWay, this::resolvedMessages, now) : null;
        while (pacer.awaitNext(now)) {
            long intendedNanos = pacer.intendedNanos();
            long sentNanos = pacer.nowNanos();
            if (segment != pacer.segment()) {
                segment = pacer.segment();
                key = prepareFirstOf(segment);
            }
            if (reads != null && reads.readsInstead(intendedNanos, sentNanos)) {
                now = clock.epochNanos();
                lateness.hasRead(window.isOpen(sentNanos), now);
                continue;
            }
            boolean measured = window.includes(intendedNanos);
            lateness.sends(measured, intendedNanos, sentNanos);
            recent.add(intendedNanos);
            sent.increment();
            byte[] value = payloads.stamped(measured, sequence, intendedNanos, sentNanos);
            if (mixedSizes) {
                sentBytes.add(value.length);
            }
            producer.send(partition, key, value, payloads.header(), sequence, intendedNanos, sentNanos);
            long returnedNanos = clock.epochNanos();
            sendRecorder.record(measured, sentNanos - intendedNanos, returnedNanos - sentNanos);
            sequence++;
            key = prepareNext();
            now = readsAgain ? clock.epochNanos() : returnedNanos;
            lateness.ready(window.isOpen(sentNanos), now, blocked.after(returnedNanos - sentNanos));
            if (flight != null && !flight.isOpen(sequence)) {
                now = awaitOpen(flight, sequence, pacer);
            } else if (inFlight != null) {
                now = awaitRoom(inFlight, pacer);
            }
        }
        endTransaction();
        skipped = pacer.skipped();
        unsent = pacer.unsent();
    }

    private Arrivals arrivals(LoadShape shape) {
        int producer = role.producer();
        int producers = assignment.totalProducers();
        int records = shape.records();
        return switch (shape.arrival()) {
            case UNIFORM -> Arrivals.uniform(producer, producers, records);
            case BURST -> Arrivals.bursts(producer, producers, records, shape.burstPeriodNanos());
            case POISSON ->
                Arrivals.poisson(
                        producers,
                        records,
                        segment -> RandomStream.ARRIVAL.ofSegment(assignment.seed(), producer, segment));
        };
    }

    /** Waits until there is room in flight, or the load has ended; returns a new reading of the clock. */
    private long awaitOpen(FlightWindow flight, long sequence, Pacer pacer) {
        long now = clock.epochNanos();
        while (!flight.isOpen(sequence) && !isOver(pacer, now)) {
            flight.await(sequence, now);
            now = clock.epochNanos();
        }
        return now;
    }

    /** Waits for an answer, or the end of the load; returns a new reading of the clock. */
    private long awaitRoom(InFlight closedLoop, Pacer pacer) {
        boolean room = closedLoop.hasRoom(unresolved);
        long now = clock.epochNanos();
        while (!room && !isOver(pacer, now)) {
            room = closedLoop.hasRoom(unresolved);
            now = clock.epochNanos();
        }
        return now;
    }

    private static boolean isOver(Pacer pacer, long now) {
        return pacer.hasEnded(now) || Thread.currentThread().isInterrupted();
    }

    private long resolvedMessages() {
        return acknowledged.get() + failed.sum() + aborted.get();
    }

    private long unresolved() {
        return sent.get() - resolvedMessages();
    }

    private void resolved() {
        if (inFlight != null) {
            inFlight.resolved();
        }
    }

    /** Prepares the first message of a segment again, from the random numbers of that segment. */
    private byte @Nullable [] prepareFirstOf(int segment) {
        keys.beginSegment(segment);
        payloads.beginSegment(segment);
        if (partitions != null) {
            partitions.beginSegment(segment);
        }
        if (transactions != null) {
            transactions.beginSegment(segment);
        }
        if (reads != null) {
            reads.beginSegment(segment);
        }
        return prepareNext();
    }

    private byte @Nullable [] prepareNext() {
        payloads.prepare();
        if (partitions != null) {
            partition = partitions.next();
        }
        return keys.next();
    }

    @Override
    public void acknowledged(int partition, long sequence, long intendedNanos, long sentNanos) {
        long now = timesAcknowledgements ? clock.epochNanos() : 0;
        acknowledged(sequence, intendedNanos, sentNanos, now);
        progress(partition, sentNanos, now);
    }

    @Override
    public void acknowledged(int partition, long[] messages, int count) {
        long now = timesAcknowledgements ? clock.epochNanos() : 0;
        for (int at = 0; at < 3 * count; at += 3) {
            acknowledged(messages[at], messages[at + 1], messages[at + 2], now);
        }
        // The first message of a batch has waited for longest.
        progress(partition, messages[2], now);
    }

    private void progress(int partition, long sentNanos, long nowNanos) {
        if (timesAcknowledgements) {
            gaps.progress(partition, sentNanos, nowNanos);
            gapsOfAll.progress(0, sentNanos, nowNanos);
        }
    }

    private void acknowledged(long sequence, long intendedNanos, long sentNanos, long now) {
        if (sequence < 0) {
            return;
        }
        if (timesAcknowledgements) {
            boolean measured = window.includes(intendedNanos);
            acknowledgementRecorder.record(measured, now - intendedNanos, now - sentNanos);
            if (requests != null) {
                requests.acknowledged(measured, sequence, intendedNanos, sentNanos, now);
            }
        }
        acknowledged.increment();
        acknowledgedSequences.append(role.producer(), sequence, 0);
        resolved();
    }

    @Override
    public void failed(int partition, long sequence, long intendedNanos, long sentNanos, Throwable cause) {
        errors.add(cause);
        if (sequence < 0) {
            return;
        }
        if (Thread.currentThread() == thread && inSendCall != null) {
            inSendCall.callFails();
        }
        // Before the message counts as resolved, because a worker takes its last snapshot after the last one.
        censored.failed(intendedNanos, sentNanos);
        failed.increment();
        long now = clock.epochNanos();
        gaps.givenUp(partition, sentNanos, now);
        gapsOfAll.givenUp(0, sentNanos, now);
        if (requests != null) {
            requests.failed(sequence);
        }
        if (assignment.audited()) {
            synchronized (failed) {
                failedSequences.add(role.producer(), sequence);
            }
        }
        resolved();
    }

    @Override
    public void aborted(long sequence) {
        if (sequence < 0) {
            return;
        }
        aborted.increment();
        long now = clock.epochNanos();
        gapsOfAll.progress(0, now, now);
        if (assignment.audited()) {
            synchronized (failed) {
                abortedSequences.add(role.producer(), sequence);
            }
        }
    }

    @Override
    public ConnectionListener connections() {
        return connections == null ? ConnectionListener.NONE : connections;
    }

    int producer() {
        return role.producer();
    }

    /**
     * Returns whether each message that it has sent was acknowledged, aborted or given up. After it has stopped
     * sending, this stays true.
     */
    boolean isResolved() {
        return unresolved() <= 0;
    }

    /** Returns how many of its recent messages were due at a time or later. Any thread. */
    long sentOfThoseDueFrom(long nanos) {
        return recent.countFrom(nanos, sent.get());
    }

    Message.LoadEnded ended() {
        return new Message.LoadEnded(unsent, skipped, List.of(lateness.work()));
    }

    Counts counts() {
        long messages = sent.get();
        long bytes = mixedSizes
                ? sentBytes.get() + messages * assignment.messages().headerBytes()
                : messages * assignment.messages().meanBytes();
        long failedReads = reads == null ? 0 : reads.failures();
        return new Counts(
                new Counts.Sends(messages, bytes, acknowledged.get(), failed.sum(), aborted.get()),
                new Counts.Receipts(0, 0, failedReads, 0, 0));
    }

    private RequestCounts requestCounts() {
        int records = assignment.load().shape().records();
        long answered = requests == null ? 0 : requests.answered();
        long unanswered = requests == null ? 0 : (sent.get() + records - 1) / records - answered;
        return reads == null ? new RequestCounts(answered, unanswered, 0, 0, 0, 0) : reads.counts(answered, unanswered);
    }

    void drainInto(SnapshotBuilder snapshot) {
        latencies.forEach(source -> source.drainInto(snapshot.warmup(), snapshot.measured()));
        censored.drainInto(snapshot.warmup(), snapshot.measured());
        if (!sharesRecorders) {
            lateness.drainInto(snapshot.lateSends());
        }
        SequenceSet acknowledgedNow = acknowledgedSequences.collect().sequences();
        synchronized (failed) {
            snapshot.sent(acknowledgedNow, failedSequences, abortedSequences);
            failedSequences = new SequenceSet();
            abortedSequences = new SequenceSet();
        }
        if (transactions != null) {
            snapshot.transactions(transactions.counts());
        }
        snapshot.throttledSending(this, producer.throttledNanos());
    }

    /** Returns its figures for the whole run. */
    Message.ProducerClosed figures() {
        var measured = new LatencySet();
        latencies.forEach(source -> source.addAllMeasuredTo(measured));
        if (!sharesRecorders) {
            censored.addAllMeasuredTo(measured);
        }
        return new Message.ProducerClosed(
                role.producer(),
                counts(),
                unsent,
                requestCounts(),
                connections == null ? ConnectionCounts.NONE : connections.counts(),
                measured,
                metrics);
    }

    void close() {
        if (reads != null) {
            reads.end();
        }
        metrics = producer.metrics();
        producer.close();
    }

    /** Closes the reader; the last step on the sender's thread. */
    void closeReads() {
        if (reads != null) {
            reads.close();
        }
    }
}
