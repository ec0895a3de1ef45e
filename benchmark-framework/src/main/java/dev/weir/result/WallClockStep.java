package dev.weir.result;

import dev.weir.clock.ClockStep;
import java.util.Objects;

/**
 * A host's wall clock that was set while a run went on.
 *
 * @param process who noticed it: a worker's name, or {@code coordinator}
 * @param step when, on the coordinator's clock, and how far
 */
public record WallClockStep(String process, ClockStep step) {
    public WallClockStep {
        Objects.requireNonNull(process);
        Objects.requireNonNull(step);
    }
}
