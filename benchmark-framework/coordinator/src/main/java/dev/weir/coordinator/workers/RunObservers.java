package dev.weir.coordinator.workers;

import dev.weir.clock.Clock;
import dev.weir.coordinator.request.RunRequest;
import java.util.List;

/** Makes the observers of a feature for each run. */
public interface RunObservers {
    /** Returns new observers of a run; empty if the run has nothing for them. */
    List<RunObserver> of(RunRequest request, Clock clock);
}
