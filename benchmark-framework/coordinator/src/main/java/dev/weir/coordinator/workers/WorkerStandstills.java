package dev.weir.coordinator.workers;

import dev.weir.host.observation.Pause;
import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Snapshot;
import dev.weir.plan.Assignment;
import dev.weir.result.code.Reason;
import dev.weir.result.code.Reason.NamedFigures;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.value.IsoTime;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Standstills of the processes of workers, as their control threads measured them, and late snapshots: a worker that is
 * stopped, or gets no processor, takes its next snapshot when it goes on. Messages missing from such a snapshot may
 * still have been processed by the system. A worker that only waits for its clients takes late snapshots, too, but does
 * not stand still. Used by the coordinator's thread.
 */
public final class WorkerStandstills {
    /** Counts of a snapshot that is later than this reveal nothing about the system. */
    private static final long LATE_NANOS = 500_000_000;

    /** A shorter standstill is no reason. */
    private static final long MIN_NANOS = 1_000_000_000;

    private final List<Assignment> assignments;
    private final Map<Long, Absence> lateTicks = new HashMap<>();
    private final Map<Integer, Stood> byWorker = new TreeMap<>();

    /** Kinds of clients of which some could do nothing for a while, so that their progress reveals nothing. */
    public record Absence(boolean producing, boolean consuming) {
        public static final Absence NONE = new Absence(false, false);
        public static final Absence ALL = new Absence(true, true);

        public Absence and(Absence other) {
            return new Absence(producing || other.producing, consuming || other.consuming);
        }
    }

    private record Stood(String worker, List<TimeRange> all, List<TimeRange> measured) {}

    WorkerStandstills(List<Assignment> assignments) {
        this.assignments = assignments;
    }

    /** Adds a worker's snapshot, which was to end at {@code dueNanos}; its times are of the coordinator's clock. */
    public void taken(WorkerLink worker, Snapshot snapshot, long dueNanos) {
        if (snapshot.toNanos() - dueNanos >= LATE_NANOS) {
            lateTicks.merge(snapshot.number(), absence(assignments.get(worker.number())), Absence::and);
        }
    }

    /**
     * Adds a standstill that a worker's control thread measured, on the coordinator's clock. {@code measured} returns the
     * part in the measurement, empty if there is none.
     */
    public void stood(WorkerLink worker, Pause pause, Function<TimeRange, Optional<TimeRange>> measured) {
        if (pause.nanos() >= MIN_NANOS) {
            Stood stood = byWorker.computeIfAbsent(
                    worker.number(), number -> new Stood(worker.name(), new ArrayList<>(), new ArrayList<>()));
            TimeRange range = TimeRange.of(pause);
            stood.all.add(range);
            measured.apply(range).ifPresent(stood.measured::add);
        }
    }

    static Absence absence(Assignment assignment) {
        return new Absence(
                !assignment.clients().producers().isEmpty(),
                !assignment.clients().consumers().isEmpty()
                        || !assignment.clients().relays().isEmpty());
    }

    /** Returns once which clients' snapshots of this number were too late to reveal anything about the system. */
    public Absence take(long number) {
        return Optional.ofNullable(lateTicks.remove(number)).orElse(Absence.NONE);
    }

    /** Returns the share of due messages that standstills may have kept from a measurement of some length. */
    public double shareOfLoad(double seconds) {
        return byWorker.entrySet().stream()
                .mapToDouble(each -> assignments.get(each.getKey()).shareOfLoad()
                        * Math.min(1, total(each.getValue().measured) / Math.max(1e-9, seconds)))
                .sum();
    }

    /** Returns whether a worker with consumers stood still in the measurement, so that deliveries waited for it. */
    public boolean consumersStoodInMeasurement() {
        return byWorker.entrySet().stream()
                .anyMatch(each -> !each.getValue().measured.isEmpty()
                        && absence(assignments.get(each.getKey())).consuming());
    }

    boolean hasStood(WorkerLink worker) {
        return byWorker.containsKey(worker.number());
    }

    public List<Reason> reasons() {
        return byWorker.values().stream().map(WorkerStandstills::reason).toList();
    }

    private static double total(List<TimeRange> ranges) {
        return ranges.stream().mapToDouble(TimeRange::seconds).sum();
    }

    private static Reason reason(Stood stood) {
        boolean inMeasurement = !stood.measured.isEmpty();
        List<TimeRange> ranges = inMeasurement ? stood.measured : stood.all;
        TimeRange longest = Collections.max(ranges, Comparator.comparingDouble(TimeRange::seconds));
        return Reason.of(
                        ReasonCode.PROCESS_STOOD_STILL,
                        inMeasurement ? Severity.DEGRADED : Severity.NOTE,
                        "worker %s stood still %s%s, for %.1f s at most, from %s on: what its clients sent, received "
                                + "and timed then is late because of the worker, not because of the system",
                        stood.worker,
                        NumberText.times(ranges.size()),
                        inMeasurement ? " in the measurement" : "",
                        longest.seconds(),
                        IsoTime.timeOfDay(longest.beginNanos()))
                .with(new NamedFigures()
                        .with("count", ranges.size())
                        .with("longestSeconds", longest.seconds())
                        .with("totalSeconds", total(ranges)))
                .during(longest);
    }
}
