package dev.weir.coordinator.workers;

import dev.weir.clock.Clock;
import dev.weir.host.observation.Pause;
import dev.weir.host.observation.TimeRange;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Reason;
import dev.weir.result.code.Reason.NamedFigures;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.code.Severity;
import dev.weir.result.value.IsoTime;
import dev.weir.wire.Standstills;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Standstills of the coordinator itself, which are no silence of workers. Used by the coordinator's thread. */
final class OwnStandstills {
    /** Smallest share of a silence that must be the coordinator's own standstill to explain it. */
    private static final double SHARE = 0.5;

    private static final long MIN_NANOS = 1_000_000_000;

    private final Standstills noticed;
    private final Clock clock;
    private int returned;
    private int workersLost;

    OwnStandstills(Standstills noticed, Clock clock) {
        this.noticed = noticed;
        this.clock = clock;
    }

    List<RunEvent> takeNew() {
        List<RunEvent> fresh = new ArrayList<>();
        List<Pause> all = noticed.all();
        String text = "the process of the coordinator did not run for %.1f s";
        for (Pause pause : all.subList(returned, all.size())) {
            fresh.add(RunEvent.of(EventKind.PROCESS_STOOD_STILL, pause.beginNanos(), text, pause.nanos() / 1e9));
        }
        returned += fresh.size();
        return fresh;
    }

    /**
     * Returns why a worker is lost, if the coordinator stood still for at least half of the worker's silence. Empty
     * otherwise, or if the worker's process is known to have ended.
     */
    Optional<String> explain(WorkerLink worker) {
        long now = clock.epochNanos();
        long silentSince = worker.silentSinceNanos(now);
        long own = noticed.nanosSince(silentSince);
        if (worker.hasProcessEnded() || own < MIN_NANOS || own < SHARE * (now - silentSince)) {
            return Optional.empty();
        }
        workersLost++;
        return Optional.of(String.format(
                Locale.ROOT,
                "the coordinator stood still for %.1f s from %s on, longer than worker %s waited for it",
                own / 1e9,
                IsoTime.timeOfDay(longest().beginNanos()),
                worker.name()));
    }

    private Pause longest() {
        return Collections.max(noticed.all(), Comparator.comparingLong(Pause::nanos));
    }

    /** Returns the reason about standstills; empty without one, or if a worker in this process has a reason about them. */
    Optional<Reason> reason(List<WorkerLink> here, WorkerStandstills ofWorkers) {
        List<Pause> all = noticed.all();
        if (all.isEmpty() || (workersLost == 0 && here.stream().anyMatch(ofWorkers::hasStood))) {
            return Optional.empty();
        }
        Pause longest = longest();
        var figures = new NamedFigures()
                .with("count", all.size())
                .with("longestNanos", longest.nanos())
                .with("totalNanos", noticed.nanosSince(Long.MIN_VALUE));
        return Optional.of(Reason.of(
                        ReasonCode.PROCESS_STOOD_STILL,
                        workersLost > 0 ? Severity.DEGRADED : Severity.NOTE,
                        "the coordinator's process stood still %,d times, for %.1f s at most, from %s on: %s",
                        all.size(),
                        longest.nanos() / 1e9,
                        IsoTime.timeOfDay(longest.beginNanos()),
                        effect(here))
                .with(figures)
                .during(TimeRange.of(longest)));
    }

    private String effect(List<WorkerLink> here) {
        if (workersLost > 0) {
            return workersLost + " workers ended their load meanwhile, as --coordinator-silence of"
                    + " bin/benchmark-worker asks";
        }
        return here.isEmpty()
                ? "the workers went on, and nothing that they reported is missing"
                : "the workers in this process stood still with it";
    }
}
