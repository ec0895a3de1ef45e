package dev.weir.worker;

import dev.weir.audit.SequenceSet;
import dev.weir.clock.Clock;
import dev.weir.clock.ClockProbe;
import dev.weir.clock.Deadline;
import dev.weir.clock.ParkFigures;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.exception.DriverException;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.Observer;
import dev.weir.host.observation.ProcessSampler;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.measure.MeasurementWindow;
import dev.weir.measure.Snapshot;
import dev.weir.measure.TransactionCounts;
import dev.weir.pacing.PacingPrecision;
import dev.weir.pacing.RateCurve;
import dev.weir.pacing.Schedule;
import dev.weir.plan.Assignment;
import dev.weir.wire.message.InstrumentSample;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.ProvenPartition;
import dev.weir.wire.message.ReceivedNotes;
import dev.weir.wire.message.SentNumbers;
import dev.weir.wire.message.Throttling;
import dev.weir.worker.loop.TransactionLoopClient;
import dev.weir.worker.message.PayloadPool;
import dev.weir.worker.recording.ClockCorrections;
import dev.weir.worker.recording.ErrorTally;
import dev.weir.worker.recording.Gaps;
import dev.weir.worker.recording.Recorders;
import dev.weir.worker.recording.RunMaterial;
import dev.weir.worker.sender.Sender;
import dev.weir.worker.sender.SenderThread;
import dev.weir.worker.transaction.Pipeline;
import dev.weir.workload.load.RateList;
import dev.weir.workload.load.RatePoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * All producers and consumers of one assignment. Used by the worker's session thread only; the load itself runs on the
 * threads of senders and consumers.
 */
final class WorkerLoad {
    private static final Duration OPEN_LIMIT = Duration.ofMinutes(2);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(30);

    private final Clock clock;
    private final ClockCorrections corrections;
    private final MeasurementWindow window = new MeasurementWindow();
    private final ErrorTally errors;
    private final AtomicReference<@Nullable Throwable> senderFailure = new AtomicReference<>();
    private final Recorders recorders;
    private final Driver driver;
    private final PacingPrecision precision;
    private final List<SenderThread> senders = new ArrayList<>();
    private final List<Receiver> receivers = new CopyOnWriteArrayList<>();
    private final List<Pipeline> pipelines = new ArrayList<>();
    private final List<TransactionLoopClient> loops = new ArrayList<>();
    private final Set<ProvenPartition> reportedProven = new HashSet<>();
    private final ThrottleMeter throttles = new ThrottleMeter();
    private final ThrottleMeter readThrottles = new ThrottleMeter();
    private Counts lastCounts = Counts.NONE;
    private long snapshots;
    private boolean reportsPositions;
    private long lastSnapshotNanos;
    private boolean receives;
    private @Nullable ConsumerSchedule later;
    private @Nullable Schedule schedule;
    private @Nullable Observer observer;

    /** Opens consumers first, so that they miss nothing that is sent, then pipelines, then producers. */
    WorkerLoad(Message.Assign assign, DriverFactory drivers, Clock clock) throws InterruptedException {
        Assignment assignment = assign.assignment();
        this.clock = clock;
        this.corrections = new ClockCorrections(assign.places());
        this.recorders = new Recorders(
                assignment.load().scheduled(),
                assignment.clients().producersShareLatencies(),
                assignment.clients().consumersShareLatencies(),
                new Gaps(assignment.clients().producers().size() < assignment.totalProducers()));
        this.lastSnapshotNanos = clock.epochNanos();
        this.driver = drivers.open(assignment.driver());
        this.errors = new ErrorTally(driver::remedyIfPermanent);
        try {
            precision = precision(assignment);
            open(assignment);
        } catch (RuntimeException | Error | InterruptedException e) {
            closeAfter(e);
            throw e;
        }
    }

    /** Measures the pacing precision again for each load, because a host that was idle may be busy now. */
    private PacingPrecision precision(Assignment assignment) {
        int senders = assignment.clients().producers().size();
        if (senders == 0) {
            return new PacingPrecision(0, 0);
        }
        ParkFigures park = ClockProbe.measureParking();
        OptionalLong asked = assignment.load().shape().pacingPrecisionNanos();
        return asked.isPresent()
                ? PacingPrecision.of(Duration.ofNanos(asked.getAsLong()), park)
                : PacingPrecision.chosen(park, Runtime.getRuntime().availableProcessors(), senders, driver.linger());
    }

    PacingPrecision precision() {
        return precision;
    }

