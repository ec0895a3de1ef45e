package dev.weir.feature.backlog;

import dev.weir.coordinator.trend.Trend;
import dev.weir.measure.LatencySamples;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** End-to-end p99 before a backlog, and its return to that level. Used by the coordinator's thread. */
final class LatencyRecovery {
    private static final int BASELINE_SECONDS = 10;
    private static final double PERCENTILE = 99;

    /** Smallest limit for a recovered p99: below, pauses of the hosts themselves decide. */
    private static final long MIN_LIMIT_NANOS = 10_000_000;

    /** How long the p99 must stay below the limit to count as recovered. */
    private static final int RECOVERED_SECONDS = 3;

    private final List<Double> baselineNanos = new ArrayList<>();
    private LatencySamples ofSecond = new LatencySamples();
    private int secondsRecovered;
    private long recoveredNanos;

    void add(LatencySamples endToEnd) {
        ofSecond.add(endToEnd);
    }

    /** Evaluates a completed second, by its last snapshot. */
    void second(Interval last, double seconds, boolean draining) {
        if (ofSecond.count() > 0) {
            long nanos = ofSecond.percentileNanos(PERCENTILE);
            if (last.phase() == Phase.WARM_UP) {
                Trend.append(baselineNanos, (double) nanos, BASELINE_SECONDS);
            } else if (draining && !isComplete()) {
                boolean isLow = limitNanos().stream().anyMatch(limit -> nanos <= limit);
                secondsRecovered = isLow ? secondsRecovered + 1 : 0;
                if (secondsRecovered == RECOVERED_SECONDS) {
                    recoveredNanos = last.toNanos() - Math.round(RECOVERED_SECONDS * seconds * 1e9);
                }
            }
        }
        ofSecond = new LatencySamples();
    }

    boolean isComplete() {
        return recoveredNanos != 0;
    }

    /** Returns the p99 before the backlog; 0 if it is unknown. */
    double baselineNanos() {
        return Trend.median(baselineNanos);
    }

    /** Returns the p99 below which latencies count as recovered; empty if the p99 before the backlog is unknown. */
    OptionalLong limitNanos() {
        return baselineNanos.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(MIN_LIMIT_NANOS, Math.round(2 * baselineNanos())));
    }

    /** Returns how long the recovery took; empty if latencies have not recovered. */
    OptionalDouble secondsSince(long beginNanos) {
        return isComplete()
                ? OptionalDouble.of(Math.max(0, (recoveredNanos - beginNanos) / 1e9))
                : OptionalDouble.empty();
    }
}
