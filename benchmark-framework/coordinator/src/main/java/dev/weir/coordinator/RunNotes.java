package dev.weir.coordinator;

import dev.weir.clock.Clock;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.result.code.Reason;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Phase.PhaseSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is known of a run so far: its reasons, events and phases, and why it failed. Used by the run's thread. */
final class RunNotes {
    private final Clock clock;
    private final ProgressListener progress;
    private final List<Reason> reasons;
    private final List<RunEvent> events = new ArrayList<>();
    private final List<PhaseSpan> phases = new ArrayList<>();
    private String failure = "";

    RunNotes(Clock clock, ProgressListener progress, List<Reason> known) {
        this.clock = clock;
        this.progress = progress;
        this.reasons = new ArrayList<>(known);
    }

    void add(Reason reason) {
        reasons.add(reason);
    }

    List<Reason> reasons() {
        return reasons;
    }

    void add(RunEvent event) {
        events.add(event);
        progress.event(event);
    }

    List<RunEvent> events() {
        return events;
    }

    /** Carries out a phase that is no phase of the load, and notes when it began and ended. */
    void phase(Phase phase, Step step) throws InterruptedException {
        progress.phaseBegins(phase, Optional.empty());
        long begin = clock.epochNanos();
        try {
            step.run();
        } finally {
            phases.add(PhaseSpan.of(phase, begin, clock.epochNanos()));
        }
    }

    void add(PhaseSpan span) {
        phases.add(span);
    }

    List<PhaseSpan> phases() {
        return phases;
    }

    /** Notes that the run failed. The first failure is the reason. */
    void fail(@Nullable String why) {
        failure = failure.isEmpty() ? String.valueOf(why) : failure;
    }

    /** Returns why the run failed; empty if it did not. */
    String failure() {
        return failure;
    }

    interface Step {
        void run() throws InterruptedException;
    }
}