    /**
     * Closes everything after a failure to open. The first failure is reported, because later ones often follow from
     * it.
     */
    private void closeAfter(Throwable first) throws InterruptedException {
        try {
            close();
        } catch (RuntimeException e) {
            first.addSuppressed(e);
        }
    }

    private void open(Assignment assignment) throws InterruptedException {
        var material = new RunMaterial(
                clock,
                window,
                new PayloadPool(assignment.messages().payload(), assignment.seed()),
                errors,
                precision,
                assignment.audited(),
                corrections,
                recorders);
        Deadline deadline = Deadline.after(clock, OPEN_LIMIT);
        var consumers = new ReceiverSteps(assignment, driver, material, receivers);
        later = new ConsumerSchedule(
                consumers.underLoad(),
                clock,
                due -> ParallelSteps.run("open or end consumers", due, Deadline.after(clock, OPEN_LIMIT)),
                e -> senderFailure.compareAndSet(null, e));
        ParallelSteps.run("open consumers", consumers.beforeLoad(), deadline);
        List<Callable<Boolean>> instances = new ArrayList<>();
        assignment
                .clients()
                .pipelines()
                .forEach(role -> instances.add(() -> {
                    var pipeline = new Pipeline(role, assignment.messages().headers(), driver, material, senderFailure);
                    pipeline.start();
                    synchronized (pipelines) {
                        return pipelines.add(pipeline);
                    }
                }));
        ParallelSteps.run("open pipelines", instances, deadline);
        List<Callable<Boolean>> producers = new ArrayList<>();
        assignment
                .clients()
                .producers()
                .forEach(role -> producers.add(() -> {
                    var sender = new Sender(assignment, role, driver, material);
                    synchronized (senders) {
                        return senders.add(new SenderThread(sender, role.producer(), senderFailure));
                    }
                }));
        ParallelSteps.run("open producers", producers, deadline);
        List<Callable<Boolean>> transactional = new ArrayList<>();
        assignment
                .clients()
                .loops()
                .forEach(role -> transactional.add(() -> {
                    var loop = new TransactionLoopClient(assignment, role, driver, material, senderFailure);
                    synchronized (loops) {
                        return loops.add(loop);
                    }
                }));
        ParallelSteps.run("open transactional producers", transactional, deadline);
        List<Callable<Boolean>> fills = new ArrayList<>();
        senders.forEach(thread -> fills.add(() -> {
            thread.sender().fillForReads();
            return true;
        }));
        ParallelSteps.run(
                "fill partitions to be read", assignment.load().shape().reads() ? fills : List.of(), deadline);
    }

    void sendProbes() {
        senders.forEach(SenderThread::sendProbes);
    }

    /** Returns partitions that were proven, and errors, since the previous call. */
    Message.ProbesReceived probesReceived() {
        List<ProvenPartition> news = new ArrayList<>();
        for (Receiver receiver : receivers) {
            for (ProvenPartition partition : receiver.proven()) {
                if (reportedProven.add(partition)) {
                    news.add(partition);
                }
            }
        }
        int assigned = (int) receivers.stream().filter(Receiver::isAssigned).count();
        return new Message.ProbesReceived(news, assigned, errors.take());
    }

    /** Returns the offsets between other workers' clocks and this worker's. */
    ClockCorrections corrections() {
        return corrections;
    }

    void start(Message.Start start) {
        observer = Observer.started(clock);
        reportsPositions = start.reportsPositions();
        var started = new Schedule(start.startNanos(), start.messagesPerSecond());
        senders.forEach(sender -> sender.send(started));
        loops.forEach(loop -> loop.start(start.startNanos()));
        schedule = started;
        lastSnapshotNanos = start.startNanos();
    }

    void measureFrom(long atNanos) {
        window.startAt(atNanos);
        if (later != null) {
            later.measureFrom(atNanos);
        }
        if (observer != null) {
            observer.measureFrom(atNanos);
        }
    }

    void consume(boolean paused) {
        receivers.forEach(receiver -> receiver.pause(paused));
    }

    /**
     * Returns what an order missed because it arrived too late; empty if it missed nothing.
     *
     * @param order name of the order
     * @param atNanos time from which on it applies
     */
    Optional<Message.OrderLate> missedBy(String order, long atNanos) {
        long now = clock.epochNanos();
        if (schedule == null || now <= atNanos) {
            return Optional.empty();
        }
        long messages = senders.stream()
                .mapToLong(thread -> thread.sender().sentOfThoseDueFrom(atNanos))
                .sum();
        return messages == 0 ? Optional.empty() : Optional.of(new Message.OrderLate(order, now - atNanos, messages));
    }

