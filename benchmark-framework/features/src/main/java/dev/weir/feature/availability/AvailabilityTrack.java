package dev.weir.feature.availability;

import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.coordinator.workers.WorkerStandstills.Absence;
import dev.weir.feature.availability.AvailabilityResult.Outage;
import dev.weir.feature.availability.AvailabilityResult.Outages;
import dev.weir.feature.availability.AvailabilityResult.RecoveryTime;
import dev.weir.feature.availability.RecoveryRule.Point;
import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.plan.Assignment;
import dev.weir.result.code.Finding;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.Interval;
import dev.weir.result.value.IsoTime;
import dev.weir.wire.message.Message.Throttling;
import dev.weir.workload.Workload;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Finds outages of a load from the gaps of its workers, and from snapshots when the load had recovered from events.
 * {@code docs/result.md} defines both. Used by the coordinator's thread.
 */
final class AvailabilityTrack implements RunObserver {
    /** A client that is throttled for this share of a tick may get no answer in it. */
    private static final double STOPPED_SHARE = 0.5;

    /** About an hour of points. Beyond that, points that decide nothing any more are dropped. */
    private static final int MANY_POINTS = 4_096;

    private final Workload workload;
    private final RecoveryRule rule;
    private final List<RecoveryTime> settledRecoveries = new ArrayList<>();
    private final List<RecoveryTime> settledUnknown = new ArrayList<>();
    private final List<DisturbanceEvent> disturbances = new ArrayList<>();
    private final Map<Long, Absence> throttled = new HashMap<>();
    private final Waits waits = new Waits();
    private final OutageFinder publishing = OutageFinder.ofPublishing(waits);
    private final OutageFinder delivery = OutageFinder.ofDelivery(publishing);
    private long settledNanos = Long.MIN_VALUE;
    private long loadEndNanos;
    private double resolutionSeconds;
    private int settleAt = MANY_POINTS;
    private final List<Point> points = new ArrayList<>();
    private final List<Long> lossesNanos = new ArrayList<>();
    private Counts total = Counts.NONE;
    private double due;

    /** Made once, by {@link #reasons}: it can have very many outages. */
    private Optional<AvailabilityResult> ended = Optional.empty();

    /** Recoveries that {@link #result} left out, because their time is unknown. */
    private List<RecoveryTime> unknown = List.of();

    AvailabilityTrack(Workload workload) {
        this.workload = workload;
        this.rule = RecoveryRule.of(workload);
    }

    @Override
    public void planned(List<Assignment> assignments) {
        waits.planned(assignments);
    }

    @Override
    public void disturbed(DisturbanceEvent event) {
        disturbances.add(event);
    }

    @Override
    public void taken(TakenSnapshot taken) {
        Snapshot snapshot = taken.snapshot();
        Throttling throttling = taken.message().throttling();
        long nanos = snapshot.toNanos() - snapshot.fromNanos();
        throttled.merge(
                snapshot.number(),
                new Absence(isStopped(throttling.producers(), nanos), isStopped(throttling.consumers(), nanos)),
                Absence::and);
        waits.taken(taken.worker().number(), snapshot.number(), taken.message().instrument(), taken.aheadNanos());
    }

    /** Messages of a lost worker are never answered, and do not wait any longer. */
    @Override
    public void lost(WorkerLink worker) {
        if (!points.isEmpty()) {
            lossesNanos.add(last().toNanos());
        }
        // Ticks that follow may still contain snapshots of these counts.
        total = total.minus(worker.counts());
    }

    private Point last() {
        return points.get(points.size() - 1);
    }

    private static boolean isStopped(Throttling.Clients clients, long nanos) {
        return clients.longestNanos() > 0 && clients.longestNanos() >= STOPPED_SHARE * nanos;
    }

