package dev.weir.coordinator.workers;

import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Snapshot;
import dev.weir.plan.Assignment;
import dev.weir.result.code.NamedFigures;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.value.IsoTime;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Detects standstills of workers by late snapshots: a worker that is stopped, or gets no processor, takes its next
 * snapshot when it goes on. Messages missing from such a snapshot may still have been processed by the system. Used by
 * the coordinator's thread.
 */
public final class WorkerStandstills {
    /** Counts of a snapshot that is later than this reveal nothing about the system. */
    private static final long LATE_NANOS = 500_000_000;

    /** A shorter standstill is no reason. */
    private static final long LEAST_NANOS = 1_000_000_000;

    private final List<Assignment> assignments;
    private final Map<Long, Absence> lateTicks = new HashMap<>();
    private final Map<Integer, Stood> byWorker = new TreeMap<>();

    /**
     * Clients that were absent for a while.
     *
     * @param producing whether producers were among them
     * @param consuming whether consumers were among them
     */
    public record Absence(boolean producing, boolean consuming) {
        public static final Absence NONE = new Absence(false, false);
        public static final Absence ALL = new Absence(true, true);

        public Absence and(Absence other) {
            return new Absence(producing || other.producing, consuming || other.consuming);
        }
    }

    /** Standstills of one worker. */
    private static final class Stood {
        private final String worker;
        private final List<TimeRange> stretches = new ArrayList<>();
        private double measuredSeconds;
        private boolean inMeasurement;

        Stood(String worker) {
            this.worker = worker;
        }
    }

    /** @param assignments of the workers, in the order of their numbers */
    WorkerStandstills(List<Assignment> assignments) {
        this.assignments = assignments;
    }

    /**
     * Adds a worker's snapshot.
     *
     * @param snapshot with its times on the coordinator's clock
     * @param dueNanos when it was to end
     * @param measured whether it lies in the measurement, so that messages that it lacks are missing from the rate
     * @param reachesMeasurement whether a part of the time by which it is late lies in the measurement
     */
    public void taken(
            WorkerLink worker, Snapshot snapshot, long dueNanos, boolean measured, boolean reachesMeasurement) {
        long lateNanos = snapshot.toNanos() - dueNanos;
        if (lateNanos < LATE_NANOS) {
            return;
        }
        lateTicks.merge(snapshot.number(), absence(assignments.get(worker.number())), Absence::and);
        // The next snapshots are late as well, but the worker takes all of them at once.
        if (lateNanos >= LEAST_NANOS && snapshot.toNanos() - snapshot.fromNanos() >= LEAST_NANOS) {
            Stood stood = byWorker.computeIfAbsent(worker.number(), number -> new Stood(worker.name()));
            stood.stretches.add(new TimeRange(snapshot.toNanos() - lateNanos, snapshot.toNanos()));
            stood.measuredSeconds += measured ? lateNanos / 1e9 : 0;
            stood.inMeasurement |= measured || reachesMeasurement;
        }
    }

    /** Returns the kinds of clients in an assignment. */
    static Absence absence(Assignment assignment) {
        return new Absence(
                !assignment.clients().producers().isEmpty(),
                !assignment.clients().consumers().isEmpty()
                        || !assignment.clients().pipelines().isEmpty());
    }

    /**
     * Returns which clients' snapshots of this number were too late to reveal anything about the system; returns them
     * once.
     */
    public Absence take(long number) {
        Absence late = lateTicks.remove(number);
        return late == null ? Absence.NONE : late;
    }

    /**
     * Returns the share of the due messages that may be missing because of standstills, for a measurement of some
     * length.
     */
    public double shareOfLoad(double seconds) {
        return byWorker.entrySet().stream()
                .mapToDouble(each -> {
                    Assignment assignment = assignments.get(each.getKey());
                    double share =
                            (double) assignment.clients().producers().size() / Math.max(1, assignment.totalProducers());
                    return share * Math.min(1, each.getValue().measuredSeconds / Math.max(1e-9, seconds));
                })
                .sum();
    }

    /** Returns a reason for each worker that stood still. */
    public List<Reason> reasons() {
        return byWorker.values().stream().map(WorkerStandstills::reason).toList();
    }

    private static Reason reason(Stood stood) {
        TimeRange longest = stood.stretches.stream()
                .max(Comparator.comparingDouble(TimeRange::seconds))
                .orElseThrow();
        double total = stood.stretches.stream().mapToDouble(TimeRange::seconds).sum();
        return Reason.of(
                ReasonCode.WORKER_STOOD_STILL,
                stood.inMeasurement ? Severity.DEGRADED : Severity.NOTE,
                String.format(
                        Locale.ROOT,
                        "worker %s stood still %s, for %.1f s at most, from %s on: what its clients sent, received "
                                + "and timed then is late because of the worker, not because of the system",
                        stood.worker,
                        NumberText.times(stood.stretches.size()),
                        longest.seconds(),
                        IsoTime.timeOfDay(longest.beginNanos())),
                new NamedFigures()
                        .with("count", stood.stretches.size())
                        .with("longestSeconds", longest.seconds())
                        .with("totalSeconds", total)
                        .byName(),
                Optional.of(longest));
    }
}
