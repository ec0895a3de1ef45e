package dev.weir.coordinator.trend;

import dev.weir.result.code.NamedFigures;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import dev.weir.workload.load.ClosedLoop;
import dev.weir.workload.load.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether rate and median latency went anywhere during the measurement: then figures of the whole of it mix what came before
 * with what came after. Looks at figures that are meant to stay: not at a load whose rate changes by its workload, whose
 * brokers fail by it, or whose backlog drains; of a load as fast as can be at its rate only, since how much is in flight, and
 * so the latency, is tried out during the run; of a closed loop at its latency only, since its rate follows from that. Used
 * by the coordinator's thread.
 */
public final class MeasurementTrend {
    /** By how much a figure may change; less says little of a whole measurement. */
    static final double TOLERANCE = 0.1;

    /** A change of this size is to be found. */
    static final double DRIFT = 0.2;

    /** With fewer seconds nothing is said. */
    static final int FEWEST_SECONDS = 30;

    private final boolean ofRate;
    private final boolean ofLatency;
    private final PerSecondFigures figures = new PerSecondFigures();
    private final TrendSeries rates = new TrendSeries();
    private final TrendSeries latencies = new TrendSeries();

    public MeasurementTrend(Workload workload) {
        Load load = workload.load();
        boolean meantToStay = load.isMeantToStay()
                && workload.run().faults().isEmpty()
                && workload.subscriptions().members().isEmpty()
                && !workload.phases().backlog().isWanted();
        this.ofRate = meantToStay && !(load instanceof ClosedLoop);
        this.ofLatency = meantToStay && (load.isScheduled() || load instanceof ClosedLoop);
    }

    /** Takes the next snapshot of all workers in. */
    public void add(Interval tick) {
        if (tick.phase() == Phase.MEASUREMENT && (ofRate || ofLatency)) {
            figures.add(tick).ifPresent(second -> {
                rates.add(second.messagesPerSecond());
                latencies.add(second.medianNanos().orElse(0));
            });
        }
    }

    /** Whether there is something to judge, and enough of it. */
    public boolean isJudged() {
        return (ofRate || ofLatency) && rates.seconds() >= FEWEST_SECONDS;
    }

    /**
     * Judges it.
     *
     * @param loadMet whether the target rate was achieved; if not, that is a finding, and backlogs and latencies grow
     */
    public Optional<Reason> judge(boolean loadMet) {
        if (!isJudged()) {
            return Optional.empty();
        }
        TrendEstimate rate = rates.estimate();
        TrendEstimate latency = latencies.estimate();
        boolean rateMoves = ofRate && rate.exceeds(TOLERANCE);
        boolean latencyMoves = ofLatency && latency.exceeds(TOLERANCE);
        List<String> moved = new ArrayList<>();
        if (rateMoves) {
            moved.add(text("the rate", rate));
        }
        if (latencyMoves) {
            moved.add(text("the median latency", latency));
        }
        var named = new NamedFigures().with("seconds", rates.seconds());
        if (ofRate) {
            named.with("rateChangeShare", rate.change()).with("rateMarginShare", rate.margin());
        }
        if (ofLatency) {
            named.with("medianChangeShare", latency.change()).with("medianMarginShare", latency.margin());
        }
        if (!moved.isEmpty()) {
            return Optional.of(Reason.of(
                    ReasonCode.NOT_STEADY,
                    loadMet ? Severity.DEGRADED : Severity.NOTE,
                    String.format(
                            Locale.ROOT,
                            "over the %,d s of the measurement %s: figures of the whole run mix what came before and after."
                                    + " Warm up for longer (warmupUntil: steady), or read the intervals",
                            rates.seconds(),
                            String.join(" and ", moved)),
                    named.byName(),
                    Optional.empty()));
        }
        double margin = Math.max(ofRate ? rate.margin() : 0, ofLatency ? latency.margin() : 0);
        return margin <= DRIFT
                ? Optional.empty()
                : Optional.of(Reason.of(
                        ReasonCode.STEADINESS_UNKNOWN,
                        Severity.NOTE,
                        String.format(
                                Locale.ROOT,
                                "the figures of the measurement's %,d seconds scatter so much that a drift of %.0f %% would"
                                        + " pass for chance: measure for longer to learn whether the load was steady",
                                rates.seconds(),
                                100 * Math.min(margin, 10)),
                        named.byName(),
                        Optional.empty()));
    }

    private static String text(String figure, TrendEstimate trend) {
        return String.format(
                Locale.ROOT,
                "%s %s by %.0f %% (up to %.0f %% could be chance)",
                figure,
                trend.change() > 0 ? "grew" : "fell",
                100 * Math.abs(trend.change()),
                100 * trend.margin());
    }
}
