package dev.weir.report.compare;

import dev.weir.result.interval.LatencySummary;
import dev.weir.result.stored.StoredInterval;
import dev.weir.result.stored.StoredLatency;
import dev.weir.result.stored.StoredResult;
import dev.weir.result.threshold.RunFigures.PartMetric;
import dev.weir.workload.goal.Metric;
import dev.weir.workload.goal.MetricFigure;
import dev.weir.workload.goal.MetricFigure.Statistic;
import dev.weir.workload.yaml.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** A run with its comparable figures: latencies by name, rates, and the intervals of the measurement. */
public record MeasuredRun(StoredResult result, Map<String, StoredLatency> latencies, List<StoredInterval> intervals) {
    public static MeasuredRun of(StoredResult result) {
        var measured =
                result.intervals().stream().filter(StoredInterval::isMeasured).toList();
        return new MeasuredRun(result, result.latencies(), measured);
    }

    /** Returns whether a figure has a meaningful ratio, and a better direction. */
    public static boolean canCompare(MetricFigure figure) {
        return switch (figure.metric()) {
            case OFFERED_RATE, ACHIEVED_RATE, DELIVERED_RATE -> true;
            default -> figure.metric().isTime();
        };
    }

    /** Parses figures that have a ratio, from the values of an option. */
    public static List<MetricFigure> figures(String option, List<String> names, Problems problems) {
        List<MetricFigure> figures = new ArrayList<>();
        for (String name : names) {
            MetricFigure.read(name.strip(), wrong -> problems.error(option, wrong))
                    .ifPresent(figure -> {
                        if (canCompare(figure)) {
                            figures.add(figure);
                        } else {
                            problems.error(option, "must be latencies or rates of messages, got " + figure.text());
                        }
                    });
        }
        return figures.stream().distinct().toList();
    }

    public boolean isOmb() {
        return result.schemaVersion() == 0;
    }

    /** Returns the largest error of a latency by the clocks, nanoseconds; empty if there is none, or it is unknown. */
    OptionalDouble boundNanos(Metric latency) {
        return Stream.ofNullable(latencies.get(latency.key()))
                .flatMapToLong(each -> each.boundNanos().stream())
                .asDoubleStream()
                .findFirst();
    }

    /**
     * Returns a figure of the whole measurement: nanoseconds or messages per second.
     *
     * @return empty if it is unknown or not above 0, so that it has no ratio; if only a lower bound is known; or for a
     *     percentile with fewer than 10 samples beyond it, which OMB's files do not reveal
     */
    public OptionalDouble value(MetricFigure figure) {
        OptionalDouble value = switch (figure.metric()) {
            case OFFERED_RATE -> result.throughput().offered();
            case ACHIEVED_RATE -> result.throughput().achieved();
            case DELIVERED_RATE -> result.throughput().delivered();
            case MEMBER_SILENCE, MEMBER_ASSIGNMENT -> PartMetric.of(figure.metric(), result.weir());
            default -> latency(figure.metric(), figure.statistic());
        };
        return value.orElse(0) > 0 ? value : OptionalDouble.empty();
    }

    /** Returns whether clocks can make a latency wrong by more than a share of a figure, or by an unknown amount. */
    boolean isDoubtful(MetricFigure figure, double share) {
        double bound = boundNanos(figure.metric()).orElse(0);
        OptionalDouble value = value(figure);
        // If there are too few samples for the figure, the mean has about its size.
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
            case MIN -> known(latency, "min", (double) latency.summary().minNanos());
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

    /** Returns the figure; empty if it is a lower bound, because lower bounds have no ratio. */
    private static OptionalDouble known(StoredLatency latency, String figure, double nanos) {
        return latency.summary().isLowerBound(figure) ? OptionalDouble.empty() : OptionalDouble.of(nanos);
    }

    private static OptionalDouble ofOmb(StoredLatency latency, double percentile) {
        return latency.summary().quantilesNanos().entrySet().stream()
                .filter(entry -> LatencySummary.percentile(entry.getKey()) == percentile)
                .mapToDouble(Map.Entry::getValue)
                .findFirst();
    }
}
