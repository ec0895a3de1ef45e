package dev.weir.coordinator.workers;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.request.RunRequest.WorkerTarget;
import dev.weir.plan.Assignment;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Reason;
import dev.weir.result.code.RunEvent;
import dev.weir.wire.Link;
import dev.weir.wire.Link.LinkListener;
import dev.weir.wire.WireClient;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.wire.tls.WireException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All workers of a run. Their messages wait in one queue, which is handled only while the coordinator's thread waits
 * for something: so one thread owns all state. If a worker fails or is lost, the wait ends with the worker's text.
 */
public final class Workers implements AutoCloseable {
    private static final long TICK_NANOS = 100_000_000;

    /** The work between two ticks takes less. */
    private static final long STANDSTILL_NANOS = 1_000_000_000;

    private static final Duration ATTEMPT_PAUSE = Duration.ofMillis(200);

    /** A worker closes silent connections within seconds, so that a full port has room again. */
    private static final Duration CROWDED_LIMIT = Duration.ofSeconds(15);

    /** A worker waits up to a minute for an unreachable coordinator, and closes its clients within another. */
    private static final Duration ENDING_LIMIT = Duration.ofMinutes(2);

    private final String runId;
    private final Clock clock;
    private final WireClient client;
    private final WorkerLosses losses;
    private final OwnStandstills standstills;
    private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
    private final List<WorkerLink> all = new ArrayList<>();
    private final List<ConnectionAttempts> connecting = new ArrayList<>();
    private final List<RunObserver> observers;
    private final ProgressListener progress;
    private final Consumer<RunEvent> changes;
    private Runnable workWhileWaiting = () -> {};
    private Predicate<List<Integer>> canBeCarriedBy = workers -> false;
    private String indispensable = "";
    private boolean lossesExpected;

    /**
     * Creates workers, whose assignments are in the order of their numbers. The list of observers may grow; {@code changes}
     * receives events of workers, and standstills of this process.
     */
    public Workers(
            String runId,
            List<Assignment> assignments,
            Clock clock,
            WireClient client,
            List<RunObserver> observers,
            ProgressListener progress,
            Consumer<RunEvent> changes) {
        this.runId = runId;
        this.losses = new WorkerLosses(assignments);
        this.clock = clock;
        this.client = client;
        this.standstills = new OwnStandstills(client.standstills(), clock);
        this.observers = observers;
        this.progress = progress;
        this.changes = changes;
    }

    /**
     * Connects to a worker and sends the hello message. If the worker has no room yet, later waits repeat the attempt.
     * Throws a {@code RunFailedException} if no process listens there.
     */
    public void connect(WorkerTarget target) {
        var worker = new WorkerLink(all.size(), target.name());
        var attempts = new ConnectionAttempts(target, worker);
        all.add(worker);
        connecting.add(attempts);
        dial(attempts);
    }

    private void dial(ConnectionAttempts attempts) {
        WorkerTarget target = attempts.target;
        attempts.nextAttempt = null;
        try {
            client.connect(target.address(), target.security(), link -> new Listener(attempts.worker, link));
        } catch (WireException e) {
            String why = String.valueOf(e.getMessage());
            if (e.isPassing()) {
                dialAgain(attempts, false, "cannot be used: ", why);
            } else if (e.isRefusal()) {
                throw new RunFailedException("worker " + target.name() + " cannot be used: " + why);
            } else {
                throw new RunFailedException(unreachable(target.name(), why));
            }
        }
    }

    public static String unreachable(String worker, String why) {
        return "worker " + worker + " cannot be reached: " + why
                + ": is bin/benchmark-worker running there? Without --host, only its own host can reach it";
    }

    /** Returns the reason about standstills of the coordinator's own process; empty if there is nothing to add. */
    public Optional<Reason> ownStandstills() {
        List<WorkerLink> here = new ArrayList<>(all);
        here.removeIf(worker -> worker.facts().stream().noneMatch(WorkerFacts::isOfThisProcess));
        return standstills.reason(here, losses.standstills());
    }

    private void dialAgain(ConnectionAttempts attempts, boolean endsOtherRun, String verdict, String reason) {
        WorkerLink worker = attempts.worker;
        worker.disconnect();
        if (attempts.again(endsOtherRun, "worker " + worker.name() + " " + verdict + reason)) {
            WireClient.strangerAt(attempts.target.address()).ifPresent(stranger -> {
                throw new RunFailedException("worker " + worker.name() + " cannot be used: " + stranger);
            });
            progress.step("waiting for worker " + worker.name() + ": " + reason);
        }
    }

