package dev.weir.worker.sender;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.Driver;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.exception.DriverException;
import dev.weir.feature.Features;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.LatencySource;
import dev.weir.measure.MeasurementWindow;
import dev.weir.measure.PairRecorder;
import dev.weir.measure.RequestCounts;
import dev.weir.pacing.Arrivals;
import dev.weir.pacing.FlightWindow;
import dev.weir.pacing.InFlight;
import dev.weir.pacing.Pacer;
import dev.weir.pacing.Schedule;
import dev.weir.pacing.SendTimer;
import dev.weir.plan.Assignment;
import dev.weir.plan.ProducerRole;
import dev.weir.wire.message.Message;
import dev.weir.worker.client.LoadClient;
import dev.weir.worker.client.SenderPart;
import dev.weir.worker.client.SnapshotBuilder;
import dev.weir.worker.message.RandomStream;
import dev.weir.worker.recording.Recorders;
import dev.weir.worker.recording.RunMaterial;
import dev.weir.workload.load.LoadShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs one producer: sends what the schedule contains, and records the latencies of publishing. {@code i} comes from
 * the {@link Pacer}, {@code s} is the clock reading that found the message due, {@code r} is read when the send call
 * has returned, {@code a} in the client's callback. It has a thread of its own, so that a producer that blocks in its
 * client delays no other. The methods of {@link LoadClient} are called by other threads.
 */
public final class Sender implements LoadClient {
    private static final long UNCOUNTED_SEQUENCE = -1;

    /**
     * A message that the sender itself delays by this much more than the pacing precision is late. If the precision is
     * smaller, {@code catchUp: skip} also skips messages that are later than this.
     */
    private static final long LATE_NANOS = 1_000_000;

    private final Assignment assignment;
    private final ProducerRole role;
    private final RunMaterial material;
    private final Clock clock;
    private final NextMessage next;
    private final @Nullable InFlight inFlight;
    private final LongSupplier unresolved = this::unresolved;
    private final SenderPart[] parts;
    private final Producer producer;
    private final SendOutcomes outcomes;

    /** The fewest messages under way, if nothing but the system limits the load. */
    private final OptionalLong leastUnderWay;

    // Written by the sender's thread.
    private final PairRecorder recorder;
    private final SendLateness lateness;
    private final SentMessages sent;
    private volatile Message.LoadEnded ended = Message.LoadEnded.NOTHING;
    private volatile Map<String, Double> metrics = Map.of();

    /** Latencies that no other sender records, without the lower bounds of {@link SendOutcomes#censored}. */
    private final List<LatencySource> latencies;

    private final ExecutorService thread;
    private volatile @Nullable Thread running;
    private volatile boolean doneSending;

    public static List<Callable<LoadClient>> opening(Assignment assignment, Driver driver, RunMaterial material) {
        return assignment.clients().producers().stream()
                .map(role -> (Callable<LoadClient>) () -> new Sender(assignment, role, driver, material))
                .toList();
    }

    private Sender(Assignment assignment, ProducerRole role, Driver driver, RunMaterial material) {
        this.assignment = assignment;
        this.role = role;
        this.material = material;
        this.clock = material.clock();
        this.next = new NextMessage(assignment, role, material.payloads(), true);
        LoadShape shape = assignment.load().shape();
        boolean acknowledges = driver.acknowledges();
        this.inFlight = shape.inFlight() > 0 ? new InFlight(shape.inFlight()) : null;
        this.outcomes = new SendOutcomes(assignment, role, material, acknowledges, inFlight);
        Recorders recorders = material.recorders();
        this.lateness = new SendLateness(lateNanos(), recorders.late());
        this.recorder = recorders.ofProducer(Latency.SEND_DELAY, Latency.SEND_CALL, role.producer());
        this.sent = new SentMessages(material.payloads().isMixed());
        this.thread = Executors.newSingleThreadExecutor(task -> {
            var made = new Thread(task, "sender-" + role.producer());
            made.setDaemon(true);
            running = made;
            return made;
        });
        List<SenderPart> opened = new ArrayList<>();
        try {
            for (SenderPart.Maker maker : Features.in(SenderPart.Maker.class)) {
                maker.of(assignment, role, driver, material, outcomes).ifPresent(opened::add);
            }
            this.parts = opened.toArray(SenderPart[]::new);
            this.latencies = latencies();
            outcomes.passOnTo(parts);
            Optional<Producer> ofPart =
                    opened.stream().flatMap(part -> part.producer().stream()).findFirst();
            boolean isUnlimited =
                    !assignment.load().scheduled() && inFlight == null && acknowledges && ofPart.isEmpty();
            this.leastUnderWay = isUnlimited
                    ? OptionalLong.of(FlightWindow.leastMessages(
                            driver.pipelineBytes(), assignment.messages().meanStoredBytes()))
                    : OptionalLong.empty();
            // The last statement: from here on the client's thread may call.
            this.producer = ofPart.orElseGet(() -> openProducer(driver));
        } catch (RuntimeException e) {
            opened.forEach(part -> {
                part.producer().ifPresent(Producer::close);
                part.release();
            });
            throw e;
        }
    }

