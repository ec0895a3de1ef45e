package dev.weir.coordinator.phase;

import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.system.LogWatch;
import dev.weir.coordinator.trend.MeasurementTrend;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Reason;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** The measurement of a load, with its parts and its trend. Used by the coordinator's thread. */
record Measurement(
        Workload workload,
        LoadPhases phases,
        LaterSubscriptions later,
        MeasurementParts parts,
        MeasurementTrend trend,
        LongConsumer whenMeasured,
        List<RunEvent> events) {
    private static final Duration CLIENTS_LIMIT = Duration.ofHours(24);

    Measurement(
            Workload workload,
            LoadPhases phases,
            LaterSubscriptions later,
            MeasurementParts parts,
            LongConsumer whenMeasured) {
        this(workload, phases, later, parts, new MeasurementTrend(workload), whenMeasured, new ArrayList<>());
    }

    /** Plans everything that is known about the load in advance, so that no boundary waits for a message to arrive. */
    void plan(long snapshot) {
        begin(snapshot);
        workload.timing()
                .test()
                .ifPresent(test -> phases.planEnd(snapshot + phases.grid().snapshots(test)));
    }

    /**
     * Plans a measurement until the test duration has passed; ends the load if that is over.
     *
     * @param tested first snapshot of the test
     * @return the snapshot with which the measurement begins or the load ends
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
        parts.begin(snapshot);
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
        parts.add(reading)
                .ifPresent(text -> events.add(RunEvent.of(
                        EventKind.LOAD_CHANGED, phases.load().clock().epochNanos(), text)));
    }

    /** Catching up changes the load on the system, so the figures after it are separated from those before. */
    void tick(Interval tick) {
        trend.add(tick);
        events.addAll(later.tick(tick));
        if (later.caughtUpIn(tick)) {
            parts.caughtUp();
        }
    }

    /** Returns whether its trend is judged. Retention that begins changes the load; its parts are reported separately. */
    boolean isJudged() {
        return trend.isJudged() && parts.areOne();
    }

    Optional<Reason> unsteady(boolean loadMet) {
        return isJudged() ? trend.judge(loadMet) : Optional.empty();
    }
}
