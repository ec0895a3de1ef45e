package dev.weir.feature.pauses;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.clock.Clock;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.workers.RunObserver;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.feature.Feature;
import dev.weir.measure.Counts;
import dev.weir.report.PartView;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.RunDetails;
import dev.weir.result.interval.Interval;
import dev.weir.result.value.IsoTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Adds the longest time of the measurement in which messages waited and none was acknowledged or aborted, if that was a
 * whole snapshot at least.
 */
public final class Pauses implements Feature, RunObserver.Maker, PartView {
    private static final ResultPart<LongestPause> PART = new ResultPart<>("pauses", new TypeReference<>() {});

    /**
     * The longest pause. Its ends are those of snapshots, so the real one is longer by up to two snapshots.
     *
     * @param begin by the coordinator's clock, ISO 8601
     */
    record LongestPause(double longestSeconds, String begin) {}

    @Override
    public List<?> seats() {
        return List.of(this, PART);
    }

    @Override
    public List<RunObserver> of(RunRequest request, Clock clock) {
        return List.of(new PauseObserver());
    }

    @Override
    public List<Row> rows(RunDetails details) {
        return PART.in(details).stream()
                .map(pause -> new Row(
                        "pauses",
                        String.format(
                                Locale.ROOT,
                                "for at least %.1f s nothing was acknowledged, from %s on",
                                pause.longestSeconds(),
                                IsoTime.timeOfDay(IsoTime.epochNanos(pause.begin())))))
                .toList();
    }

    static final class PauseObserver implements RunObserver {
        private long waiting;
        private long beginNanos;
        private long nanos;
        private long longestNanos;
        private long longestBeginNanos;

        /** Messages of a lost worker are never answered, and do not wait any longer. */
        @Override
        public void lost(WorkerLink worker) {
            waiting -= unanswered(worker.counts().sends());
        }

        private static long unanswered(Counts.Sends sends) {
            return sends.sent() - sends.acknowledged() - sends.failed() - sends.aborted();
        }

        @Override
        public void tick(Tick tick) {
            Interval interval = tick.interval();
            var sends = interval.counts().sends();
            boolean isPause = interval.phase().isMeasured()
                    && !tick.absent().producing()
                    && sends.acknowledged() + sends.aborted() == 0
                    && waiting + sends.sent() > 0;
            if (nanos == 0) {
                beginNanos = interval.fromNanos();
            }
            nanos = isPause ? interval.toNanos() - beginNanos : 0;
            if (nanos > longestNanos) {
                longestNanos = nanos;
                longestBeginNanos = beginNanos;
            }
            waiting += unanswered(sends);
        }

        @Override
        public Map<String, ?> parts(EndedRun run) {
            return longestNanos == 0
                    ? Map.of()
                    : Map.of(PART.name(), new LongestPause(longestNanos / 1e9, IsoTime.of(longestBeginNanos)));
        }
    }
}
