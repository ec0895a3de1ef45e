package dev.weir.workload.goal;

import java.time.Duration;
import java.util.Optional;

/**
 * A condition that a run has to keep to.
 *
 * @param window judged is every stretch of this length in the measurement, rounded up to whole reporting intervals, and the
 *     worst counts; empty: the measurement as a whole
 * @param aborts whether the run ends as soon as it is missed
 * @param after the run does not end for it before so much of the measurement is over
 */
public record Threshold(Condition condition, Optional<Duration> window, boolean aborts, Duration after) {
    public Threshold {
        boolean early = window.isPresent() || aborts;
        if (early && !condition.metric().isOfIntervals()) {
            throw new IllegalArgumentException(
                    condition.metric().key() + " must be judged when the run is over, got a window or an abort");
        }
    }

    /** Judged on the whole measurement, when the run is over. */
    public static Threshold of(Condition condition) {
        return new Threshold(condition, Optional.empty(), false, Duration.ZERO);
    }
}
