package dev.weir.worker;

import dev.weir.clock.Clock;
import dev.weir.clock.ClockProbe;
import dev.weir.clock.ClockProbe.ParkFigures;
import dev.weir.clock.Deadline;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.exception.DriverException;
import dev.weir.feature.Features;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.Observer;
import dev.weir.host.observation.ProcessSample;
import dev.weir.measure.Counts;
import dev.weir.measure.MeasurementWindow;
import dev.weir.pacing.PacingPrecision;
import dev.weir.pacing.RateCurve;
import dev.weir.pacing.Schedule;
import dev.weir.plan.Assignment;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.InstrumentSample;
import dev.weir.wire.message.Message.ProvenPartition;
import dev.weir.worker.ConsumerSchedule.ReceiverSteps;
import dev.weir.worker.client.LoadClient;
import dev.weir.worker.client.SnapshotBuilder;
import dev.weir.worker.message.PayloadPool;
import dev.weir.worker.recording.ClockCorrections;
import dev.weir.worker.recording.ErrorTally;
import dev.weir.worker.recording.Recorders;
import dev.weir.worker.recording.RunMaterial;
import dev.weir.worker.sender.Sender;
import dev.weir.workload.load.Rate;
import dev.weir.workload.load.Rate.RatePoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All producers and consumers of one assignment. Used by the worker's session thread only; the load itself runs on the
 * threads of senders and consumers.
 */
final class WorkerLoad {
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(30);

    /** All kinds of clients but consumers, in the order in which they are opened. */
    private static final List<ClientKind> KINDS = Stream.concat(
                    Features.in(ClientKind.class).stream(), Stream.of(new ClientKind("producers", Sender::opening)))
            .toList();

    private final Clock clock;
    private final ClockCorrections corrections;
    private final MeasurementWindow window = new MeasurementWindow();
    private final ErrorTally errors;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Recorders recorders;
    private final Driver driver;
    private final PacingPrecision precision;
    private final List<Group> groups = new ArrayList<>();

    private final Set<ProvenPartition> reportedProven = new HashSet<>();
    private final SnapshotBuilder.ThrottleMeter throttles = new SnapshotBuilder.ThrottleMeter();
    private Counts lastCounts = Counts.NONE;
    private long snapshots;
    private boolean reportsPositions;
    private long lastSnapshotNanos;
    private long endNanos = Long.MAX_VALUE;
    private boolean receives;
    private ConsumerSchedule later;
    private @Nullable Schedule schedule;
    private @Nullable Observer observer;

    /** The clients of one kind. Consumers can be added while the load runs. */
    private record Group(String name, List<LoadClient> clients) {
        Group(String name) {
            this(name, new CopyOnWriteArrayList<>());
        }
    }

