package dev.weir.report.compare;

import dev.weir.measure.Latency;
import dev.weir.result.run.MemberEventResult;
import dev.weir.result.stored.StoredInterval;
import dev.weir.result.stored.StoredLatency;
import dev.weir.result.stored.StoredResult;
import dev.weir.result.stored.StoredThroughput;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.goal.MetricFigure;
import dev.weir.workload.goal.Statistic;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * A run with those of its figures that can be compared: latencies, and the rates of messages.
 *
 * @param result what was read
 * @param latencies by name
 * @param intervals those of the measurement, in order
 */
public record MeasuredRun(StoredResult result, Map<String, StoredLatency> latencies, List<StoredInterval> intervals) {
    /** Of a result. */
    public static MeasuredRun of(StoredResult result) {
        return new MeasuredRun(
                result,
                result.latencies(),
                result.intervals().stream().filter(StoredInterval::isMeasured).toList());
    }

    /** Whether a figure has a ratio that means something, and a side on which it is better. */
    public static boolean canCompare(MetricFigure figure) {
        return figure.metric().isTime() || isRate(figure.metric());
    }

    private static boolean isRate(Metric metric) {
        return metric == Metric.ACHIEVED_RATE || metric == Metric.DELIVERED_RATE || metric == Metric.OFFERED_RATE;
    }

    /** Whether it is OMB's. */
    boolean isOmb() {
        return result.schemaVersion() == 0;
    }

    /** By how much clocks can make a latency wrong, nanoseconds; empty if not at all, or if the file does not tell. */
    OptionalDouble boundNanos(Metric latency) {
        return Optional.ofNullable(latencies.get(latency.key()))
                .filter(each -> each.boundNanos().isPresent())
                .map(each -> OptionalDouble.of((double) each.boundNanos().getAsLong()))
                .orElse(OptionalDouble.empty());
    }

    /**
     * A figure of the whole measurement: nanoseconds or messages per second.
     *
     * @return empty if it is not known, or not above 0, which has no ratio; so is a figure of which only a lower bound is
     *     known, and a percentile beyond which fewer than 10 samples lie, but for OMB's, which do not say
     */
    OptionalDouble value(MetricFigure figure) {
        List<MemberEventResult> members = result.weir().course().members();
        OptionalDouble value = switch (figure.metric()) {
            case OFFERED_RATE, ACHIEVED_RATE, DELIVERED_RATE -> rate(figure.metric());
            case MEMBER_SILENCE -> MemberEventResult.longestSilenceNanos(members);
            case MEMBER_ASSIGNMENT -> MemberEventResult.longestAssignmentNanos(members);
            default -> latency(figure.metric(), figure.statistic());
        };
        return value.orElse(0) > 0 ? value : OptionalDouble.empty();
    }

    private OptionalDouble rate(Metric metric) {
        StoredThroughput throughput = result.throughput();
        return switch (metric) {
            case OFFERED_RATE -> throughput.offered();
            case ACHIEVED_RATE -> throughput.achieved();
            default -> throughput.delivered();
        };
    }

    /** Whether clocks can make a latency wrong by more than a share of a figure, or by an unknown amount. */
    boolean isDoubtful(MetricFigure figure, double share) {
        double bound = boundNanos(figure.metric()).orElse(0);
        OptionalDouble value = value(figure);
        // Of too few samples for it, the mean has about its size.
        double size = value.isPresent()
                ? value.getAsDouble()
                : latency(figure.metric(), new Statistic(Statistic.Kind.MEAN, 0))
                        .orElse(0);
        return bound > share * size;
    }

    private OptionalDouble latency(Metric metric, Statistic statistic) {
        StoredLatency latency = latencies.get(metric.key());
        if (latency == null) {
            return OptionalDouble.empty();
        }
        double percentile = statistic.percentile();
        return switch (statistic.kind()) {
            case MIN -> OptionalDouble.of((double) latency.summary().minNanos());
            case MEAN -> known(latency, "mean", latency.summary().meanNanos());
            case MAX -> known(latency, "max", (double) latency.summary().maxNanos());
            case PERCENTILE ->
                latency.samples().isPresent()
                        ? latency.samples()
                                .filter(samples -> samples.isAdequate(percentile) && !samples.isCensored(percentile))
                                .map(samples -> OptionalDouble.of((double) samples.percentileNanos(percentile)))
                                .orElse(OptionalDouble.empty())
                        : ofOmb(latency, percentile);
            case ONLY -> OptionalDouble.empty();
        };
    }

    /** Two lower bounds have no ratio. */
    private static OptionalDouble known(StoredLatency latency, String figure, double nanos) {
        return latency.summary().greaterThan().contains(figure) ? OptionalDouble.empty() : OptionalDouble.of(nanos);
    }

    private static OptionalDouble ofOmb(StoredLatency latency, double percentile) {
        return latency.summary().quantilesNanos().entrySet().stream()
                .filter(entry -> Double.parseDouble(entry.getKey().substring(1)) == percentile)
                .mapToDouble(Map.Entry::getValue)
                .findFirst();
    }

    /** That of a metric. */
    static Latency latency(Metric metric) {
        return Stream.of(Latency.values())
                .filter(each -> each.key().equals(metric.key()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("must be a latency, got " + metric));
    }
}