    private long lateNanos() {
        return LATE_NANOS + material.precision().precisionNanos();
    }

    private boolean sharesRecorders() {
        return material.recorders().producersShare();
    }

    private List<LatencySource> latencies() {
        List<LatencySource> sources = new ArrayList<>(outcomes.latencies());
        if (!sharesRecorders()) {
            sources.add(recorder);
        }
        forEachPart(part -> sources.addAll(part.latencies()));
        return sources;
    }

    private Producer openProducer(Driver driver) {
        return driver.openProducer(
                new ProducerSpec(
                        role.clientId(),
                        role.topic(),
                        role.partitions(),
                        assignment.clients().connections().ofOne(assignment.totalProducers()),
                        assignment.messages().headers()),
                outcomes);
    }

    /**
     * Lets the sender's thread send a message to each partition that this producer has to prove; no figure counts these
     * messages. The first one is as large as any of the load, so that a limit of the system shows before the load.
     */
    @Override
    public void sendProbes() {
        thread.execute(() -> guarded(() -> {
            var probes = new NextMessage(assignment, role, material.payloads(), false);
            List<Integer> probed = role.probedPartitions();
            for (int i = 0; i < probed.size(); i++) {
                if (i == 0) {
                    probes.prepareLargest();
                } else {
                    probes.prepare();
                }
                sendUncounted(probes, probed.get(i));
            }
            forEachPart(SenderPart::complete);
        }));
    }

    /** Sends what its parts need in the system before the load. Called before the sender's thread starts. */
    @Override
    public void fill() {
        forEachPart(part -> {
            var messages = new NextMessage(assignment, role, material.payloads(), false);
            part.fill(partition -> {
                messages.prepare();
                sendUncounted(messages, partition);
            });
        });
    }

    /**
     * Sends a prepared message that no figure counts. Such messages are like those of the load, because systems refuse
     * some messages: without a key, too large, or of another format. They are drawn apart from the load, because their
     * number must not affect its messages.
     */
    private void sendUncounted(NextMessage message, int partition) {
        long now = clock.epochNanos();
        byte[] value = message.stamped(false, UNCOUNTED_SEQUENCE, now, now);
        producer.send(partition, message.key(), value, message.header(), UNCOUNTED_SEQUENCE, now, now);
    }

    private void forEachPart(Consumer<SenderPart> action) {
        for (SenderPart part : parts) {
            action.accept(part);
        }
    }

