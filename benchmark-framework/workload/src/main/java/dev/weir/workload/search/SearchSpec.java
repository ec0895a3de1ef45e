package dev.weir.workload.search;

import dev.weir.workload.goal.Condition;
import dev.weir.workload.goal.Condition.ComparisonOperator;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.text.Checks;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Search for the highest rate that a system sustains.
 *
 * @param start rate of the first probe, messages per second
 * @param most highest rate of the search, messages per second, at least {@code start}
 * @param precision the search ends when the highest sustained and the lowest unsustained rate differ by at most this
 *     share of the latter; in [0.001, 0.5]
 * @param probeDuration how long a probe measures
 * @param probeWarmup how long its load runs before
 * @param criteria conditions of a sustained probe, at least one
 * @param confirmations number of runs at the found rate, as long as the workload's test
 * @param withCurve whether shares of the found rate are run afterwards
 */
public record SearchSpec(
        double start,
        double most,
        double precision,
        Duration probeDuration,
        Duration probeWarmup,
        List<Threshold> criteria,
        int confirmations,
        boolean withCurve) {
    /** Default criteria: the system accepts the load, and delivers it. */
    public static final List<Threshold> CRITERIA = List.of(
            Threshold.of(Condition.ofTarget(Metric.ACHIEVED_RATE, ComparisonOperator.AT_LEAST, 99)),
            Threshold.of(Condition.ofTarget(Metric.BACKLOG_GROWTH, ComparisonOperator.AT_MOST, 1)));

    /** Limit of the runs, because a person waits for them; the curve is not included. */
    public static final int MAX_RUNS = 25;

    /** Shares of the found rate. */
    public static final List<Integer> CURVE_PERCENT = List.of(1, 5, 10, 25, 50, 75, 90, 95, 100, 105);

    public SearchSpec {
        criteria = List.copyOf(criteria);
        Checks.refuseIf(!(start > 0 && start <= most), "start must be in (0, " + most + "], got " + start);
        Checks.refuseIf(
                !(precision >= 0.001 && precision <= 0.5), "precision must be in [0.001, 0.5], got " + precision);
        Checks.refuseIf(
                probeDuration.isZero() || probeDuration.isNegative(),
                "probeDuration must be more than 0, got " + probeDuration);
        Checks.refuseIf(criteria.isEmpty(), "criteria must be at least one, got none");
    }

    /** Returns how long a confirmation measures in a workload with this test duration, if it has one. */
    public Duration confirmationDuration(Optional<Duration> testDuration) {
        return testDuration.orElse(probeDuration.multipliedBy(2));
    }

    /** Returns how long all possible runs take, with this time around each load, and this warm-up of confirmations. */
    public Duration maxDuration(Duration around, Duration warmup, Optional<Duration> testDuration) {
        int confirming = Math.min(confirmations, MAX_RUNS);
        int others = MAX_RUNS - confirming + (withCurve ? CURVE_PERCENT.size() : 0);
        Duration confirmation = around.plus(warmup).plus(confirmationDuration(testDuration));
        return around.plus(probeWarmup)
                .plus(probeDuration)
                .multipliedBy(others)
                .plus(confirmation.multipliedBy(confirming));
    }
}
