package dev.weir.coordinator.phase;

import dev.weir.coordinator.phase.LoadPhases.LoadContext;
import dev.weir.coordinator.system.LogWatch;
import dev.weir.coordinator.trend.MeasurementTrend;
import dev.weir.coordinator.trend.SteadinessTrend;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.wire.message.Message;
import dev.weir.workload.PhaseSpec.WarmupEnd;
import dev.weir.workload.Workload;
import dev.weir.workload.text.DurationText;
import java.util.Optional;
import java.util.function.LongConsumer;

/** The warm-up of a load, with the condition that ends it. Used by the coordinator's thread. */
final class WarmUp {
    /** Time between two progress messages about the condition that ends the warm-up. */
    private static final double STEP_SECONDS = 10;

    private final Workload workload;
    private final LoadPhases phases;
    private final LoadContext load;
    private final Measurement measurement;
    private final SteadinessTrend steady;
    private String unfinished = "";
    private double sinceStepSeconds;

    WarmUp(Workload workload, LoadPhases phases, Measurement measurement) {
        this.workload = workload;
        this.phases = phases;
        this.load = phases.load();
        this.measurement = measurement;
        this.steady = new SteadinessTrend(workload.timing().warmup());
    }

    private boolean endsWith(WarmupEnd condition) {
        return workload.phases().warmupEnd() == condition;
    }

    /** Carries out the warm-up, plans the next phase, and returns the snapshot with which it begins. */
    long carryOut(LogWatch logs, LongConsumer next) throws InterruptedException {
        long limit = phases.grid().snapshots(workload.timing().warmup());
        long settle = phases.grid().snapshots(workload.phases().warmupSettle());
        if (limit + settle == 0) {
            next.accept(0);
            return 0;
        }
        phases.plan(Phase.WARM_UP, 0, load.target().order(limit == 0 ? Phase.MEASUREMENT : Phase.WARM_UP));
        if (endsWith(WarmupEnd.DURATION)) {
            settle(limit, settle, next);
        }
        load.progress().phaseBegins(Phase.WARM_UP, Optional.of(phases.grid().length(limit + settle)));
        long end = limit + settle;
        if (!endsWith(WarmupEnd.DURATION)) {
            long met = awaitCondition(limit, logs);
            end = met + settle;
            if (phases.endsEarly()) {
                return end;
            }
            settle(met, settle, next);
        }
        phases.awaitEnd(Optional.of(end));
        return end;
    }

    private void settle(long end, long settle, LongConsumer next) {
        if (settle > 0) {
            double rate = load.target().of(Phase.MEASUREMENT);
            phases.order(end, nanos -> new Message.ChangeRate(nanos, rate));
            load.target().settleBegins(phases.grid().at(end));
        }
        next.accept(end + settle);
    }

    /** Waits for the condition that ends the warm-up; returns the snapshot with which the warm-up ends. */
    private long awaitCondition(long limit, LogWatch logs) throws InterruptedException {
        boolean isRetention = endsWith(WarmupEnd.RETENTION);
        String atMost = DurationText.of(workload.timing().warmup());
        String awaited = isRetention
                ? "until retention deletes from every partition"
                : "until the figures are steady, at most " + atMost + ": " + steady.explain();
        load.progress().step(awaited);
        boolean met = phases.awaitInTime(limit, isRetention ? measurement::isRetainedEverywhere : steady::isSteady);
        if (!met && !phases.endsEarly()) {
            String trouble = isRetention && !logs.trouble().isEmpty() ? " (" + logs.trouble() + ")" : "";
            String why = isRetention ? measurement.explainRetention() : steady.explain();
            unfinished = "the warm-up was ended by its duration: " + why + trouble;
        }
        if (!isRetention) {
            load.progress().step((met ? "steady: " : "ended by its duration, not steady: ") + steady.explain());
        }
        return met ? Math.min(limit, phases.soonest()) : limit;
    }

    void tick(Interval tick) {
        if (tick.phase() != Phase.WARM_UP) {
            return;
        }
        steady.add(tick);
        sinceStepSeconds += tick.seconds();
        if (endsWith(WarmupEnd.STEADY) && sinceStepSeconds >= STEP_SECONDS) {
            sinceStepSeconds = 0;
            load.progress().step("waiting for steady figures: " + steady.explain());
        }
    }

    /** Returns that the condition was not met; empty if it was. */
    Optional<Reason> unfinished() {
        // The trend of the measurement shows what an unsteady warm-up did to it. A run whose warm-up took as long as a
        // trend needs is as warm as one with a fixed warm-up, which is not judged either.
        boolean note = endsWith(WarmupEnd.STEADY)
                && (measurement.isJudged() || workload.timing().warmup().toSeconds() >= MeasurementTrend.MIN_SECONDS);
        return Optional.of(unfinished)
                .filter(text -> !text.isEmpty())
                .map(text -> Reason.of(ReasonCode.NOT_STEADY, note ? Severity.NOTE : Severity.DEGRADED, text));
    }
}
