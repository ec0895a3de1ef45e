package dev.weir.coordinator.phase;

import dev.weir.clock.Deadline;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.PhaseSpan;
import dev.weir.wire.message.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;

/**
 * The phases of a load on the grid of its snapshots: plans where they begin, tells the workers, and waits for them. Every
 * boundary is known before it passes, so that none waits for a message to arrive. Used by the coordinator's thread.
 */
public final class LoadPhases {
    /** From an order to what it orders: long enough for it to reach every worker. */
    public static final Duration NOTICE = Duration.ofMillis(300);

    /** How long the display waits for the last snapshot of a phase before it goes on to the next. */
    private static final Duration TELLING_LIMIT = Duration.ofSeconds(2);

    /**
     * So long before the planned end the workers hear of it: told at the start, a worker's clock would have to be known for
     * hours ahead.
     */
    private static final Duration END_NOTICE = Duration.ofSeconds(20);

    private final LoadGrid grid;
    private final LoadContext load;
    private final NavigableMap<Long, Phase> begins = new TreeMap<>();
    private OptionalLong endSnapshot = OptionalLong.empty();
    private boolean endAnnounced;

    public LoadPhases(LoadGrid grid, LoadContext load) {
        this.grid = grid;
        this.load = load;
    }

    public LoadGrid grid() {
        return grid;
    }

    /** Starts the load; its first phase is to be planned right after. */
    void start(double messagesPerSecond, boolean tellsPositions) {
        load.workers()
                .send(worker -> new Message.Start(
                        worker.track().toOther(grid.startNanos()),
                        messagesPerSecond,
                        grid.snapshotNanos(),
                        tellsPositions));
    }

    /**
     * Has a phase begin with a snapshot that is still to come.
     *
     * @param rate the order that says how fast the load is from then on, by a worker's clock
     */
    void plan(Phase phase, long snapshot, LongFunction<Message> rate) {
        boolean measuredBefore = begins.values().stream().anyMatch(Phase::isMeasured);
        begins.put(snapshot, phase);
        load.store().phaseBegins(phase, snapshot);
        order(snapshot, rate);
        if (phase.isMeasured() && !measuredBefore) {
            measureFrom(snapshot);
        }
    }

    /** Has the load go on at another rate from a snapshot on that is still to come. */
    void order(long snapshot, LongFunction<Message> rate) {
        load.workers().send(worker -> rate.apply(worker.track().toOther(grid.at(snapshot))));
    }

    private void measureFrom(long snapshot) {
        load.workers().send(worker -> new Message.MeasureFrom(worker.track().toOther(grid.at(snapshot))));
        load.clocks().measurementBegins(grid.at(snapshot));
    }

    /** Ends the load before a later snapshot. Workers receive the order shortly before. */
    void planEnd(long snapshot) {
        endSnapshot = OptionalLong.of(snapshot);
        // An earlier end comes after a later one that was announced.
        endAnnounced = false;
        load.store().phaseBegins(Phase.SETTLE, snapshot);
        keepUp();
    }

    /** With which snapshot the load is over, as far as is known. */
    OptionalLong endSnapshot() {
        return endSnapshot;
    }

    /** Has the load end as soon as that is possible, unless it is to end sooner anyway. */
    void endEarly() {
        long soonest = soonest();
        if (endSnapshot.isEmpty() || endSnapshot.getAsLong() > soonest) {
            begins.tailMap(soonest, true).clear();
            planEnd(soonest);
        }
    }

    /** To be called several times a second. */
    void keepUp() {
        if (endSnapshot.isPresent() && !endAnnounced) {
            long end = grid.at(endSnapshot.getAsLong());
            if (end <= load.clock().epochNanos() + END_NOTICE.toNanos()) {
                endAnnounced = true;
                load.workers().send(worker -> new Message.EndLoad(worker.track().toOther(end)));
            }
        }
    }

    /** The first snapshot that can still be announced in time. */
    long soonest() {
        return grid.snapshotFrom(load.clock().epochNanos() + NOTICE.toNanos());
    }

    /**
     * Waits until a snapshot begins, or something happens before; returns early if the run is to end early.
     *
     * @return whether it happened
     */
    boolean await(long snapshot, BooleanSupplier happened) throws InterruptedException {
        return await(Deadline.at(load.clock(), grid.at(snapshot)), happened);
    }

    /** The same, but ends so long before the snapshot begins that it can still be planned. */
    boolean awaitInTime(long snapshot, BooleanSupplier happened) throws InterruptedException {
        return await(Deadline.at(load.clock(), grid.at(snapshot) - NOTICE.toNanos()), happened);
    }

    private boolean await(Deadline deadline, BooleanSupplier happened) throws InterruptedException {
        load.workers().await(deadline, () -> load.endsEarly().getAsBoolean() || happened.getAsBoolean());
        return happened.getAsBoolean();
    }

    /** Waits until a phase is over, and for the snapshots that tell of it. */
    void awaitEnd(Optional<Long> snapshot) throws InterruptedException {
        await(Deadline.at(load.clock(), snapshot.map(grid::at).orElse(Long.MAX_VALUE)), () -> false);
        load.workers()
                .await(
                        Deadline.after(load.clock(), TELLING_LIMIT),
                        () -> load.store().ticks() >= snapshot.orElse(0L)
                                || load.endsEarly().getAsBoolean());
    }

    /** When the phases were, as far as they have begun. */
    public List<PhaseSpan> spans() {
        long now = load.clock().epochNanos() + NOTICE.toNanos();
        long last = Math.min(now, endSnapshot.isPresent() ? grid.at(endSnapshot.getAsLong()) : Long.MAX_VALUE);
        List<PhaseSpan> spans = new ArrayList<>();
        begins.forEach((snapshot, phase) -> {
            Long next = begins.higherKey(snapshot);
            long end = Math.min(last, next == null ? Long.MAX_VALUE : grid.at(next));
            if (grid.at(snapshot) < end) {
                spans.add(PhaseSpan.of(phase, grid.at(snapshot), end));
            }
        });
        return spans;
    }
}