    /** Opens consumers first, so that they miss nothing that is sent. */
    WorkerLoad(Message.Assign assign, DriverFactory drivers, Clock clock) throws InterruptedException {
        Assignment assignment = assign.assignment();
        this.clock = clock;
        this.corrections = new ClockCorrections(assign.places());
        this.recorders = new Recorders(
                assignment.load().scheduled(),
                assignment.clients().producersShareLatencies(),
                assignment.clients().consumersShareLatencies(),
                assignment.clients().producers().size() < assignment.totalProducers());
        this.lastSnapshotNanos = clock.epochNanos();
        // Without steps until the consumers are opened, so nothing can fail.
        this.later = new ConsumerSchedule(new TreeMap<>(), clock, any -> {});
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

    /** Closes everything after a failure to open, which is reported: later ones often follow from it. */
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
                recorders,
                failure);
        Deadline deadline = Deadline.after(clock, ParallelSteps.OPEN_LIMIT);
        var consumers = new Group("consumers");
        groups.add(consumers);
        var steps = new ReceiverSteps(assignment, driver, material, consumers.clients);
        later = new ConsumerSchedule(steps.underLoad(), clock, e -> failure.compareAndSet(null, e));
        ParallelSteps.run("open consumers", steps.beforeLoad(), deadline);
        for (ClientKind kind : KINDS) {
            var group = new Group(kind.name());
            groups.add(group);
            List<Callable<Boolean>> openings = kind.opening().of(assignment, driver, material).stream()
                    .map(step -> (Callable<Boolean>) () -> group.clients.add(step.call()))
                    .toList();
            ParallelSteps.run("open " + kind.name(), openings, deadline);
        }
        forEachOf(clients().toList(), "fill partitions", LoadClient::fill, deadline);
    }

    private Stream<LoadClient> clients() {
        return groups.stream().flatMap(group -> group.clients.stream());
    }

    void sendProbes() {
        clients().forEach(LoadClient::sendProbes);
    }

    /** Returns partitions that were proven, and errors, since the previous call. */
    Message.ProbesReceived probesReceived() {
        List<ProvenPartition> news = clients()
                .flatMap(client -> client.proven().stream())
                .filter(reportedProven::add)
                .toList();
        int assigned = (int) clients().filter(LoadClient::isAssigned).count();
        return new Message.ProbesReceived(news, assigned, errors.take());
    }

    /** Returns the offsets between other workers' clocks and this worker's. */
    ClockCorrections corrections() {
        return corrections;
    }

    void start(Message.Start start) {
        observer = new Observer(clock);
        reportsPositions = start.reportsPositions();
        var started = new Schedule(start.startNanos(), start.messagesPerSecond());
        clients().forEach(client -> client.start(started));
        schedule = started;
        lastSnapshotNanos = start.startNanos();
    }

    void measureFrom(long atNanos) {
        window.startAt(atNanos);
        later.measureFrom(atNanos);
        if (observer != null) {
            observer.measureFrom(atNanos);
        }
    }

    void consume(boolean paused) {
        clients().forEach(client -> client.pause(paused));
    }

    /** Returns what an order that applies from this time missed because it arrived too late; empty if nothing. */
    Optional<Message.OrderLate> missedBy(String order, long atNanos) {
        long now = clock.epochNanos();
        if (schedule == null || now <= atNanos) {
            return Optional.empty();
        }
        long messages = clients()
                .mapToLong(client -> client.sentOfThoseDueFrom(atNanos))
                .sum();
        return messages == 0 ? Optional.empty() : Optional.of(new Message.OrderLate(order, now - atNanos, messages));
    }

    /** Starts consumers that were opened paused when the load begins. Call it repeatedly. */
    void beginReceiving() {
        if (schedule != null && !receives && clock.epochNanos() >= lastSnapshotNanos) {
            receives = true;
            clients().forEach(LoadClient::beginReceiving);
        }
    }

    void follow(long atNanos, Rate.Curve rates) {
        var curve = new RateCurve(
                rates.points().stream().mapToLong(RatePoint::atNanos).toArray(),
                rates.points().stream()
                        .mapToDouble(RatePoint::messagesPerSecond)
                        .toArray());
        changeSchedule(started -> started.follow(atNanos, curve));
    }

    void changeRate(long atNanos, double messagesPerSecond) {
        changeSchedule(started -> started.changeRate(atNanos, messagesPerSecond));
    }

    private void changeSchedule(Consumer<Schedule> change) {
        if (schedule != null) {
            change.accept(schedule);
            clients().forEach(LoadClient::scheduleChanged);
        }
    }

    void end(long atNanos) {
        endNanos = Math.min(endNanos, atNanos);
        changeSchedule(started -> started.end(endNanos));
        window.endAt(endNanos);
        later.endAt(endNanos);
        clients().forEach(client -> client.end(endNanos));
        if (observer != null) {
            observer.measureUntil(endNanos);
        }
    }

    /** Returns whether the load has begun and ends only on an order. */
    boolean isUnderWay() {
        return receives && !endsByItself();
    }

    /** Returns whether the load has begun and ends without an order. */
    boolean endsByItself() {
        return schedule != null && clients().anyMatch(LoadClient::endsByItself);
    }

    /** Returns whether all clients have ended and all their messages are resolved. */
    boolean hasEnded() {
        return clients().allMatch(LoadClient::hasEnded);
    }

    Message.LoadEnded ended() {
        return clients().map(LoadClient::ended).reduce(Message.LoadEnded.NOTHING, Message.LoadEnded::plus);
    }

    /** Returns how many messages each producer has sent so far, by its number. Their sequences start at 0. */
    Map<Integer, Long> sentSoFar() {
        Map<Integer, Long> sent = new HashMap<>();
        clients().forEach(client -> client.putSent(sent));
        return sent;
    }

    /** Returns what ended a client early, or lets no message arrive before the load; empty if nothing did. */
    Optional<DriverException> failure() {
        return errors.permanent()
                .filter(first -> !hasBegun())
                .map(DriverException::new)
                .or(() -> Optional.<Throwable>ofNullable(failure.get())
                        .or(() -> clients()
                                .flatMap(client -> client.failure().stream())
                                .findFirst())
                        .map(cause -> new DriverException(errors.explain(cause), cause)));
    }

    /** Returns whether the load has begun. One that ends by itself has begun when a client has succeeded. */
    private boolean hasBegun() {
        return schedule != null && (!endsByItself() || clients().anyMatch(LoadClient::hasSucceeded));
    }

    /**
     * Takes the snapshot of the time since the previous one. The listener receives the snapshot first, the target then
     * receives what else clients report of that time.
     */
    void snapshot(SnapshotListener listener, Consumer<Message> target) {
        // Counts first and the time right after them, because rates are computed from both.
        List<LoadClient> all = clients().toList();
        Counts counts = Counts.NONE;
        for (LoadClient client : all) {
            counts = counts.plus(client.counts());
        }
        long now = clock.epochNanos();
        var builder = new SnapshotBuilder(throttles, reportsPositions);
        all.forEach(client -> client.drainInto(builder));
        recorders.drainInto(builder.warmup(), builder.measured(), builder.lateSends());
        Observation observed = observer == null ? Observation.NONE : observer.take();
        var instrument = new InstrumentSample(
                builder.lateSends(), ProcessSample.ofThisProcess(), observed, recorders.takeGaps(now));
        Counts since = counts.minus(lastCounts);
        Message.SnapshotTaken taken =
                builder.taken(snapshots++, lastSnapshotNanos, now, since, errors.take(), instrument);
        lastSnapshotNanos = now;
        lastCounts = counts;
        listener.taken(taken.snapshot());
        builder.before().forEach(target);
        target.accept(taken);
        builder.after().forEach(target);
    }

    /** Passes on the figures of each client, one after the other. They are final when all clients are closed. */
    void reportClientFigures(Consumer<Message> target) {
        clients().forEach(client -> client.figures().ifPresent(target));
    }

    /** Ends the load at once, closes all that can be closed, and joins all threads; throws if that takes too long. */
    void close() throws InterruptedException {
        // An earlier end stays: senders that were blocked since then send nothing more.
        end(clock.epochNanos());
        try {
            later.close(Deadline.after(clock, CLOSE_LIMIT));
        } finally {
            closeClients();
        }
    }

    private void closeClients() throws InterruptedException {
        try {
            closeFrom(groups.size() - 1);
        } finally {
            driver.close();
            if (observer != null) {
                observer.close();
            }
        }
    }

    /** Closes a group and those that were opened before it, whether or not that succeeds: consumers last. */
    private void closeFrom(int number) throws InterruptedException {
        if (number < 0) {
            return;
        }
        try {
            Group group = groups.get(number);
            Deadline deadline = Deadline.after(clock, CLOSE_LIMIT);
            forEachOf(group.clients, "close " + group.name, client -> client.close(deadline), deadline);
        } finally {
            closeFrom(number - 1);
        }
    }

    private static void forEachOf(List<LoadClient> clients, String what, Step step, Deadline deadline)
            throws InterruptedException {
        List<Callable<Boolean>> steps = clients.stream()
                .map(client -> (Callable<Boolean>) () -> {
                    step.carryOut(client);
                    return true;
                })
                .toList();
        ParallelSteps.run(what, steps, deadline);
    }

    /** Something that takes a while. */
    private interface Step {
        void carryOut(LoadClient client) throws InterruptedException;
    }
}
