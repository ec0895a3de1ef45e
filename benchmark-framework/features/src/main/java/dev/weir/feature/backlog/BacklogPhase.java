package dev.weir.feature.backlog;

import dev.weir.coordinator.phase.AddedPhase;
import dev.weir.coordinator.phase.LoadPhases;
import dev.weir.coordinator.phase.LoadPhases.LoadContext;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.system.LogWatch;
import dev.weir.feature.backlog.BacklogSection.BacklogSpec;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.Phase;
import dev.weir.wire.message.Message;
import dev.weir.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds a backlog while consumers are paused, and lets them drain it. Used by the coordinator's thread. */
final class BacklogPhase implements AddedPhase {
    /** How long the first consumer positions and log ends may take to be reported. */
    private static final Duration LAG_LIMIT = Duration.ofSeconds(30);

    private final LoadPhases phases;
    private final LoadContext load;
    private final BacklogTrack backlog;
    private final Duration test;
    private final List<RunEvent> events = new ArrayList<>();
    private final List<Reason> reasons = new ArrayList<>();
    private boolean consuming = true;

    BacklogPhase(BacklogSpec spec, Workload workload, LoadPhases phases) {
        this.phases = phases;
        this.load = phases.load();
        this.backlog = new BacklogTrack(spec, workload, load.expired(), load.clock());
        this.test = workload.timing().test().orElse(Duration.ZERO);
        load.target().set(Phase.BACKLOG, spec.buildRate());
        load.target().set(Phase.DRAIN, spec.drainRate());
    }

    @Override
    public Phase first() {
        return Phase.BACKLOG;
    }

    @Override
    public void read(LogWatch.Reading reading) {
        backlog.add(reading);
    }

    @Override
    public void taken(TakenSnapshot taken) {
        backlog.positions(taken.message().positions());
    }

    @Override
    public void tick(Tick tick) {
        boolean draining = !backlog.isDrained();
        backlog.tick(tick.interval());
        if (draining && backlog.isDrained() && load.store().phaseAt(load.store().ticks()) == Phase.DRAIN) {
            // The wait for latencies to recover is no part of the drain, and its rates not those of the drain.
            load.store().splitPart("drained");
        }
    }

    @Override
    public void carryOut(long begin, LogWatch logs) throws InterruptedException {
        buildAndDrain(begin, logs);
        if (phases.endsEarly()) {
            // Paused messages must still be delivered, or they would count as lost.
            consume(true);
        }
        backlog.ends();
    }

    private void buildAndDrain(long begin, LogWatch logs) throws InterruptedException {
        load.progress().phaseBegins(Phase.BACKLOG, Optional.empty());
        if (!phases.await(begin + phases.grid().snapshots(LAG_LIMIT), backlog::isKnown) && !phases.endsEarly()) {
            throw new RunFailedException("the consumer lag is unknown, so no backlog can be measured" + why(logs));
        }
        consume(false);
        backlog.buildUpBegins();
        boolean isBuilt = phases.await(begin + phases.grid().snapshots(backlog.buildLimit()), backlog::isBuilt);
        if (phases.endsEarly()) {
            return;
        }
        if (!isBuilt && !backlog.missingInRemoteStore().isEmpty()) {
            throw new RunFailedException(backlog.missingInRemoteStore());
        }
        long drain = phases.soonest();
        phases.plan(Phase.DRAIN, drain);
        phases.awaitEnd(Optional.of(drain));
        consume(true);
        backlog.drainBegins();
        events.add(RunEvent.of(EventKind.LOAD_CHANGED, load.clock().epochNanos(), backlog.explainBuilt()));
        load.progress().phaseBegins(Phase.DRAIN, Optional.empty());
        long end = begin + phases.grid().snapshots(test);
        // Within the test duration, the measurement that follows shows whether latencies recover.
        phases.await(
                drain + phases.grid().snapshots(BacklogTrack.MAX_DRAIN),
                () -> backlog.hasEnded() || (backlog.isDrained() && phases.soonest() < end));
        if (phases.endsEarly()) {
            return;
        }
        backlog.ends();
        double seconds = backlog.unknownSeconds();
        if (seconds > 0) {
            String text = "for %.0f s of the backlog the consumer lag was unknown%s";
            reasons.add(Reason.of(ReasonCode.CATCH_UP_UNKNOWN, Severity.DEGRADED, text, seconds, why(logs)));
        }
        events.add(RunEvent.of(EventKind.LOAD_CHANGED, backlog.endedNanos(), backlog.explainEnd()));
    }

    private static String why(LogWatch logs) {
        return logs.trouble().isEmpty() ? "" : ": " + logs.trouble();
    }

    private void consume(boolean wanted) {
        if (consuming != wanted) {
            consuming = wanted;
            load.workers().send(worker -> new Message.Consume(!wanted));
        }
    }

    @Override
    public List<RunEvent> events() {
        return events;
    }

    @Override
    public List<Reason> reasons() {
        return reasons;
    }

    @Override
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        backlog.result().ifPresent(result -> {
            long wanted = result.wantedMessages();
            long built = result.builtMessages();
            String notBuilt = "the backlog had %,d of %,d messages when Weir stopped waiting for more";
            String stuck = "consumers stopped catching up with a backlog of %,d messages";
            if (built < wanted) {
                findings.add(Finding.of(FindingCode.BACKLOG_NOT_BUILT, wanted - built, notBuilt, built, wanted));
            }
            result.equilibriumMessages()
                    .ifPresent(lag -> findings.add(Finding.of(FindingCode.DELIVERY_NOT_MET, lag, stuck, lag)));
        });
        return findings;
    }

    @Override
    public Map<String, ?> parts(EndedRun run) {
        return backlog.result()
                .map(result -> Map.of(Backlog.PART.name(), result))
                .orElse(Map.of());
    }
}
