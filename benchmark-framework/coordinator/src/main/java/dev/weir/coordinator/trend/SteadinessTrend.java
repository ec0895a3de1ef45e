package dev.weir.coordinator.trend;

import dev.weir.result.interval.Interval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Detects when a load has become steady: over the last 30 seconds, or the half of a shorter warm-up, by {@link Trend},
 * its throughput (acknowledged, or received where nothing is produced) has changed by at most 3 %, and its median latency
 * by at most 10 %. Figures may scatter; only their trend counts. Used by the coordinator's thread.
 */
public final class SteadinessTrend {
    static final int MAX_SECONDS = 30;

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double RATE_TOLERANCE = 0.03;
    private static final double LATENCY_TOLERANCE = 0.1;

    private final PerSecondFigures figures = new PerSecondFigures();
    private final List<Double> rates = new ArrayList<>();
    private final List<Double> latencies = new ArrayList<>();
    private final int seconds;
    /** Number of seconds that are averaged for display. */
    private final int stretch;

    public SteadinessTrend(Duration warmup) {
        seconds = (int) Math.max(3, Math.min(MAX_SECONDS, warmup.toSeconds() / 2));
        stretch = seconds / 3;
    }

    public void add(Interval tick) {
        figures.add(tick).ifPresent(second -> {
            Trend.append(rates, second.messagesPerSecond(), seconds);
            Trend.append(latencies, second.medianNanos().orElse(0), seconds);
        });
    }

    /** Returns whether the load is steady. One without throughput has not begun, or the system does not answer. */
    public boolean isSteady() {
        return rates.size() == seconds
                && Trend.median(rates) > 0
                && Math.abs(Trend.relativeChange(rates)) <= RATE_TOLERANCE
                && Math.abs(Trend.relativeChange(latencies)) <= LATENCY_TOLERANCE;
    }

    public String explain() {
        return rates.size() < seconds
                ? "the comparison needs the figures of " + seconds + " s and has those of " + rates.size() + " s"
                : String.format(
                        Locale.ROOT,
                        "between the first and the last %d of %d seconds, the rate went from %.0f to %.0f msg/s and"
                                + " the median latency from %.2f to %.2f ms",
                        stretch,
                        seconds,
                        atBegin(rates),
                        atEnd(rates),
                        atBegin(latencies) / NANOS_PER_MILLI,
                        atEnd(latencies) / NANOS_PER_MILLI);
    }

    private double atBegin(List<Double> figures) {
        return Trend.median(figures.subList(0, stretch));
    }

    private double atEnd(List<Double> figures) {
        return Trend.median(figures.subList(figures.size() - stretch, figures.size()));
    }
}
