package dev.weir.report.review;

import dev.weir.measure.LatencySamples;
import dev.weir.report.compare.MeasuredRun;
import dev.weir.result.stored.StoredInterval;
import dev.weir.result.stored.StoredLatency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The rule that percentiles are those of samples, not means of other percentiles. */
final class PercentileRule {
    /** Histograms have three digits. */
    private static final double PRECISION = 0.01;

    /** With fewer percentiles, equality with their means may be chance, such as of whole milliseconds. */
    private static final int MIN_PERCENTILES = 3;

    private PercentileRule() {}

    static Optional<RunEvidence> judge(MeasuredRun run) {
        if (run.latencies().isEmpty()) {
            return run.intervals().stream()
                            .anyMatch(interval -> !interval.latency().isEmpty())
                    ? Optional.of(RunEvidence.violation(
                            "the file has percentiles of intervals only: a figure of the run would be their mean"))
                    : Optional.empty();
        }
        return run.latencies().entrySet().stream()
                .flatMap(entry -> (run.isOmb()
                                ? ofMeans(entry.getKey(), entry.getValue(), run.intervals())
                                : ofSamples(entry.getKey(), entry.getValue()))
                        .stream())
                .findFirst();
    }

    /** Checks percentiles of Weir's files against the histogram beside them. */
    private static Optional<RunEvidence> ofSamples(String name, StoredLatency latency) {
        LatencySamples samples = latency.samples().orElseGet(LatencySamples::new);
        Map<String, Long> quantiles = latency.summary().quantilesNanos();
        if (samples.total() == 0 && !quantiles.isEmpty()) {
            return Optional.of(RunEvidence.violation("weir.latency." + name + " has percentiles without samples"));
        }
        return quantiles.entrySet().stream()
                .flatMap(entry -> {
                    long own = samples.percentileNanos(percentile(entry.getKey()));
                    return Math.abs(own - entry.getValue()) <= PRECISION * own
                            ? Stream.<RunEvidence>empty()
                            : Stream.of(RunEvidence.violation(String.format(
                                    Locale.ROOT,
                                    "weir.latency.%s: %s is %.3f ms, and that of its samples %.3f ms",
                                    name,
                                    entry.getKey(),
                                    entry.getValue() / 1e6,
                                    own / 1e6)));
                })
                .findFirst();
    }

    private static double percentile(String name) {
        return Double.parseDouble(name.substring(1));
    }

    /** Checks whether the percentiles of OMB's files are the means of those of the intervals. */
    private static Optional<RunEvidence> ofMeans(String name, StoredLatency latency, List<StoredInterval> intervals) {
        List<Map.Entry<String, Long>> quantiles =
                List.copyOf(latency.summary().quantilesNanos().entrySet());
        return quantiles.size() >= MIN_PERCENTILES
                        && quantiles.stream()
                                .allMatch(entry -> isMean(entry.getKey(), entry.getValue(), name, intervals))
                ? Optional.of(RunEvidence.violation(
                        "the percentiles of " + name + " are the means of those of the intervals"))
                : Optional.empty();
    }

    private static boolean isMean(String percentile, long nanos, String name, List<StoredInterval> intervals) {
        List<Long> values = intervals.stream()
                .map(interval -> interval.latency().get(name))
                .filter(Objects::nonNull)
                .map(summary -> summary.quantilesNanos().get(percentile))
                .filter(Objects::nonNull)
                .toList();
        double mean = values.stream().mapToLong(Long::longValue).average().orElse(0);
        return values.stream().distinct().count() > 1 && Math.abs(mean - nanos) <= 1e-6 * mean;
    }
}
