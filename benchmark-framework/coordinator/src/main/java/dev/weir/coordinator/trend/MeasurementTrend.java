package dev.weir.coordinator.trend;

import dev.weir.coordinator.trend.Trend.PerSecondFigures;
import dev.weir.result.code.NamedFigures;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import dev.weir.workload.load.Load;
import dev.weir.workload.load.Load.ClosedLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Detects whether throughput or median latency changed during the measurement, so that its figures mix different
 * states. It judges only figures that should stay constant. It skips loads whose rate changes by the workload, whose
 * brokers fail by it, or whose consumers were made to wait. For a load without a rate it judges throughput only, because the amount
 * in flight, and so the latency, is adjusted during the run. For a closed loop it judges latency only, because the
 * throughput follows from it. Used by the coordinator's thread.
 */
public final class MeasurementTrend {
    /** Largest relative change that counts as constant. */
    static final double TOLERANCE = 0.1;

    /** Relative change that the judgement must be able to detect. */
    static final double DRIFT = 0.2;

    /** Fewer seconds are not judged. */
    public static final int MIN_SECONDS = 30;

    private final boolean ofRate;
    private final boolean ofLatency;
    private final PerSecondFigures figures = new PerSecondFigures();
    private final TrendSeries rates = new TrendSeries();
    private final TrendSeries latencies = new TrendSeries();

    public MeasurementTrend(Workload workload) {
        Load load = workload.load();
        boolean meantToStay = load.isConstant()
                && !workload.run().sections().disturb()
                && workload.run().sections().waitingBytes() == 0;
        this.ofRate = meantToStay && !(load instanceof ClosedLoop);
        this.ofLatency = meantToStay && (load.isScheduled() || load instanceof ClosedLoop);
    }

    public void add(Interval tick) {
        if (tick.phase() == Phase.MEASUREMENT && (ofRate || ofLatency)) {
            figures.add(tick).ifPresent(second -> {
                rates.add(second.messagesPerSecond());
                second.medianNanos().ifPresent(latencies::add);
            });
        }
    }

    public boolean isJudged() {
        return (ofRate || ofLatency) && rates.seconds() >= MIN_SECONDS;
    }

    /**
     * Returns a reason if a figure changed.
     *
     * @param loadMet whether the target rate was achieved; if not, a finding states it, and backlogs and latencies grow
     *     anyway
     */
    public Optional<Reason> judge(boolean loadMet) {
        if (!isJudged()) {
            return Optional.empty();
        }
        TrendEstimate rate = rates.estimate();
        TrendEstimate latency = latencies.estimate();
        // Where most seconds have no messages, their rates show no trend.
        boolean judgesRate = ofRate && rate.isKnown();
        boolean judgesLatency = ofLatency && latency.isKnown();
        List<String> moved = new ArrayList<>();
        if (judgesRate && rate.exceeds(TOLERANCE)) {
            moved.add(text("the rate", rate));
        }
        if (judgesLatency && latency.exceeds(TOLERANCE)) {
            moved.add(text("the median latency", latency));
        }
        var named = new NamedFigures().with("seconds", rates.seconds());
        if (judgesRate) {
            named.with("rateChangeShare", rate.fromBegin()).with("rateMarginShare", rate.margin());
        }
        if (judgesLatency) {
            named.with("medianChangeShare", latency.fromBegin()).with("medianMarginShare", latency.margin());
        }
        if (!moved.isEmpty()) {
            return Optional.of(Reason.of(
                            ReasonCode.NOT_STEADY,
                            loadMet ? Severity.DEGRADED : Severity.NOTE,
                            "over the %,d s of the measurement %s: figures of the whole run mix different states",
                            rates.seconds(),
                            String.join(" and ", moved))
                    .with(named));
        }
        double margin = Math.max(judgesRate ? rate.margin() : 0, judgesLatency ? latency.margin() : 0);
        return margin <= DRIFT
                ? Optional.empty()
                : Optional.of(Reason.of(
                                ReasonCode.NOT_STEADY,
                                Severity.NOTE,
                                "the figures of the measurement's %,d seconds scatter so much that chance could hide "
                                        + "a drift of %.0f %%: measure for longer to find out whether the load was "
                                        + "steady",
                                rates.seconds(),
                                100 * Math.min(margin, 10))
                        .with(named));
    }

    private static String text(String figure, TrendEstimate trend) {
        return String.format(
                Locale.ROOT,
                "%s %s by %.0f %% (up to %.0f %% could be chance)",
                figure,
                trend.change() > 0 ? "grew" : "fell",
                100 * Math.abs(trend.fromBegin()),
                100 * (trend.change() > 0 ? trend.margin() : Math.min(1, trend.margin())));
    }

    /** Per-second figures of a load of any length: when there are many, each two are replaced by their mean. */
    static final class TrendSeries {
        private static final int MAX_POINTS = 500;

        private final List<Double> points = new ArrayList<>();
        private int secondsPerPoint = 1;
        private double sum;
        private int summed;
        private long seconds;

        void add(double figure) {
            seconds++;
            sum += figure;
            summed++;
            if (summed < secondsPerPoint) {
                return;
            }
            points.add(sum / summed);
            sum = 0;
            summed = 0;
            if (points.size() == MAX_POINTS) {
                for (int i = 0; i < MAX_POINTS / 2; i++) {
                    points.set(i, (points.get(2 * i) + points.get(2 * i + 1)) / 2);
                }
                points.subList(MAX_POINTS / 2, MAX_POINTS).clear();
                secondsPerPoint *= 2;
            }
        }

        long seconds() {
            return seconds;
        }

        TrendEstimate estimate() {
            return TrendEstimate.of(points);
        }
    }
}
