package dev.weir.workload.goal;

import dev.weir.workload.text.Checks;
import java.time.Duration;
import java.util.Optional;

/**
 * A condition that a run has to meet.
 *
 * @param window each stretch of this length in the measurement is judged, rounded up to whole reporting intervals, and
 *     the worst one counts; empty: the measurement as a whole
 * @param aborts whether the run ends as soon as it is missed
 * @param after earliest time in the measurement at which the run ends because of it
 */
public record Threshold(Condition condition, Optional<Duration> window, boolean aborts, Duration after) {
    public Threshold {
        boolean early = window.isPresent() || aborts;
        Checks.refuseIf(
                early && !condition.metric().isOfIntervals(),
                condition.metric().key() + " must be judged when the run is over, got a window or an abort");
    }

    /** Creates a threshold on the whole measurement, judged at the end of the run. */
    public static Threshold of(Condition condition) {
        return new Threshold(condition, Optional.empty(), false, Duration.ZERO);
    }
}
