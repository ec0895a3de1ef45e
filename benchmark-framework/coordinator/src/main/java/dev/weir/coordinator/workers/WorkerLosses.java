package dev.weir.coordinator.workers;

import dev.weir.plan.Assignment;
import dev.weir.plan.ClientRoles;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.RunDetails.Worker;
import dev.weir.result.document.RunDetails.Worker.WorkerLoss;
import dev.weir.result.interval.Interval;
import dev.weir.result.value.IsoTime;
import dev.weir.wire.message.WorkerFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Facts about lost workers that the run goes on without, and about the load that they would have sent. Used by the
 * coordinator's thread.
 */
public final class WorkerLosses {
    private final List<Assignment> assignments;
    private final Map<Integer, Loss> losses = new TreeMap<>();
    private final WorkerStandstills standstills;

    /** A lost worker, whose messages are handled no longer: its state stays as it is. */
    private static final class Loss {
        private final WorkerLink worker;
        private final long atNanos;
        private final String reason;
        private final double shareOfLoad;
        private double unsent;
        private double unsentInMeasurement;

        Loss(WorkerLink worker, long atNanos, String reason, Assignment assignment) {
            this.worker = worker;
            this.atNanos = atNanos;
            this.reason = reason;
            this.shareOfLoad = assignment.shareOfLoad();
        }

        void add(Interval interval, double messagesPerSecond) {
            double seconds = (interval.toNanos() - interval.fromNanos()) / 1e9;
            double missing = seconds * messagesPerSecond * shareOf(interval);
            unsent += missing;
            unsentInMeasurement += interval.phase().isMeasured() ? missing : 0;
        }

        /** Returns the share of an interval's load that was due from the worker after its last snapshot. */
        double shareOf(Interval interval) {
            double length = interval.toNanos() - interval.fromNanos();
            double gone = interval.toNanos() - Math.max(interval.fromNanos(), worker.lastSnapshotNanos());
            return shareOfLoad * Math.max(0, gone) / Math.max(1, length);
        }

        WorkerLoss result() {
            return new WorkerLoss(
                    IsoTime.of(atNanos),
                    reason,
                    worker.snapshots() - 1,
                    worker.snapshots() == 0 ? "" : IsoTime.of(worker.lastSnapshotNanos()),
                    Math.round(unsent));
        }

        String lastReport() {
            return worker.snapshots() == 0
                    ? "it had sent no snapshot"
                    : "its last snapshot is number " + (worker.snapshots() - 1) + ", of "
                            + IsoTime.timeOfDay(worker.lastSnapshotNanos());
        }
    }

    public WorkerLosses(List<Assignment> assignments) {
        this.assignments = assignments;
        this.standstills = new WorkerStandstills(assignments);
    }

    public WorkerStandstills standstills() {
        return standstills;
    }

    public void add(WorkerLink worker, long atNanos, String reason) {
        losses.put(worker.number(), new Loss(worker, atNanos, reason, assignments.get(worker.number())));
    }

    public boolean isEmpty() {
        return losses.isEmpty();
    }

    /** Returns when the last worker was lost. At least one must have been. */
    public long lastNanos() {
        return losses.values().stream().mapToLong(loss -> loss.atNanos).max().orElseThrow();
    }

    /**
     * Counts messages that were due from lost workers in an interval and are not known to have been sent. The target rate
     * is of all workers; it is infinite if it is unknown what would have been sent.
     */
    public void add(Interval interval, double messagesPerSecond) {
        if (Double.isFinite(messagesPerSecond)) {
            losses.values().forEach(loss -> loss.add(interval, messagesPerSecond));
        }
    }

    /** Returns the share of an interval's load that the remaining workers were to send. */
    public double shareLeft(Interval interval) {
        return 1 - sum(loss -> loss.shareOf(interval));
    }

    /** Returns messages that were due from lost workers after their last snapshots. */
    public long unsent() {
        return losses.values().stream()
                .mapToLong(loss -> Math.round(loss.unsent))
                .sum();
    }

    /** Returns the part of {@link #unsent} that was due in the measurement. */
    public double unsentInMeasurement() {
        return sum(loss -> loss.unsentInMeasurement);
    }

    private double sum(ToDoubleFunction<Loss> figure) {
        return losses.values().stream().mapToDouble(figure).sum();
    }

    public Worker document(WorkerLink worker) {
        ClientRoles clients = assignments.get(worker.number()).clients();
        return new Worker(
                worker.name(),
                new TreeMap<>(worker.facts().map(WorkerFacts::asMap).orElse(Map.of())),
                clients.producers().size(),
                clients.consumers().size(),
                clients.relays().size(),
                Optional.of(worker.counts()),
                worker.track().first().offsetNanos(),
                worker.track().boundNanos(),
                worker.cpuSeconds(),
                worker.gcMillis(),
                worker.pacing().pacingPrecisionNanos(),
                worker.pacing().pacingSpinNanos(),
                Optional.ofNullable(losses.get(worker.number())).map(Loss::result));
    }

    public List<Reason> reasons() {
        List<Reason> reasons = new ArrayList<>(standstills.reasons());
        losses.forEach((number, loss) -> {
            boolean takenOver = assignments.get(number).clients().carryOnlyRelays();
            reasons.add(Reason.of(
                    ReasonCode.WORKER_LOST,
                    takenOver ? Severity.NOTE : Severity.DEGRADED,
                    "worker " + loss.worker.name() + " was lost at " + IsoTime.timeOfDay(loss.atNanos) + " ("
                            + loss.reason + "), and the run went on without it; " + loss.lastReport()
                            + (takenOver ? "" : missing(loss, assignments.get(number)))));
        });
        return reasons;
    }

    private static String missing(Loss loss, Assignment assignment) {
        return String.format(
                Locale.ROOT,
                ". The load lacks %,d messages that it would have sent since then%s",
                Math.round(loss.unsent),
                assignment.clients().consumers().isEmpty() || loss.worker.isClosed()
                        ? ""
                        : ", and messages that only its consumers received since then are unknown. Messages that waited"
                                + " until other consumers took over its partitions have long end-to-end latencies,"
                                + " which the system did not cause");
    }
}
