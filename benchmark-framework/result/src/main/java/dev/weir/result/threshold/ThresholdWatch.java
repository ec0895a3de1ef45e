package dev.weir.result.threshold;

import dev.weir.host.observation.TimeRange;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.document.ThresholdCheck.Figure;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.goal.Threshold;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Judges one threshold during a run. Used by the coordinator's thread. */
final class ThresholdWatch {
    private final Threshold threshold;
    private final boolean byDefault;
    private final JudgedStretch stretch;
    private @Nullable ThresholdCheck worstWindow;
    private @Nullable ThresholdCheck aborting;
    private String unknownWindow = "";

    ThresholdWatch(Threshold threshold, boolean byDefault, Duration sampleInterval, int messagesPerRead) {
        this.threshold = threshold;
        this.byDefault = byDefault;
        // Snapshots are taken with some jitter.
        double slack = sampleInterval.toNanos() / 1e9 / 10;
        double leastSeconds =
                threshold.window().map(window -> window.toNanos() / 1e9 - slack).orElse(Double.POSITIVE_INFINITY);
        this.stretch = new JudgedStretch(threshold.condition(), leastSeconds, messagesPerRead);
    }

    Threshold threshold() {
        return threshold;
    }

    /**
     * Adds an interval.
     *
     * @param targetRate target rate in this interval, messages per second; infinite: none
     * @param measuredNanos elapsed time of the measurement
     */
    void add(Interval interval, double targetRate, long measuredNanos) {
        Metric metric = threshold.condition().metric();
        boolean about = interval.phase().isMeasured()
                || (interval.phase() == Phase.SETTLE && metric.outlastsLoad())
                // Connections are made before the load, and count whenever they are made.
                || metric.isOfConnections();
        if (!metric.isOfIntervals() || !about) {
            return;
        }
        stretch.add(interval, targetRate);
        if (threshold.window().isPresent() && stretch.isFull()) {
            judgeWindow(stretch.figure());
        }
        boolean goesOn = interval.phase().isMeasured() && aborting == null;
        if (threshold.aborts() && goesOn && measuredNanos >= threshold.after().toNanos()) {
            ThresholdCheck now = now();
            aborting = now.judged() && now.isMissed() ? now.endingTheRun() : null;
        }
    }

    private void judgeWindow(Figure figure) {
        if (figure.value().isEmpty()) {
            // The first one belongs to the measurement; after the load, fewer and fewer figures are known.
            unknownWindow = unknownWindow.isEmpty() ? figure.why() : unknownWindow;
            return;
        }
        ThresholdCheck judged = result(figure, Optional.of(stretch.when()));
        if (worstWindow == null || isWorse(judged, worstWindow)) {
            worstWindow = judged;
        }
    }

    /** Compares two checks. A lower bound misses limits that its value would meet. */
    private boolean isWorse(ThresholdCheck one, ThresholdCheck other) {
        return one.isMissed() == other.isMissed() ? excess(one) > excess(other) : one.isMissed();
    }

    private double excess(ThresholdCheck judged) {
        Condition condition = threshold.condition();
        return condition.comparison().excess(judged.number().orElseThrow(), condition.limit());
    }

    Optional<ThresholdCheck> aborting() {
        return Optional.ofNullable(aborting);
    }

    /**
     * Returns the result at the end of the run. If the run ended because of this threshold, it is missed, whatever
     * followed.
     */
    ThresholdCheck result(RunFigures figures) {
        if (aborting != null) {
            return aborting;
        }
        if (threshold.condition().metric().isOfIntervals()) {
            return figures.outcome() == Outcome.FAILED
                    ? result(Figure.unknown("the run failed"), Optional.empty())
                    : now();
        }
        return result(figures.of(threshold.condition()), Optional.empty());
    }

    private ThresholdCheck now() {
        if (threshold.window().isEmpty()) {
            return result(stretch.figure(), Optional.empty());
        }
        if (worstWindow != null) {
            return worstWindow;
        }
        String why = unknownWindow.isEmpty() ? "the measurement was shorter than the window" : unknownWindow;
        return result(Figure.unknown(why), Optional.empty());
    }

    private ThresholdCheck result(Figure figure, Optional<TimeRange> when) {
        return ThresholdCheck.of(threshold, byDefault, figure, when);
    }
}
