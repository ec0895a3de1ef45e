package dev.weir.coordinator.phase;

import dev.weir.coordinator.phase.LoadPhases.LoadContext;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.system.LogWatch;
import dev.weir.coordinator.trend.MeasurementTrend;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.driver.admin.LogRange;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Reason;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.PartSummary.PartTotal.Part;
import dev.weir.result.interval.Phase;
import dev.weir.result.journal.IntervalStore;
import dev.weir.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * The measurement of a load, with its trend and its parts. The load on the system differs before and after retention
 * begins, and before and after later subscriptions start and catch up, so each part has figures of its own. Used by the
 * coordinator's thread.
 */
final class Measurement {
    private static final Duration CLIENTS_LIMIT = Duration.ofHours(24);

    private final Workload workload;
    private final LoadPhases phases;
    private final IntervalStore store;
    private final LaterSubscriptions later;
    private final LongConsumer whenMeasured;
    private final MeasurementTrend trend;
    private final RetentionOnset retention = new RetentionOnset();
    private final List<RunEvent> events = new ArrayList<>();
    private boolean retentionBegun;
    private boolean retentionEverywhere;
    private long firstSnapshot = -1;
    private String nameAtBegin = "";

    Measurement(Workload workload, LoadPhases phases, LaterSubscriptions later, LongConsumer whenMeasured) {
        this.workload = workload;
        this.phases = phases;
        this.store = phases.load().store();
        this.later = later;
        this.whenMeasured = whenMeasured;
        this.trend = new MeasurementTrend(workload);
    }

    /** Plans everything that is known about the load in advance, so that no boundary waits for a message to arrive. */
    void plan(long snapshot) {
        begin(snapshot);
        Optional<Duration> length = workload.timing().test();
        length.ifPresent(test -> phases.planEnd(snapshot + phases.grid().snapshots(test)));
    }

    /**
     * Plans a measurement for the rest of a test that began with a snapshot, or the end of the load if that is over. Returns
     * the snapshot with which the measurement begins or the load ends.
     */
    long planRest(long tested) {
        long end = tested + phases.grid().snapshots(workload.timing().test().orElse(Duration.ZERO));
        long next = phases.soonest();
        if (end > next) {
            begin(next);
        }
        phases.planEnd(Math.max(end, next));
        return next;
    }

    private void begin(long snapshot) {
        phases.plan(Phase.MEASUREMENT, snapshot);
        long nanos = phases.grid().at(snapshot);
        phases.load().target().measurementBegins(nanos);
        whenMeasured.accept(nanos);
        later.measurementBegins(nanos);
        firstSnapshot = snapshot;
        nameFirstPart();
        for (long start : later.starts()) {
            store.partBegins(new Part(Phase.MEASUREMENT, name(start)), snapshotOf(start));
        }
    }

    private void nameFirstPart() {
        nameAtBegin = name();
        store.renamePart(firstSnapshot, nameAtBegin);
    }

    /** The snapshot that begins this many nanoseconds after the measurement. */
    private long snapshotOf(long afterNanos) {
        return firstSnapshot + phases.grid().snapshots(Duration.ofNanos(afterNanos));
    }

    private String name() {
        long begun = phases.grid().at(firstSnapshot);
        return name(Math.max(0, phases.grid().at(store.ticks()) - begun));
    }

    /** @param afterNanos begin of the part, after the begin of the measurement */
    private String name(long afterNanos) {
        String retained = retentionBegun ? "measurement as retention begins" : Phase.MEASUREMENT.key();
        return (retentionEverywhere ? "measurement with retention" : retained) + later.partName(afterNanos);
    }

    /** Waits for the end of the measurement, which is already planned. */
    void carryOut(long begin) throws InterruptedException {
        Optional<Long> last = phases.endSnapshot();
        if (last.filter(end -> end <= begin).isPresent()) {
            phases.awaitEnd(last);
            return;
        }
        phases.load()
                .progress()
                .phaseBegins(Phase.MEASUREMENT, last.map(end -> phases.grid().length(end - begin)));
        if (workload.load().hasOwnClients()) {
            awaitClients();
        } else {
            phases.awaitEnd(last);
        }
    }

    /** Waits until the clients of a load that has its own have done their work, and ends the load. */
    private void awaitClients() throws InterruptedException {
        LoadContext load = phases.load();
        load.progress().step("until each client has done its work");
        boolean over = phases.await(
                phases.grid().snapshots(CLIENTS_LIMIT),
                () -> load.workers().all().stream().allMatch(WorkerLink::hasLoadEnded));
        if (!over && !phases.endsEarly()) {
            throw new RunFailedException("the clients have not done their work within " + CLIENTS_LIMIT.toHours()
                    + " hours: give them less to do");
        }
        phases.endEarly();
        phases.awaitEnd(phases.endSnapshot());
    }

    void read(LogWatch.Reading reading) {
        retention.add(reading);
        boolean everywhere = retention.isEverywhere() && !retentionEverywhere;
        if (!everywhere && (!retention.hasBegun() || retentionBegun)) {
            return;
        }
        retentionBegun = true;
        retentionEverywhere |= everywhere;
        if (firstSnapshot >= store.ticks()) {
            nameFirstPart();
        } else {
            split();
        }
        events.add(RunEvent.of(EventKind.LOAD_CHANGED, phases.load().clock().epochNanos(), retention.explain()));
    }

    /** Catching up changes the load on the system, so the figures after it are separated from those before. */
    void tick(Interval tick) {
        trend.add(tick);
        events.addAll(later.tick(tick));
        if (later.caughtUpIn(tick) && split()) {
            for (long start : later.starts()) {
                long snapshot = snapshotOf(start);
                if (snapshot > store.ticks()) {
                    store.renamePart(snapshot, name(start));
                }
            }
        }
    }

    private boolean split() {
        boolean measures = store.phaseAt(store.ticks()) == Phase.MEASUREMENT;
        if (measures) {
            store.splitPart(name());
        }
        return measures;
    }

    List<RunEvent> events() {
        return events;
    }

    boolean isRetainedEverywhere() {
        return retentionEverywhere;
    }

    String explainRetention() {
        return retention.explain();
    }

    /** Returns whether its trend is judged: only if the load has not changed since its begin. */
    boolean isJudged() {
        return trend.isJudged() && name().equals(nameAtBegin);
    }

    Optional<Reason> unsteady(boolean loadMet) {
        return isJudged() ? trend.judge(loadMet) : Optional.empty();
    }

    /** Detects when the system has begun to delete from the logs of a run. Used by the coordinator's thread. */
    private static final class RetentionOnset {
        private final Map<String, List<LogRange>> first = new HashMap<>();
        private int partitions;
        private int moved;

        /** Adds a reading; readings before the load show where the logs begin. */
        void add(LogWatch.Reading reading) {
            partitions = 0;
            moved = 0;
            reading.ranges().forEach((topic, ranges) -> {
                List<LogRange> begun = first.computeIfAbsent(topic, absent -> new ArrayList<>(ranges));
                for (int p = 0; p < ranges.size(); p++) {
                    partitions++;
                    moved += ranges.get(p).startOffset() > begun.get(p).startOffset() ? 1 : 0;
                }
            });
        }

        boolean hasBegun() {
            return moved > 0;
        }

        boolean isEverywhere() {
            return partitions > 0 && moved == partitions;
        }

        String explain() {
            return "retention had deleted from " + moved + " of " + partitions + " partitions";
        }
    }
}