    @Override
    public void start(Schedule schedule) {
        thread.execute(() -> {
            guarded(() -> sendAll(schedule));
            doneSending = true;
        });
    }

    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            material.failure().compareAndSet(null, e);
        }
    }

    @Override
    public void scheduleChanged() {
        LockSupport.unpark(running);
    }

    /** Sends what is due, until the schedule ends. On the sender's thread. */
    private void sendAll(Schedule schedule) {
        LoadShape shape = assignment.load().shape();
        long skipLate = shape.skipsLate() ? lateNanos() : Pacer.NEVER_SKIP;
        var pacer =
                new Pacer(schedule, arrivals(shape), new SendTimer(clock, material.precision()), skipLate, leftOut());
        // If there is almost no work between two messages, the end of one send call is the begin of the next.
        boolean readsAgain = next.takesTime();
        long sequence = 0;
        int segment = pacer.segment();
        next.prepare();
        long now = clock.epochNanos();
        var blocked = new BlockedTime(producer);
        outcomes.measuresCalls(blocked);
        MeasurementWindow window = material.window();
        FlightWindow flight =
                leastUnderWay.isPresent() ? new FlightWindow(leastUnderWay.getAsLong(), outcomes::resolved, now) : null;
        while (pacer.awaitNext(now)) {
            long intendedNanos = pacer.intendedNanos();
            long sentNanos = pacer.nowNanos();
            if (segment != pacer.segment()) {
                segment = pacer.segment();
                beginSegment(segment);
            }
            if (isReplaced(intendedNanos, sentNanos)) {
                now = clock.epochNanos();
                lateness.replaced(window.isOpen(sentNanos), now);
                continue;
            }
            boolean measured = window.includes(intendedNanos);
            lateness.sends(measured, intendedNanos, sentNanos);
            byte[] value = next.stamped(measured, sequence, intendedNanos, sentNanos);
            sent.add(intendedNanos, value.length);
            producer.send(next.partition(), next.key(), value, next.header(), sequence, intendedNanos, sentNanos);
            long returnedNanos = clock.epochNanos();
            recorder.record(measured, sentNanos - intendedNanos, returnedNanos - sentNanos);
            sequence++;
            next.prepare();
            now = readsAgain ? clock.epochNanos() : returnedNanos;
            lateness.ready(window.isOpen(sentNanos), now, blocked.after(returnedNanos - sentNanos));
            if (flight != null && !flight.isOpen(sequence)) {
                now = awaitOpen(flight, sequence, pacer);
            } else if (inFlight != null) {
                now = awaitRoom(inFlight, pacer);
            }
        }
        forEachPart(SenderPart::complete);
        ended = new Message.LoadEnded(pacer.unsent(), pacer.skipped(), List.of(lateness.work()));
    }

    /** Returns what hears of messages that are left out. If a part replaces some, it is unknown which of them. */
    private Pacer.LeftOut leftOut() {
        return Arrays.stream(parts).anyMatch(SenderPart::replacesSome) ? Pacer.LeftOut.IGNORED : outcomes.censored();
    }

    private boolean isReplaced(long intendedNanos, long nowNanos) {
        for (SenderPart part : parts) {
            if (part.replaces(intendedNanos, nowNanos)) {
                return true;
            }
        }
        return false;
    }

    private Arrivals arrivals(LoadShape shape) {
        int producer = role.producer();
        int producers = assignment.totalProducers();
        int records = assignment.load().messagesAtOnce();
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

    private long unresolved() {
        return sent.count() - outcomes.resolved();
    }

    private void beginSegment(int segment) {
        forEachPart(part -> part.beginSegment(segment));
        next.prepareFirstOf(segment);
    }

    /**
     * Returns whether it has stopped sending, and each message was acknowledged, aborted or given up. Once true, it stays
     * true.
     */
    @Override
    public boolean hasEnded() {
        return doneSending && unresolved() <= 0;
    }

    /** Counts only its recent messages. */
    @Override
    public long sentOfThoseDueFrom(long nanos) {
        return sent.countFrom(nanos);
    }

    @Override
    public void putSent(Map<Integer, Long> sentByProducer) {
        sentByProducer.put(role.producer(), sent.count());
    }

    @Override
    public Message.LoadEnded ended() {
        return ended;
    }

    @Override
    public Counts counts() {
        long messages = sent.count();
        long bytes = sent.bytes(messages, assignment.messages());
        long failedReads = requests(messages).readFailed();
        return new Counts(outcomes.counts(messages, bytes), new Counts.Receipts(0, 0, failedReads, 0, 0));
    }

    private RequestCounts requests(long messages) {
        return Arrays.stream(parts)
                .map(part -> part.requests(messages))
                .reduce(RequestCounts.NONE, RequestCounts::plus);
    }

    @Override
    public void drainInto(SnapshotBuilder snapshot) {
        latencies.forEach(source -> source.drainInto(snapshot.warmup(), snapshot.measured()));
        outcomes.drainInto(snapshot);
        if (!sharesRecorders()) {
            lateness.drainInto(snapshot.lateSends());
        }
        forEachPart(part -> part.drainInto(snapshot));
        snapshot.throttledSending(this, producer.throttledNanos());
    }

    @Override
    public Optional<Message> figures() {
        var measured = new LatencySet();
        latencies.forEach(source -> source.addAllMeasuredTo(measured));
        if (!sharesRecorders()) {
            outcomes.censored().addAllMeasuredTo(measured);
        }
        return Optional.of(new Message.ProducerClosed(
                role.producer(), counts(), ended.unsent(), requests(sent.count()), measured, metrics));
    }

    @Override
    public void close(Deadline deadline) throws InterruptedException {
        try {
            forEachPart(SenderPart::stop);
            metrics = producer.metrics();
            // Before the thread ends, because that lets a blocked send call return.
            producer.close();
        } finally {
            thread.execute(() -> guarded(() -> forEachPart(SenderPart::release)));
            thread.shutdown();
        }
        if (!thread.awaitTermination(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
            thread.shutdownNow();
            throw new DriverException("sender-" + role.producer() + " did not end in time: its client blocks");
        }
    }
}
