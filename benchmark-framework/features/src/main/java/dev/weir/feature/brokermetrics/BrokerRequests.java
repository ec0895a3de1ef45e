package dev.weir.feature.brokermetrics;

import dev.weir.feature.brokermetrics.BrokerMetrics.Endpoint;
import dev.weir.feature.brokermetrics.BrokerMetrics.MetricSeries;
import dev.weir.host.observation.TimeRange;
import dev.weir.result.document.RunDetails;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.result.value.IsoTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Durations of one kind of request in all Kafka brokers together, within a range of time. The ends of the range, and of each
 * sampled stretch, are cut to the millisecond, as in a result file, so that {@code verify} computes the same from the file.
 *
 * @param request value of the label {@code request}
 */
public record BrokerRequests(BrokerMetrics metrics, TimeRange range, String request) {
    static final String PREFIX = "kafka_network_requestmetrics_";
    private static final double NANOS_PER_MILLI = 1e6;
    private static final String TAIL = "0.99";
    static final String COUNT = "totaltimems_count";

    public BrokerRequests {
        range = cutToMillis(range);
    }

    private record Sum(double millis, double requests) {
        Sum plus(Sum other) {
            return new Sum(millis + other.millis, requests + other.requests);
        }
    }

    /** Returns the times of the measurement of a run; empty if no broker reported such requests. */
    public static Optional<BrokerRequests> in(RunDetails details, String request) {
        return BrokerMetricsFeature.PART
                .in(details)
                .flatMap(metrics -> of(metrics, details.course().phases(), request));
    }

    /** Returns the times of the measured ones of these phases; empty if no broker reported such requests. */
    public static Optional<BrokerRequests> of(BrokerMetrics metrics, List<PhaseSpan> phases, String request) {
        return PhaseSpan.measured(phases)
                .filter(range -> metrics.begin().isPresent())
                .map(range -> new BrokerRequests(metrics, range, request))
                .filter(times -> times.brokers() > 0);
    }

    public BrokerRequests of(String other) {
        return new BrokerRequests(metrics, range, other);
    }

    /** Returns the mean over all requests of all brokers: the sum of their times by the number of requests. */
    public OptionalDouble meanNanos(String part) {
        Sum all = metrics.endpoints().stream()
                .map(endpoint -> sum(endpoint, part))
                .reduce(new Sum(0, 0), Sum::plus);
        return all.requests > 0
                ? OptionalDouble.of(all.millis / all.requests * NANOS_PER_MILLI)
                : OptionalDouble.empty();
    }

    /** Returns the largest p99 that a broker reported last: p99s of several brokers cannot be merged. */
    public OptionalDouble tailNanos(String part) {
        return metrics.endpoints().stream()
                .flatMap(endpoint -> series(endpoint, part + "timems", TAIL).stream())
                .flatMapToDouble(series -> IntStream.range(0, series.values().size())
                        .filter(i -> seconds(i) > 0 && series.values().get(i) != null)
                        .mapToDouble(i -> series.values().get(i).doubleValue() * NANOS_PER_MILLI)
                        .reduce((before, last) -> last)
                        .stream())
                .max();
    }

    public int brokers() {
        return (int) metrics.endpoints().stream()
                .filter(endpoint ->
                        series(endpoint, COUNT, "").stream().anyMatch(counts -> sum(counts, counts).requests > 0))
                .count();
    }

    private Sum sum(Endpoint endpoint, String part) {
        return series(endpoint, part + "timems_sum", "")
                .flatMap(times -> series(endpoint, COUNT, "").map(counts -> sum(times, counts)))
                .orElse(new Sum(0, 0));
    }

    private Sum sum(MetricSeries times, MetricSeries counts) {
        List<? extends Number> millis = times.values();
        List<? extends Number> requests = counts.values();
        return IntStream.range(0, Math.min(millis.size(), requests.size()))
                .filter(i -> millis.get(i) != null && requests.get(i) != null)
                .mapToObj(i -> new Sum(
                        millis.get(i).doubleValue() * seconds(i),
                        requests.get(i).doubleValue() * seconds(i)))
                .reduce(new Sum(0, 0), Sum::plus);
    }

    private Optional<MetricSeries> series(Endpoint endpoint, String name, String quantile) {
        return endpoint.series().stream()
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(PREFIX + name)
                        && request.equals(each.labels().get("request"))
                        && quantile.equals(each.labels().getOrDefault("quantile", "")))
                .findFirst();
    }

    private double seconds(int i) {
        return metrics.stretch(i, i)
                .map(each -> range.overlapSeconds(cutToMillis(each)))
                .orElse(0.0);
    }

    private static TimeRange cutToMillis(TimeRange range) {
        return new TimeRange(IsoTime.cutToMillis(range.beginNanos()), IsoTime.cutToMillis(range.endNanos()));
    }
}