    public boolean isAnyPending() {
        return connecting.stream().anyMatch(attempts -> attempts.nextAttempt != null);
    }

    public List<WorkerLink> all() {
        return all;
    }

    public void send(Function<WorkerLink, Message> message) {
        all.forEach(worker -> worker.send(message.apply(worker)));
    }

    /** Returns all workers except those that the run goes on without. */
    public List<WorkerLink> left() {
        return all.stream().filter(worker -> !worker.isContinuedWithout()).toList();
    }

    public WorkerLosses losses() {
        return losses;
    }

    /** Lets the run go on without a failed or lost worker if the workers with the other numbers can carry it. */
    public void goOnIfCarriedBy(Predicate<List<Integer>> those) {
        canBeCarriedBy = those;
        indispensable = ", and no worker is left that could do its part";
    }

    private boolean isDispensable(WorkerLink worker) {
        Stream<WorkerLink> others = left().stream().filter(other -> other != worker && !other.hasGivenUp());
        return canBeCarriedBy.test(others.map(WorkerLink::number).toList());
    }

    /** Waits for a state of each remaining worker; the exception names the workers that are not in it at the deadline. */
    public void awaitEach(String state, Deadline deadline, Predicate<WorkerLink> done) throws InterruptedException {
        awaitRunning(deadline, () -> left().stream().allMatch(done));
        Stream<WorkerLink> late = left().stream().filter(done.negate());
        String names = late.map(WorkerLink::name).collect(Collectors.joining(", "));
        if (!names.isEmpty()) {
            throw new RunFailedException("not " + state + " in time: " + names);
        }
    }

    /**
     * Handles messages of workers until a condition holds or the deadline has passed, and returns whether it holds. Throws
     * a {@code RunFailedException} if a worker failed or is lost.
     */
    public boolean await(Deadline deadline, BooleanSupplier done) throws InterruptedException {
        return await(deadline, false, done);
    }

    /**
     * Waits like {@link #await}, but the deadline is a limit for the workers: it is extended by the time that the
     * coordinator itself stands still.
     */
    public boolean awaitRunning(Deadline deadline, BooleanSupplier done) throws InterruptedException {
        return await(deadline, true, done);
    }

    private boolean await(Deadline deadline, boolean running, BooleanSupplier done) throws InterruptedException {
        Deadline limit = deadline;
        long before = clock.epochNanos();
        while (!done.getAsBoolean()) {
            long now = clock.epochNanos();
            if (running && now - before > STANDSTILL_NANOS) {
                limit = limit.later(now - before);
            }
            before = now;
            long remaining = limit.remainingNanos();
            if (remaining == 0) {
                return false;
            }
            connecting.stream().filter(ConnectionAttempts::isDue).forEach(this::dial);
            Runnable event = events.poll(Math.min(remaining, TICK_NANOS), TimeUnit.NANOSECONDS);
            if (event != null) {
                event.run();
            }
            standstills.takeNew().forEach(changes);
            workWhileWaiting.run();
        }
        return true;
    }

    /** Registers work that is done several times a second during each wait. */
    public void whileWaiting(Runnable work) {
        workWhileWaiting = work;
    }

    /** Lets failed and lost workers end no wait from now on; their connections are marked as lost. */
    public void expectLosses() {
        lossesExpected = true;
        connecting.clear();
    }

    private void handleLost(WorkerLink worker, String connection) {
        worker.lost();
        if (lossesExpected || worker.isClosed() || worker.isContinuedWithout()) {
            return;
        }
        if (!worker.isWelcome() && !worker.hasGivenUp()) {
            dialAgain(connecting.get(worker.number()), false, "is lost: ", connection);
            return;
        }
        Optional<String> ours = worker.hasGivenUp() ? Optional.empty() : standstills.explain(worker);
        String reason = worker.hasGivenUp()
                ? worker.givenUpReason()
                : ours.map(why -> why + " (" + connection + ")").orElse(connection);
        boolean causeReported = worker.hasGivenUp() && !isDispensable(worker);
        if (!causeReported && !isContinuedWithout(worker, reason)) {
            reportLoss(worker, reason);
            String text = ours.isPresent() ? reason : "worker " + worker.name() + " is lost: " + reason;
            throw new RunFailedException(text + indispensable);
        }
    }

