package dev.weir.coordinator.workers;

import dev.weir.plan.Assignment;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.interval.Interval;
import dev.weir.result.run.WorkerLoss;
import dev.weir.result.value.IsoTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is known of the workers that a run goes on without, and of the load that they would have sent. Used by the
 * coordinator's thread.
 */
public final class WorkerLosses {
    private final List<Assignment> assignments;
    private final Map<Integer, Loss> losses = new TreeMap<>();
    private final WorkerStandstills standstills;

    /** Of one worker. */
    private static final class Loss {
        private final String worker;
        private final long atNanos;
        private final String reason;
        private final long lastSnapshot;
        private final long lastSnapshotNanos;
        private final double shareOfLoad;
        private final boolean toldAll;
        private double unsent;
        private double unsentInMeasurement;

        Loss(WorkerLink worker, long atNanos, String reason, Assignment assignment) {
            this.worker = worker.name();
            this.atNanos = atNanos;
            this.reason = reason;
            this.lastSnapshot = worker.snapshots() - 1;
            this.lastSnapshotNanos = worker.lastSnapshotNanos();
            this.shareOfLoad =
                    (double) assignment.clients().producers().size() / Math.max(1, assignment.totalProducers());
            this.toldAll = worker.isClosed();
        }

        void add(Interval interval, double messagesPerSecond) {
            double seconds = (interval.toNanos() - Math.max(interval.fromNanos(), lastSnapshotNanos)) / 1e9;
            double missing = Math.max(0, seconds) * messagesPerSecond * shareOfLoad;
            unsent += missing;
            unsentInMeasurement += interval.phase().isMeasured() ? missing : 0;
        }

        WorkerLoss result() {
            return new WorkerLoss(
                    IsoTime.of(atNanos),
                    reason,
                    lastSnapshot,
                    lastSnapshot < 0 ? "" : IsoTime.of(lastSnapshotNanos),
                    Math.round(unsent));
        }

        String lastWord() {
            return lastSnapshot < 0
                    ? "it had sent no snapshot"
                    : "its last snapshot is number " + lastSnapshot + ", of " + IsoTime.timeOfDay(lastSnapshotNanos);
        }
    }

    /** @param assignments of the workers, in the order of their numbers */
    public WorkerLosses(List<Assignment> assignments) {
        this.assignments = assignments;
        this.standstills = new WorkerStandstills(assignments);
    }

    /** When workers stood still that came back, or were lost after that. */
    public WorkerStandstills standstills() {
        return standstills;
    }

    /** A worker is lost, and the run goes on. */
    public void add(WorkerLink worker, long atNanos, String reason) {
        losses.put(worker.number(), new Loss(worker, atNanos, reason, assignments.get(worker.number())));
    }

    public boolean isEmpty() {
        return losses.isEmpty();
    }

    /** When the last one was lost; there is one. */
    public long lastNanos() {
        return losses.values().stream().mapToLong(loss -> loss.atNanos).max().orElseThrow();
    }

    /**
     * Counts what was due from them in an interval and is not known to have been sent.
     *
     * @param messagesPerSecond asked for in it of all workers; infinite: it is unknown what would have been sent
     */
    public void add(Interval interval, double messagesPerSecond) {
        if (Double.isFinite(messagesPerSecond)) {
            losses.values().forEach(loss -> loss.add(interval, messagesPerSecond));
        }
    }

    /** Messages that were due from lost workers after their last snapshots. */
    public long unsent() {
        return losses.values().stream()
                .mapToLong(loss -> Math.round(loss.unsent))
                .sum();
    }

    /** Those of them that were due in the measurement. */
    public double unsentInMeasurement() {
        return losses.values().stream()
                .mapToDouble(loss -> loss.unsentInMeasurement)
                .sum();
    }

    /** Of a worker; empty if it was not lost. */
    public Optional<WorkerLoss> of(int worker) {
        return Optional.ofNullable(losses.get(worker)).map(Loss::result);
    }

    /** What that does to the figures: nothing where others have taken over all that it did. */
    public List<Reason> reasons() {
        List<Reason> reasons = new ArrayList<>(standstills.reasons());
        losses.forEach((number, loss) -> {
            Assignment assignment = assignments.get(number);
            if (!assignment.clients().carryOnlyPipelines()) {
                reasons.add(Reason.of(
                        ReasonCode.WORKER_LOST,
                        "worker %s was lost at %s; %s. The load lacks %,d messages that it would have sent since then%s",
                        loss.worker,
                        IsoTime.timeOfDay(loss.atNanos),
                        loss.lastWord(),
                        Math.round(loss.unsent),
                        assignment.clients().consumers().isEmpty() || loss.toldAll
                                ? ""
                                : ", and messages that only its consumers received since then are unknown. Messages that waited "
                                        + "until other consumers took over its partitions have long end-to-end latencies, which the "
                                        + "system did not cause"));
            }
        });
        return reasons;
    }

    public List<Finding> findings() {
        return losses.values().stream()
                .map(loss -> new Finding(
                        FindingCode.WORKER_LOST,
                        1,
                        "worker " + loss.worker + " was lost at " + IsoTime.timeOfDay(loss.atNanos) + " (" + loss.reason
                                + "), and the run went on without it, as workerLoss: continue asks; "
                                + loss.lastWord()))
                .toList();
    }
}
