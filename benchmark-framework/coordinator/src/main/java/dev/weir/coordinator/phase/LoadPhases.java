package dev.weir.coordinator.phase;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.system.ExpiredMessages;
import dev.weir.coordinator.workers.RunClocks;
import dev.weir.coordinator.workers.Workers;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.result.journal.IntervalStore;
import dev.weir.wire.message.Message;
import dev.weir.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;

/**
 * Plans the phases of a load in whole snapshots, announces them to the workers, and waits for them. Each boundary is
 * known before it passes, so no phase waits for a message to arrive. Used by the coordinator's thread.
 */
public final class LoadPhases {
    /** Time between sending an order and its effect: long enough for the order to reach each worker. */
    static final Duration NOTICE = Duration.ofMillis(300);

    /** How long the display waits for the last snapshot of a phase before it shows the next phase. */
    private static final Duration LAST_SNAPSHOT_LIMIT = Duration.ofSeconds(2);

    /**
     * How long before the planned end workers receive the order to end. If they received it at the start, the offset of
     * their clocks would have to be known hours ahead.
     */
    private static final Duration END_NOTICE = Duration.ofSeconds(20);

    /**
     * Objects that the phases of a load share. A holder, not a value.
     *
     * @param endsEarly whether the load ends before its time: a person has interrupted the run, a threshold that aborts
     *     the run is missed, or consumers have received all messages
     */
    public record LoadContext(
            Workers workers,
            IntervalStore store,
            RunClocks clocks,
            Clock clock,
            BooleanSupplier endsEarly,
            ExpiredMessages expired,
            TargetRate target,
            ProgressListener progress) {}

    private final LoadGrid grid;
    private final LoadContext load;
    private final NavigableMap<Long, Phase> begins = new TreeMap<>();
    private Optional<Long> endSnapshot = Optional.empty();
    private boolean endAnnounced;

    LoadPhases(LoadGrid grid, LoadContext load) {
        this.grid = grid;
        this.load = load;
    }

    public LoadGrid grid() {
        return grid;
    }

    public LoadContext load() {
        return load;
    }

    public boolean endsEarly() {
        return load.endsEarly().getAsBoolean();
    }

    /** Starts the load. The caller plans its first phase right after. */
    void start(double messagesPerSecond, boolean reportsPositions) {
        load.workers().send(worker -> {
            long start = worker.track().toOther(grid.startNanos());
            return new Message.Start(start, messagesPerSecond, grid.snapshotNanos(), reportsPositions);
        });
    }

    /** Lets a phase begin with a future snapshot, at its target rate. */
    public void plan(Phase phase, long snapshot) {
        plan(phase, snapshot, load.target().order(phase));
    }

    /**
     * Lets a phase begin with a future snapshot. {@code rate} makes the order for the phase's rate, which may be another
     * phase's, from a time on the worker's clock.
     */
    void plan(Phase phase, long snapshot, LongFunction<Message> rate) {
        boolean measuredBefore = begins.values().stream().anyMatch(Phase::isMeasured);
        begins.put(snapshot, phase);
        load.store().phaseBegins(phase, snapshot);
        order(snapshot, rate);
        if (phase.isMeasured() && !measuredBefore) {
            order(snapshot, Message.MeasureFrom::new);
            load.clocks().measureFrom(grid.at(snapshot));
        }
    }

    void order(long snapshot, LongFunction<Message> rate) {
        load.workers().send(worker -> rate.apply(worker.track().toOther(grid.at(snapshot))));
    }

    /** Ends the load before a later snapshot. Workers receive the order shortly before. */
    void planEnd(long snapshot) {
        endSnapshot = Optional.of(snapshot);
        // An earlier end can replace a later one that was already announced.
        endAnnounced = false;
        load.store().phaseBegins(Phase.SETTLE, snapshot);
        keepUp();
    }

    Optional<Long> endSnapshot() {
        return endSnapshot;
    }

