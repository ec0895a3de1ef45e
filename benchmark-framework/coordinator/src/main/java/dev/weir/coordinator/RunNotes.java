package dev.weir.coordinator;

import dev.weir.clock.Clock;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Reason;
import dev.weir.result.code.RunEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Reasons and events of a run, as they come. Used by the run's thread. */
final class RunNotes {
    private final Clock clock;
    private final ProgressListener progress;
    private final List<Reason> reasons;
    private final List<RunEvent> events = new ArrayList<>();

    /** @param known reasons that are known before the run */
    RunNotes(Clock clock, ProgressListener progress, List<Reason> known) {
        this.clock = clock;
        this.progress = progress;
        this.reasons = new ArrayList<>(known);
    }

    void add(Reason reason) {
        reasons.add(reason);
    }

    void addAll(Collection<Reason> more) {
        reasons.addAll(more);
    }

    List<Reason> reasons() {
        return reasons;
    }

    /** Adds an event, and tells the user. */
    void add(RunEvent event) {
        events.add(event);
        progress.event(event);
    }

    void event(EventKind kind, String text) {
        add(RunEvent.of(kind, clock.epochNanos(), text));
    }

    List<RunEvent> events() {
        return events;
    }
}