    @Override
    public void tick(Tick merged) {
        Interval tick = merged.interval();
        // A time in which a quota stops a client is no outage.
        Absence stopped = Optional.ofNullable(throttled.remove(merged.number())).orElse(Absence.NONE);
        waits.merge(merged.number());
        if (!tick.phase().isLoaded() || workload.load().hasOwnClients()) {
            return;
        }
        if (merged.absent().equals(Absence.NONE)) {
            loadEndNanos = tick.toNanos();
        }
        Counts counts = tick.counts();
        long waitingBefore = waiting(total);
        total = total.plus(counts);
        double reads = (double) tick.reads() * workload.messagesAtOnce();
        double answered = counts.sends().acknowledged() + counts.sends().aborted() + reads;
        due += merged.target().orElse(0) * (tick.toNanos() - tick.fromNanos()) / 1e9
                - answered
                - counts.sends().failed();
        points.add(new Point(
                tick.phase(),
                tick.fromNanos(),
                tick.toNanos(),
                merged.target().orElse(Double.POSITIVE_INFINITY),
                answered,
                waitingBefore > 0 || counts.sends().sent() > 0,
                waiting(total),
                due,
                counts.receipts().received(),
                points.isEmpty() ? 0 : last().backlog(),
                tick.backlog(),
                merged.absent(),
                merged.absent().and(stopped)));
        if (tick.phase().isMeasured()) {
            resolutionSeconds = Math.max(resolutionSeconds, last().seconds());
            note(tick.latencies(), last());
        }
        if (points.size() >= settleAt) {
            settle();
            settleAt = Math.max(MANY_POINTS, 2 * points.size());
        }
    }

    private void note(LatencySet latencies, Point point) {
        var range = new TimeRange(point.fromNanos(), point.toNanos());
        long published = median(latencies, Latency.PUBLISH_SERVICE);
        long delivered = median(latencies, Latency.END_TO_END_SERVICE);
        boolean answers = point.answered() > 0;
        publishing.tick(range, point.excused().producing(), answers, point.isPublishOutage(), published);
        delivery.tick(range, !canShowDelivery(point), point.received() > 0, isDeliveryOutage(point), delivered);
    }

    private static long median(LatencySet latencies, Latency latency) {
        boolean isKnown = latencies.has(latency) && latencies.of(latency).count() > 0;
        return isKnown ? latencies.of(latency).percentileNanos(50) : 0;
    }

    /**
     * Drops points whose recoveries are decided. Does nothing while the load has not recovered from an outage, or if the
     * run disturbs its system, because those events become known later.
     */
    private void settle() {
        int cut = firstNeeded();
        long cutNanos = points.get(cut).fromNanos();
        List<Point> measured = measured();
        List<RecoveryTime> recoveries = ofOutages(publishing.outages(), cutNanos);
        if (workload.run().sections().disturb()
                || recoveries.stream().anyMatch(each -> each.afterSeconds().isEmpty())) {
            return;
        }
        recoveries.forEach(each -> (isKnown(each, measured) ? settledRecoveries : settledUnknown).add(each));
        settledNanos = Math.max(settledNanos, cutNanos);
        points.subList(0, cut).clear();
    }

    /**
     * Returns the first point that a recovery from a current or future outage needs. Only called outside of outages.
     */
    private int firstNeeded() {
        long beforeNanos = (long) (rule.beforeSeconds() * 1e9);
        long neededNanos = last().toNanos() - beforeNanos;
        for (int first = points.size() - 1; first > 0; first--) {
            Point point = points.get(first);
            if (point.isPublishOutage() || isDeliveryOutage(point) || !point.isMeasured()) {
                neededNanos = Math.min(neededNanos, point.fromNanos() - beforeNanos);
            }
            if (point.toNanos() <= neededNanos) {
                return first;
            }
        }
        return 0;
    }

    /** Returns how many points are kept, for tests. */
    int pointCount() {
        return points.size();
    }

    private List<Point> measured() {
        return points.stream().filter(Point::isMeasured).toList();
    }

    /** Consumers that are paused, or process slowly by the workload, reveal nothing about delivery. */
    private boolean canShowDelivery(Point point) {
        return !workload.subscriptions().areBusy()
                && !point.phase().pausesConsumers()
                && !point.excused().consuming();
    }

    private boolean isDeliveryOutage(Point point) {
        return canShowDelivery(point) && point.undelivered() > 0 && point.received() == 0;
    }

    private static long waiting(Counts counts) {
        Counts.Sends sends = counts.sends();
        return sends.sent() - sends.acknowledged() - sends.failed() - sends.aborted();
    }

