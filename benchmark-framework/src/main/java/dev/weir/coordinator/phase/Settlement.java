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
import java.util.function.Supplier;

/**
 * Waits for what is under way when the load has ended: first to be resolved at the producers, then to arrive at the
 * consumers. Used by the coordinator's thread.
 */
public final class Settlement {
    /** Longer than a Kafka client's delivery timeout: whatever becomes of a message, it is known by then. */
    private static final Duration RESOLVE_LIMIT = Duration.ofSeconds(150);

    /** A group that reads the same messages again and again would go on arriving for ever. */
    private static final Duration ARRIVAL_LIMIT = Duration.ofMinutes(10);

    /** Longer than a worker that cannot be reached is waited for. */
    private static final Duration SNAPSHOT_LIMIT = Duration.ofSeconds(30);

    private final Workers workers;
    private final BooleanSupplier delivered;
    private final LastArrival lastArrival;
    private final Clock clock;
    private final StopRequest patience;
    private final Supplier<Duration> silence;
    private final Reachability system;
    private long resolvedNanos;

    /**
     * Of a run whose load has ended.
     *
     * @param delivered whether all that was acknowledged has arrived, as far as is known
     * @param silence delivery has come to an end when nothing has arrived for so long; longer once a worker is lost, which
     *     may be now
     * @param system once it is lost, and nothing has arrived for as long, nothing more is waited for
     */
    public Settlement(
            Workers workers,
            BooleanSupplier delivered,
            LastArrival lastArrival,
            Clock clock,
            StopRequest patience,
            Supplier<Duration> silence,
            Reachability system) {
        this.workers = workers;
        this.delivered = delivered;
        this.lastArrival = lastArrival;
        this.clock = clock;
        this.patience = patience;
        this.silence = silence;
        this.system = system;
    }

    /**
     * Waits.
     *
     * @return whether deliveries ended: all messages have arrived, or no more arrive
     * @throws RunFailedException if messages stay unresolved, or no broker answers any longer
     */
    public boolean await() throws InterruptedException {
        workers.awaitEach(
                "done sending",
                after(RESOLVE_LIMIT),
                worker -> worker.hasLoadEnded() || patience.isOver() || isPointless());
        requireSystem(workers.left().stream().allMatch(WorkerLink::hasLoadEnded));
        resolvedNanos = clock.epochNanos();
        awaitSnapshotOfEach();
        Deadline limit = after(ARRIVAL_LIMIT.plus(silence.get()));
        lastArrival.settles();
        workers.awaitRunning(limit, () -> delivered.getAsBoolean() || isQuiet() || patience.isOver() || isPointless());
        boolean quiet = isQuiet();
        requireSystem(delivered.getAsBoolean() || quiet);
        // A duplicate comes after the message that completed delivery.
        awaitSnapshotOfEach();
        boolean resolved = workers.left().stream().allMatch(WorkerLink::hasLoadEnded);
        return resolved && (delivered.getAsBoolean() || quiet);
    }

    private boolean isQuiet() {
        return lastArrival.quiet().compareTo(silence.get()) >= 0;
    }

    /** For how long by now no message has been sent, nor had to be; after {@link #await}. */
    public long waitedNanos() {
        return clock.epochNanos() - resolvedNanos;
    }

    /** No broker answers, and nothing has arrived for as long. */
    private boolean isPointless() {
        return system.isLost() && lastArrival.quiet().compareTo(Reachability.LIMIT) >= 0;
    }

    private void requireSystem(boolean done) {
        if (!done && isPointless()) {
            throw new RunFailedException("no broker has answered for " + Reachability.LIMIT.toSeconds()
                    + " s after the load: what became of the messages that were under way is unknown");
        }
    }

    /** What it waits for, and for how long at most. */
    public String announcement() {
        return "waiting up to " + RESOLVE_LIMIT.toSeconds() + " s for messages that are being sent, then until nothing"
                + " arrives for " + silence.get().toSeconds() + " s";
    }

    private void awaitSnapshotOfEach() throws InterruptedException {
        Map<WorkerLink, Long> before = new HashMap<>();
        workers.left().forEach(worker -> before.put(worker, worker.snapshots()));
        workers.awaitEach("sending snapshots", after(SNAPSHOT_LIMIT), worker -> {
            Long earlier = before.get(worker);
            // The next one may have been on its way already.
            return earlier != null && worker.snapshots() > earlier + 1;
        });
    }

    private Deadline after(Duration duration) {
        return Deadline.after(clock, duration);
    }
}