    /** Starts consumers that were opened paused when the load begins. Call it repeatedly. */
    void beginReceiving() {
        if (schedule != null && !receives && clock.epochNanos() >= lastSnapshotNanos) {
            receives = true;
            receivers.forEach(Receiver::begin);
        }
    }

    void follow(long atNanos, RateList rates) {
        if (schedule != null) {
            schedule.follow(
                    atNanos,
                    new RateCurve(
                            rates.points().stream()
                                    .mapToLong(RatePoint::atNanos)
                                    .toArray(),
                            rates.points().stream()
                                    .mapToDouble(RatePoint::messagesPerSecond)
                                    .toArray()));
            senders.forEach(SenderThread::scheduleChanged);
        }
    }

    void changeRate(long atNanos, double messagesPerSecond) {
        if (schedule != null) {
            schedule.changeRate(atNanos, messagesPerSecond);
            senders.forEach(SenderThread::scheduleChanged);
        }
    }

    void end(long atNanos) {
        if (schedule != null) {
            schedule.end(atNanos);
            senders.forEach(SenderThread::scheduleChanged);
        }
        window.endAt(atNanos);
        loops.forEach(loop -> loop.end(atNanos));
        if (observer != null) {
            observer.measureUntil(atNanos);
        }
    }

    /** Returns whether the load has begun and ends only on an order. */
    boolean isUnderWay() {
        return receives && loops.isEmpty();
    }

    /** Returns whether the load has begun and ends without an order. */
    boolean endsByItself() {
        return schedule != null && !loops.isEmpty();
    }

    /** Returns whether all senders have ended and all their messages are resolved. */
    boolean hasEnded() {
        return senders.stream().allMatch(SenderThread::hasEnded)
                && loops.stream().allMatch(TransactionLoopClient::hasEnded);
    }

    Message.LoadEnded ended() {
        return new Message.LoadEnded(
                senders.stream().mapToLong(thread -> thread.sender().unsent()).sum(),
                senders.stream().mapToLong(thread -> thread.sender().skipped()).sum(),
                senders.stream().map(thread -> thread.sender().work()).toList());
    }

    /** Returns how many messages each producer has sent so far, by its number. Their sequences start at 0. */
    Map<Integer, Long> sentSoFar() {
        Map<Integer, Long> sent = new HashMap<>();
        senders.forEach(thread -> sent.put(
                thread.sender().producer(), thread.sender().counts().sends().sent()));
        return sent;
    }

    /**
     * Returns what ended a sender, a pipeline or a consumer before its time, or lets no message arrive before the load
     * begins; empty if nothing did.
     */
    Optional<DriverException> failure() {
        return errors.permanent()
                .filter(first -> !hasBegun())
                .map(DriverException::new)
                .or(() -> Optional.<Throwable>ofNullable(senderFailure.get())
                        .or(() -> receivers.stream()
                                .flatMap(receiver -> receiver.fatal().stream())
                                .findFirst())
                        .map(cause -> new DriverException(errors.explain(cause), cause)));
    }

    /** Returns whether the load has begun. Clients of a transaction benchmark prove by their first message that it can. */
    private boolean hasBegun() {
        return schedule != null
                && (loops.isEmpty()
                        || loops.stream()
                                .anyMatch(loop -> loop.counts().sends().acknowledged() > 0
                                        || loop.counts().receipts().received() > 0));
    }