    @Override
    public List<Reason> reasons() {
        ended = result();
        if (unknown.isEmpty()) {
            return List.of();
        }
        RecoveryTime first = unknown.get(0);
        String at = IsoTime.timeOfDay(IsoTime.epochNanos(first.at()));
        int others = unknown.size() - 1;
        String more = others == 0 ? "" : " and " + NumberText.counted(others, "more disturbance");
        String text =
                "it is unknown when the load recovered after %s (%s)%s: a worker reported late or was lost in that time";
        return List.of(Reason.of(ReasonCode.PROCESS_STOOD_STILL, Severity.NOTE, text, at, first.cause(), more));
    }

    @Override
    public List<Finding> findings() {
        return ended.map(result -> Availability.findings(result, loadEndNanos)).orElse(List.of());
    }

    @Override
    public Map<String, ?> parts(EndedRun run) {
        return ended.map(result -> Map.of(Availability.PART.name(), result)).orElse(Map.of());
    }

    /** Returns the outages and recoveries; empty if nothing was measured. */
    Optional<AvailabilityResult> result() {
        List<Point> measured = measured();
        if (measured.isEmpty()) {
            return Optional.empty();
        }
        Outages publish = publishing.outages();
        List<RecoveryTime> recoveries = new ArrayList<>(settledRecoveries);
        unknown = new ArrayList<>(settledUnknown);
        (disturbances.isEmpty() ? ofOutages(publish, Long.MAX_VALUE) : ofDisturbances(measured))
                .forEach(each -> (isKnown(each, measured) ? recoveries : unknown).add(each));
        return Optional.of(new AvailabilityResult(resolutionSeconds, publish, delivery.outages(), recoveries));
    }

    /** Returns recoveries from outages that are not settled and began before a time. */
    private List<RecoveryTime> ofOutages(Outages publish, long beforeNanos) {
        List<RecoveryTime> recoveries = new ArrayList<>();
        for (Outage outage : publish.outages()) {
            long atNanos = IsoTime.epochNanos(outage.begin());
            if (atNanos >= settledNanos && atNanos < beforeNanos) {
                recoveries.add(new RecoveryTime(
                        "an outage of publishing", outage.begin(), rule.recoveredAfter(atNanos, atNanos, points)));
            }
        }
        return recoveries;
    }

    private List<RecoveryTime> ofDisturbances(List<Point> measured) {
        List<RecoveryTime> recoveries = new ArrayList<>();
        long undisturbedNanos = Long.MIN_VALUE;
        double recoveredNanos = Double.NEGATIVE_INFINITY;
        for (DisturbanceEvent each : disturbances) {
            RunEvent event = each.event();
            if (event.atNanos() >= recoveredNanos) {
                undisturbedNanos = event.atNanos();
            }
            OptionalDouble after = rule.recoveredAfter(undisturbedNanos, event.atNanos(), points);
            recoveredNanos = event.atNanos() + after.orElse(Double.POSITIVE_INFINITY) * 1e9;
            if (isReported(each, after, measured)) {
                recoveries.add(new RecoveryTime(event.text(), IsoTime.of(event.atNanos()), after));
            }
        }
        return recoveries;
    }

    /**
     * Returns whether an event is reported; if nothing begins with it, only if it disturbed the load. That is unknown
     * shortly before the end of the load.
     */
    private boolean isReported(DisturbanceEvent each, OptionalDouble after, List<Point> measured) {
        boolean known = each.event().atNanos() + rule.recoveredSeconds() * 1e9
                < measured.get(measured.size() - 1).toNanos();
        return known && (each.isBegin() || after.orElse(1) > 0);
    }

    /**
     * Returns whether a recovery is known: if a worker stood still or was lost meanwhile, that may have disturbed the
     * load.
     */
    private boolean isKnown(RecoveryTime recovery, List<Point> measured) {
        long fromNanos = IsoTime.epochNanos(recovery.at());
        double toNanos = fromNanos + recovery.afterSeconds().orElse(Double.POSITIVE_INFINITY) * 1e9;
        return lossesNanos.stream().noneMatch(nanos -> nanos >= fromNanos && nanos < toNanos)
                && measured.stream()
                        .noneMatch(point -> !point.absent().equals(Absence.NONE)
                                && point.toNanos() > fromNanos
                                && point.fromNanos() < toNanos);
    }
}