    /** Ends the load as soon as possible, unless it ends sooner anyway. */
    void endEarly() {
        long soonest = soonest();
        if (endSnapshot.orElse(Long.MAX_VALUE) > soonest) {
            begins.tailMap(soonest, true).clear();
            planEnd(soonest);
        }
    }

    /** Announces the end when its time has come. Call it several times a second. */
    void keepUp() {
        long latest = load.clock().epochNanos() + END_NOTICE.toNanos();
        endSnapshot.filter(end -> !endAnnounced && grid.at(end) <= latest).ifPresent(end -> {
            endAnnounced = true;
            order(end, Message.EndLoad::new);
        });
    }

    /** Returns the first snapshot that can still be announced in time. */
    public long soonest() {
        return grid.snapshotFrom(load.clock().epochNanos() + NOTICE.toNanos());
    }

    /** Waits until a snapshot begins, a condition holds, or the run is to end early; returns whether it holds. */
    public boolean await(long snapshot, BooleanSupplier happened) throws InterruptedException {
        return await(Deadline.at(load.clock(), grid.at(snapshot)), happened);
    }

    /** Waits like {@link #await}, but ends early enough to plan something for the begin of that snapshot. */
    boolean awaitInTime(long snapshot, BooleanSupplier happened) throws InterruptedException {
        return await(Deadline.at(load.clock(), grid.at(snapshot) - NOTICE.toNanos()), happened);
    }

    private boolean await(Deadline deadline, BooleanSupplier happened) throws InterruptedException {
        load.workers().await(deadline, () -> endsEarly() || happened.getAsBoolean());
        return happened.getAsBoolean();
    }

    /** Waits until a phase is over and its snapshots have arrived. */
    public void awaitEnd(Optional<Long> snapshot) throws InterruptedException {
        await(Deadline.at(load.clock(), snapshot.map(grid::at).orElse(Long.MAX_VALUE)), () -> false);
        Deadline limit = Deadline.after(load.clock(), LAST_SNAPSHOT_LIMIT);
        load.workers().await(limit, () -> load.store().ticks() >= snapshot.orElse(0L) || endsEarly());
    }

    List<PhaseSpan> spans() {
        long now = load.clock().epochNanos() + NOTICE.toNanos();
        long last = Math.min(now, endSnapshot.map(grid::at).orElse(Long.MAX_VALUE));
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

    /**
     * Times at which the snapshots of a load are taken, on the coordinator's clock. Phases begin and end at these times, so
     * that each snapshot belongs to one phase: durations are rounded up to whole snapshots.
     *
     * @param startNanos when the first message is due
     */
    public record LoadGrid(long startNanos, long snapshotNanos, int snapshotsPerInterval) {
        /** The display is updated once a second, whatever the reporting interval. */
        private static final long MAX_SNAPSHOT_NANOS = 1_000_000_000;

        /** If the run disturbs its system, the length of an outage is known to within two snapshots. */
        private static final long MAX_DISTURBED_NANOS = 100_000_000;

        public static LoadGrid of(Workload workload, long startNanos) {
            long intervalNanos = workload.timing().sampleInterval().toNanos();
            boolean disturbed = workload.run().sections().disturb();
            long perInterval = ceilDiv(intervalNanos, disturbed ? MAX_DISTURBED_NANOS : MAX_SNAPSHOT_NANOS);
            return new LoadGrid(startNanos, intervalNanos / perInterval, (int) perInterval);
        }

        long at(long snapshot) {
            return startNanos + snapshot * snapshotNanos;
        }

        /** Returns the first snapshot that begins at that time or later. */
        long snapshotFrom(long nanos) {
            return Math.max(0, ceilDiv(nanos - startNanos, snapshotNanos));
        }

        public long snapshots(Duration length) {
            return ceilDiv(length.toNanos(), snapshotNanos);
        }

        Duration length(long snapshots) {
            return Duration.ofNanos(snapshots * snapshotNanos);
        }

        private static long ceilDiv(long dividend, long divisor) {
            return -Math.floorDiv(-dividend, divisor);
        }
    }
}
