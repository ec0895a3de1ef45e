package dev.weir.coordinator;

import dev.weir.measure.LatencySamples;
import dev.weir.result.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether a load has stopped trending: over the last {@value #SNAPSHOTS} snapshots, its rate of acknowledgements (or of
 * receipts, where nothing is produced) has changed by at most 3 %, and the median of its latency by at most 10 %, by
 * {@link Trend}. Figures may scatter as they like; what counts is where they go. Used by the coordinator's thread.
 */
final class SteadyTest {
    static final int SNAPSHOTS = 30;
    private static final double RATE_TOLERANCE = 0.03;
    private static final double LATENCY_TOLERANCE = 0.1;

    private final List<Double> rates = new ArrayList<>();
    private final List<Double> latencies = new ArrayList<>();

    /** Takes the next snapshot of all workers in. */
    void add(Interval tick) {
        double seconds = Math.max(tick.seconds(), 1e-9);
        long messages = tick.counts().acknowledged() > 0
                ? tick.counts().acknowledged()
                : tick.counts().received();
        append(rates, messages / seconds);
        LatencySamples samples =
                tick.latencies().of(tick.latencies().headlines().get(0));
        append(latencies, (double) samples.percentileNanos(50));
    }

    boolean isSteady() {
        return rates.size() == SNAPSHOTS
                && Math.abs(Trend.relativeChange(rates)) <= RATE_TOLERANCE
                && Math.abs(Trend.relativeChange(latencies)) <= LATENCY_TOLERANCE;
    }

    /** What is seen, for a person. */
    String explain() {
        return rates.size() < SNAPSHOTS
                ? "it takes " + SNAPSHOTS + " snapshots to tell, and there were " + rates.size()
                : String.format(
                        Locale.ROOT,
                        "over the last %d snapshots the rate changed by %.1f %% and the median latency by %.1f %%",
                        SNAPSHOTS,
                        100 * Trend.relativeChange(rates),
                        100 * Trend.relativeChange(latencies));
    }

    private static void append(List<Double> figures, double next) {
        if (figures.size() == SNAPSHOTS) {
            figures.remove(0);
        }
        figures.add(next);
    }
}