    /** Returns what happened from the previous snapshot until now. */
    Message.SnapshotTaken snapshot() {
        // Counts first and the time right after them, because rates are computed from both.
        Counts counts = Counts.NONE;
        for (SenderThread thread : senders) {
            counts = counts.plus(thread.sender().counts());
        }
        for (Receiver receiver : receivers) {
            counts = counts.plus(receiver.countsOfRun());
        }
        for (TransactionLoopClient loop : loops) {
            counts = counts.plus(loop.counts());
        }
        long now = clock.epochNanos();
        var warmup = new LatencySet();
        var measured = new LatencySet();
        var acknowledged = new SequenceSet();
        var failed = new SequenceSet();
        var aborted = new SequenceSet();
        TransactionCounts transactions = TransactionCounts.NONE;
        var lateSends = new LatencySamples();
        List<ReceivedNotes> received = new ArrayList<>();
        for (SenderThread thread : senders) {
            Sender sender = thread.sender();
            sender.drainInto(warmup, measured);
            sender.drainLateInto(lateSends);
            acknowledged.addAll(sender.takeAcknowledged());
            failed.addAll(sender.takeFailed());
            aborted.addAll(sender.takeAborted());
            transactions = transactions.plus(sender.transactions());
        }
        recorders.drainInto(warmup, measured, lateSends);
        for (Pipeline pipeline : pipelines) {
            pipeline.drainInto(warmup, measured);
            transactions = transactions.plus(pipeline.transactions());
        }
        for (Receiver receiver : receivers) {
            receiver.drainInto(warmup, measured);
            received.add(receiver.takeReceived());
        }
        for (TransactionLoopClient loop : loops) {
            loop.drainInto(warmup, measured);
            transactions = transactions.plus(loop.transactions());
        }
        var snapshot = new Snapshot(
                snapshots++,
                Math.min(lastSnapshotNanos, now),
                now,
                lastNanos().orElse(now),
                counts.minus(lastCounts),
                warmup,
                measured);
        lastSnapshotNanos = now;
        lastCounts = counts;
        return new Message.SnapshotTaken(
                snapshot,
                new SentNumbers(acknowledged, failed, aborted),
                transactions,
                received,
                reportsPositions ? receivers.stream().map(Receiver::positions).toList() : List.of(),
                errors.take(),
                throttling(),
                new InstrumentSample(
                        lateSends,
                        ProcessSampler.sample(),
                        observer == null ? Observation.NONE : observer.take(),
                        recorders.gaps().take(now)));
    }

    /** Returns when a message last arrived, or a client last ended a transaction; empty if that is unknown. */
    private OptionalLong lastNanos() {
        return LongStream.concat(
                        receivers.stream().mapToLong(Receiver::lastNanos),
                        loops.stream().mapToLong(TransactionLoopClient::lastNanos))
                .filter(nanos -> nanos > 0)
                .max();
    }

    private Throttling throttling() {
        return new Throttling(
                throttles
                        .take(senders, thread -> thread.sender().throttledNanos())
                        .plus(throttles.take(pipelines, Pipeline::throttledSendingNanos))
                        .plus(throttles.take(loops, TransactionLoopClient::throttledNanos)),
                throttles
                        .take(receivers, Receiver::throttledNanos)
                        .plus(readThrottles.take(pipelines, Pipeline::throttledReadingNanos)));
    }

    /** Returns membership changes since the previous call, of each consumer in a group whose members change. */
    List<Message.MemberNotes> takeMemberNotes() {
        return receivers.stream()
                .flatMap(receiver -> receiver.takeMembership().stream())
                .toList();
    }

    /** Returns the transaction times since the previous snapshot, of each client of a transaction benchmark. */
    List<Message.TransactionTimes> takeTransactionTimes() {
        return loops.stream().map(TransactionLoopClient::takeTimes).toList();
    }

    /** Passes on the figures of each client, one after the other. They are final when all clients are closed. */
    void reportClientFigures(Consumer<Message> target) {
        senders.forEach(thread -> target.accept(thread.sender().figures()));
        receivers.forEach(receiver -> target.accept(receiver.figures()));
        pipelines.forEach(pipeline -> target.accept(pipeline.figures()));
    }

    /**
     * Ends the load at once, closes all clients and joins all threads.
     *
     * @throws dev.weir.driver.exception.DriverException if that takes too long; by then all that can be closed is
     *     closed
     */
    void close() throws InterruptedException {
        end(clock.epochNanos());
        try {
            if (later != null) {
                later.close(Deadline.after(clock, CLOSE_LIMIT));
            }
        } finally {
            closeClients();
        }
    }

    private void closeClients() throws InterruptedException {
        try {
            closeAll("close producers", senders, sender -> sender.close(Deadline.after(clock, CLOSE_LIMIT)));
            closeAll("close transactional producers", loops, loop -> loop.close(Deadline.after(clock, CLOSE_LIMIT)));
        } finally {
            try {
                closeAll("close pipelines", pipelines, pipeline -> pipeline.close(Deadline.after(clock, CLOSE_LIMIT)));
                closeAll("close consumers", receivers, Receiver::close);
            } finally {
                driver.close();
                if (observer != null) {
                    observer.close();
                }
            }
        }
    }

    private <T> void closeAll(String what, List<T> clients, Closing<T> closing) throws InterruptedException {
        List<Callable<Boolean>> steps = new ArrayList<>();
        synchronized (clients) {
            clients.forEach(client -> steps.add(() -> {
                closing.close(client);
                return true;
            }));
        }
        ParallelSteps.run(what, steps, Deadline.after(clock, CLOSE_LIMIT));
    }

    /** Closes one client. */
    private interface Closing<T> {
        void close(T client) throws InterruptedException;
    }
}
