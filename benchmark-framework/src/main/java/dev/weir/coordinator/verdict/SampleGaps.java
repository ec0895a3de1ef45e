package dev.weir.coordinator.verdict;

import dev.weir.host.observation.ConditionDuration;
import dev.weir.host.observation.TimeRange;
import dev.weir.measure.Latency;
import dev.weir.result.code.NamedFigures;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.ReasonList;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.IntervalSummary;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.value.IsoTime;
import java.util.List;

/** Finds intervals of the measurement in which no message of a latency was completed. */
final class SampleGaps {
    private final Latency latency;
    private final List<IntervalSummary> intervals;

    SampleGaps(Latency latency, List<IntervalSummary> intervals) {
        this.latency = latency;
        this.intervals = intervals.stream()
                .filter(interval -> Phase.isMeasured(interval.phase()))
                // Nothing is delivered while consumers are paused.
                .filter(interval -> !(latency.crossesHosts() && interval.phase().equals(Phase.BACKLOG.key())))
                .toList();
    }

    /**
     * Adds a note about these intervals. The system is usually the cause, but an interval without a sample has no
     * quantile.
     */
    void judge(ReasonList reasons) {
        ConditionDuration gaps = ConditionDuration.NONE;
        int empty = 0;
        for (IntervalSummary interval : intervals) {
            LatencySummary summary = interval.latency().get(latency.key());
            boolean without = summary == null || summary.count() == 0;
            empty += without ? 1 : 0;
            long begin = IsoTime.epochNanos(interval.begin());
            gaps = gaps.plus(without, new TimeRange(begin, begin + Math.round(interval.seconds() * 1e9)));
        }
        if (empty > 0) {
            reasons.add(
                    ReasonCode.FEW_SAMPLES,
                    Severity.NOTE,
                    gaps.longest(),
                    new NamedFigures().with("intervals", empty).with("ofIntervals", intervals.size()),
                    "%,d of %,d intervals of the measurement have no sample of %s",
                    empty,
                    intervals.size(),
                    latency.key());
        }
    }
}
