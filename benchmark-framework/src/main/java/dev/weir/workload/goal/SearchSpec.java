package dev.weir.workload.goal;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the highest rate is searched for that a system sustains.
 *
 * @param start messages per second of the first probe
 * @param most messages per second beyond which the search does not go, at least {@code start}
 * @param precision the search ends when the rate that is sustained and the one that is not are so close together, as a share
 *     of the latter; in [0.001, 0.5]
 * @param probeDuration how long a probe measures
 * @param probeWarmup how long its load runs before
 * @param criteria what has to hold in a probe, at least one
 * @param confirmations runs at the rate that was found, as long as the workload says
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
    /** What has to hold where nothing else is said: the system takes what it is given, and passes it on. */
    public static final List<Threshold> CRITERIA = List.of(
            Threshold.of(Condition.ofTarget(Metric.ACHIEVED_RATE, ComparisonOperator.AT_LEAST, 99)),
            Threshold.of(Condition.ofTarget(Metric.BACKLOG_GROWTH, ComparisonOperator.AT_MOST, 1)));

    /** A person waits for them; the curve comes on top. */
    public static final int MOST_RUNS = 25;

    /** Shares of the rate that was found. */
    public static final List<Integer> CURVE_PERCENT = List.of(1, 5, 10, 25, 50, 75, 90, 95, 100, 105);

    public SearchSpec {
        criteria = List.copyOf(criteria);
        if (!(start > 0 && start <= most)) {
            throw new IllegalArgumentException("start must be in (0, " + most + "], got " + start);
        }
        if (!(precision >= 0.001 && precision <= 0.5)) {
            throw new IllegalArgumentException("precision must be in [0.001, 0.5], got " + precision);
        }
        if (probeDuration.isZero() || probeDuration.isNegative()) {
            throw new IllegalArgumentException("probeDuration must be more than 0, got " + probeDuration);
        }
        if (criteria.isEmpty()) {
            throw new IllegalArgumentException("criteria must be at least one, got none");
        }
    }

    /**
     * How long a confirmation measures.
     *
     * @param testDuration of the workload; empty if it has none
     */
    public Duration confirmationDuration(Optional<Duration> testDuration) {
        return testDuration.orElse(probeDuration.multipliedBy(2));
    }
}