    private void handle(WorkerLink worker, Message message) {
        if (worker.isContinuedWithout()) {
            return;
        }
        if (message instanceof Message.Refused refused && !lossesExpected) {
            if (refused.saysFull() || refused.saysEnding()) {
                dialAgain(connecting.get(worker.number()), refused.saysEnding(), "refused: ", refused.reason());
                return;
            }
            worker.note(refused);
            String same = " is the same process as another worker of this run: name each worker once, also if its host"
                    + " has several names";
            String verdict = refused.isBusyWith(runId) ? same : " refused: " + refused.reason();
            throw new RunFailedException("worker " + worker.name() + verdict);
        }
        worker.note(message);
        if (message instanceof Message.Failed failed && !lossesExpected) {
            if (isDispensable(worker)) {
                // The worker may still report what it had in progress, and then that it has closed.
                observers.forEach(each -> each.leaves(worker));
                return;
            }
            reportLoss(worker, failed.reason());
            throw new RunFailedException("worker " + worker.name() + " failed: " + failed.reason() + indispensable);
        }
        if (message instanceof Message.Closed && worker.hasGivenUp()) {
            isContinuedWithout(worker, worker.givenUpReason());
        } else {
            observers.forEach(each -> each.message(worker, message));
        }
    }

    private void reportChange(WorkerLink worker, String text) {
        String change = "worker " + worker.name() + " " + text;
        changes.accept(RunEvent.of(EventKind.WORKER_CHANGED, clock.epochNanos(), change));
    }

    private void reportLoss(WorkerLink worker, String reason) {
        reportChange(worker, "is lost: " + reason);
        observers.forEach(each -> each.lost(worker));
    }

    /** Returns whether the run continues without a worker that it has just lost; reports the first loss. */
    private boolean isContinuedWithout(WorkerLink worker, String reason) {
        if (!lossesExpected && !worker.isContinuedWithout() && isDispensable(worker)) {
            reportLoss(worker, reason);
            worker.continueWithout();
            losses.add(worker, clock.epochNanos(), reason);
            observers.forEach(each -> each.leaves(worker));
        }
        return worker.isContinuedWithout();
    }

    @Override
    public void close() {
        client.close();
    }

    /** Puts the handling of events of a connection into the queue. Called on the network thread. */
    private final class Listener implements LinkListener {
        private final WorkerLink worker;
        private final Link link;

        /** Sends the hello message at once, because a worker waits only some seconds for it. */
        Listener(WorkerLink worker, Link link) {
            this.worker = worker;
            this.link = link;
            events.add(() -> worker.connected(link));
            link.send(new Message.Hello(Message.PROTOCOL_VERSION, runId));
        }

        @Override
        public void received(Message message) {
            events.add(() -> {
                if (worker.isOver(link)) {
                    handle(worker, message);
                }
            });
        }

        @Override
        public void interrupted(String reason) {
            events.add(() -> reportChange(worker, "cannot be reached: " + reason));
        }

        @Override
        public void resumed() {
            events.add(() -> reportChange(worker, "is connected again; no snapshot was lost"));
        }

        @Override
        public void closed(String reason) {
            events.add(() -> {
                if (worker.isOver(link)) {
                    handleLost(worker, reason);
                }
            });
        }
    }

    /**
     * Attempts to connect to one worker until it has accepted the run. It repeats connections that a worker without room
     * rejects, and connections to a worker that is still ending another run, each for a limited time.
     */
    private final class ConnectionAttempts {
        private final WorkerTarget target;
        private final WorkerLink worker;
        /** When attempts end, by whether the worker is ending another run. */
        private final Map<Boolean, Deadline> deadlines = new HashMap<>();

        /** Is over when another attempt is due; null if none is planned. */
        private @Nullable Deadline nextAttempt;

        ConnectionAttempts(WorkerTarget target, WorkerLink worker) {
            this.target = target;
            this.worker = worker;
        }

        boolean isDue() {
            return nextAttempt != null && nextAttempt.isOver();
        }

        /**
         * Notes that an attempt has failed for a temporary reason; another one follows soon. If the time for attempts is
         * over, throws a {@link RunFailedException} with this failure. Returns whether it is the first of its kind.
         */
        boolean again(boolean endsOtherRun, String failure) {
            Duration limit = endsOtherRun ? ENDING_LIMIT : CROWDED_LIMIT;
            Deadline known = deadlines.putIfAbsent(endsOtherRun, Deadline.after(clock, limit));
            if (known != null && known.isOver()) {
                throw new RunFailedException(failure + "; tried again for " + limit.toSeconds() + " s");
            }
            nextAttempt = Deadline.after(clock, ATTEMPT_PAUSE);
            return known == null;
        }
    }
}
