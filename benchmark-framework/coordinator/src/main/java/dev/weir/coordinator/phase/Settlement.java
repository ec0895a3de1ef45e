package dev.weir.coordinator.phase;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.coordinator.figures.LastArrival;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.request.StopRequest;
import dev.weir.coordinator.system.Reachability;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.coordinator.workers.Workers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Waits for messages in flight after the load has ended: first until producers know their outcome, then until consumers
 * receive them. Used by the coordinator's thread.
 *
 * @param delivered whether all acknowledged messages have arrived, as far as is known
 * @param usualSilence time without arrivals that ends delivery while no worker is lost
 * @param takeOver longest time until other consumers own a lost worker's partitions
 * @param system if it is lost and nothing has arrived for as long, the wait ends
 */
public record Settlement(
        Workers workers,
        BooleanSupplier delivered,
        LastArrival lastArrival,
        Clock clock,
        StopRequest stopRequest,
        Duration usualSilence,
        Duration takeOver,
        Reachability system) {
    /**
     * Longer than the usual {@code delivery.timeout.ms} of Kafka's clients, 2 minutes by default. If a client's timeout is
     * longer than this, the run can fail.
     */
    private static final Duration RESOLVE_LIMIT = Duration.ofMinutes(10);

    /** Limits a group that reads the same messages again and again. */
    private static final Duration ARRIVAL_LIMIT = Duration.ofMinutes(10);

    /** Longer than the coordinator waits for an unreachable worker. */
    private static final Duration SNAPSHOT_LIMIT = Duration.ofSeconds(30);

    /**
     * How the wait ended.
     *
     * @param hasEnded whether all messages have arrived, or no more arrive
     * @param waitedNanos time from when all workers had resolved their sends until they had sent their last snapshots, on
     *     the coordinator's clock
     */
    public record Delivery(boolean hasEnded, long waitedNanos) {}

    /**
     * Waits for messages in flight. Throws a {@code RunFailedException} if messages stay unresolved, or no broker answers any
     * longer.
     */
    public Delivery await() throws InterruptedException {
        Predicate<WorkerLink> done = worker -> worker.hasLoadEnded() || stopRequest.isOver() || isSystemLost();
        workers.awaitEach("done sending", after(RESOLVE_LIMIT), done);
        requireSystem(haveLoadsEnded());
        long resolvedNanos = clock.epochNanos();
        awaitSnapshotOfEach();
        Deadline limit = after(ARRIVAL_LIMIT.plus(silence()));
        lastArrival.settles();
        workers.awaitRunning(
                limit, () -> delivered.getAsBoolean() || isQuiet() || stopRequest.isOver() || isSystemLost());
        boolean quiet = isQuiet();
        requireSystem(delivered.getAsBoolean() || quiet);
        // A duplicate can arrive after the message that completed delivery.
        awaitSnapshotOfEach();
        boolean ended = haveLoadsEnded() && (delivered.getAsBoolean() || quiet);
        return new Delivery(ended, clock.epochNanos() - resolvedNanos);
    }

    private boolean haveLoadsEnded() {
        return workers.left().stream().allMatch(WorkerLink::hasLoadEnded);
    }

    private boolean isQuiet() {
        return lastArrival.quiet().compareTo(silence()) >= 0;
    }

    /** Returns for how long no message may arrive until delivery counts as ended. */
    private Duration silence() {
        if (workers.losses().isEmpty()) {
            return usualSilence;
        }
        Duration sinceLoss =
                Duration.ofNanos(clock.epochNanos() - workers.losses().lastNanos());
        return silence(usualSilence, sinceLoss, takeOver, lastArrival.quiet());
    }

    /**
     * Returns the silence after the loss of the last worker: the system first gives its partitions to other consumers. The
     * usual silence counts from the end of that, so that the result changes with each arrival.
     */
    static Duration silence(Duration usual, Duration sinceLoss, Duration takeOver, Duration quiet) {
        Duration left = takeOver.plus(usual).minus(sinceLoss);
        Duration needed = quiet.plus(left);
        return needed.compareTo(usual) > 0 && !left.isNegative() ? needed : usual;
    }

    private boolean isSystemLost() {
        return system.isLost() && lastArrival.quiet().compareTo(Reachability.LIMIT) >= 0;
    }

    private void requireSystem(boolean done) {
        if (!done && isSystemLost()) {
            throw new RunFailedException("no broker has answered for " + Reachability.LIMIT.toSeconds()
                    + " s after the load: what became of the messages that were under way is unknown");
        }
    }

    /** Returns a text that states what is awaited and for how long at most; it fits into the line of a phase. */
    public String announcement() {
        return "waits up to " + RESOLVE_LIMIT.toSeconds() + " s for answers, "
                + silence().toSeconds() + " s after the last arrival";
    }

    private void awaitSnapshotOfEach() throws InterruptedException {
        Map<WorkerLink, Long> before = new HashMap<>();
        workers.left().forEach(worker -> before.put(worker, worker.snapshots()));
        // The next snapshot may already have been on its way.
        Predicate<WorkerLink> done = worker -> worker.snapshots() - 1 > before.getOrDefault(worker, Long.MAX_VALUE);
        workers.awaitEach("sending snapshots", after(SNAPSHOT_LIMIT), done);
    }

    private Deadline after(Duration duration) {
        return Deadline.after(clock, duration);
    }
}
