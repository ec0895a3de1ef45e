package dev.weir.result.omb;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * OMB's lists: an entry for each interval of the measurement, null where unknown. Latencies are in OMB's units:
 * milliseconds, or microseconds of the publish delay.
 *
 * @param sent messages that were acknowledged: in OMB, a message counts as sent then
 * @param publishRate messages per second, like the other rates
 * @param backlog messages that were not yet delivered
 * @param schedule duration of the send call
 * @param publishDelay how late messages were sent
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record OmbLists(
        List<@Nullable Number> sent,
        List<@Nullable Number> consumed,
        List<@Nullable Number> publishFailed,
        List<@Nullable Number> consumeFailed,
        List<@Nullable Number> publishRate,
        List<@Nullable Number> consumeRate,
        List<@Nullable Number> publishErrorRate,
        List<@Nullable Number> backlog,
        @JsonUnwrapped(prefix = "publishLatency") OmbLatency<List<@Nullable Number>> publish,
        @JsonUnwrapped(prefix = "endToEndLatency") OmbLatency<List<@Nullable Number>> endToEnd,
        @JsonUnwrapped(prefix = "scheduleLatency") OmbLatency<List<@Nullable Number>> schedule,
        @JsonUnwrapped(prefix = "publishDelayLatency") OmbLatency<List<@Nullable Number>> publishDelay) {
    /** Returns the entry of an interval; empty where there is none, or none that is a number. */
    public static OptionalDouble entry(List<@Nullable Number> list, int interval) {
        return interval < list.size()
                ? numbers(list.subList(interval, interval + 1)).findFirst()
                : OptionalDouble.empty();
    }

    public static DoubleStream numbers(List<@Nullable Number> list) {
        return list.stream()
                .filter(Objects::nonNull)
                .mapToDouble(Number::doubleValue)
                .filter(Double::isFinite);
    }

    /**
     * OMB's figures of a latency, in OMB's unit: milliseconds, or microseconds of the publish delay. Empty where OMB
     * has none: the minimum of the publish delay and of whole measurements, and the quantiles of intervals.
     *
     * @param <T> a figure of the whole measurement, or a list with one for each interval
     * @param quantiles by percentiles in [0, 100]
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record OmbLatency<T>(
            @JsonProperty("Min") Optional<T> min,
            @JsonProperty("Avg") Optional<T> mean,
            @JsonProperty("50pct") Optional<T> p50,
            @JsonProperty("75pct") Optional<T> p75,
            @JsonProperty("95pct") Optional<T> p95,
            @JsonProperty("99pct") Optional<T> p99,
            @JsonProperty("999pct") Optional<T> p999,
            @JsonProperty("9999pct") Optional<T> p9999,
            @JsonProperty("Max") Optional<T> max,

            @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonProperty("Quantiles")
            Map<String, Double> quantiles) {
        public static <T> OmbLatency<T> none() {
            Optional<T> none = Optional.empty();
            return new OmbLatency<>(none, none, none, none, none, none, none, none, none, Map.of());
        }

        public <R> OmbLatency<R> map(Function<T, R> change) {
            return new OmbLatency<>(
                    min.map(change),
                    mean.map(change),
                    p50.map(change),
                    p75.map(change),
                    p95.map(change),
                    p99.map(change),
                    p999.map(change),
                    p9999.map(change),
                    max.map(change),
                    quantiles);
        }

        /** Returns the known percentiles, ascending, by Weir's names such as {@code p99.9}. */
        public Map<String, T> percentiles() {
            Map<String, T> known = new LinkedHashMap<>();
            p50.ifPresent(value -> known.put("p50", value));
            p75.ifPresent(value -> known.put("p75", value));
            p95.ifPresent(value -> known.put("p95", value));
            p99.ifPresent(value -> known.put("p99", value));
            p999.ifPresent(value -> known.put("p99.9", value));
            p9999.ifPresent(value -> known.put("p99.99", value));
            return known;
        }
    }

    /**
     * OMB's figures of the whole measurement: milliseconds, or microseconds of the publish delay. Quantiles have
     * percentiles, in [0, 100], as keys.
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record OmbTotals(
            @JsonUnwrapped(prefix = "aggregatedPublishLatency")
            OmbLatency<Double> publish,

            @JsonUnwrapped(prefix = "aggregatedEndToEndLatency")
            OmbLatency<Double> endToEnd,

            @JsonProperty("aggregatedScheduleLatencyQuantiles")
            Map<String, Double> scheduleQuantiles,

            @JsonUnwrapped(prefix = "aggregatedPublishDelayLatency")
            OmbLatency<Double> publishDelay) {}

    /**
     * A rate over the intervals of a measurement, weighted by time: intervals differ in length. An interval shorter
     * than half of the usual length is joined to the one before it, because its rate is mostly that of few snapshots.
     * OMB's lists have no lengths; they follow from counts and rates.
     *
     * @param mean messages of all intervals, divided by their time
     * @param deviation standard deviation over time
     */
    public record OmbRate(double min, double mean, double deviation, double max) {
        private static final double SHORT = 0.5;

        private record Piece(double messages, double seconds) {
            Piece plus(Piece other) {
                return new Piece(messages + other.messages, seconds + other.seconds);
            }

            double rate() {
                return messages / seconds;
            }
        }

        /** Returns the acknowledged rate; empty if the lists have none. */
        public static Optional<OmbRate> published(OmbLists lists) {
            return of(lists.publishRate(), lists);
        }

        /** Returns the delivered rate; empty if the lists have none. */
        public static Optional<OmbRate> consumed(OmbLists lists) {
            return of(lists.consumeRate(), lists);
        }

        private static Optional<OmbRate> of(List<@Nullable Number> rates, OmbLists lists) {
            IntStream intervals = IntStream.range(0, rates.size());
            List<OptionalDouble> known =
                    intervals.mapToObj(i -> seconds(lists, i)).toList();
            double[] lengths = known.stream()
                    .flatMapToDouble(OptionalDouble::stream)
                    .sorted()
                    .toArray();
            // Files without counts: all intervals count alike.
            double usual = lengths.length == 0 ? 1 : lengths[lengths.length / 2];
            List<Piece> pieces = new ArrayList<>();
            for (int i = 0; i < rates.size(); i++) {
                OptionalDouble rate = OmbLists.entry(rates, i);
                double seconds = known.get(i).orElse(usual);
                if (rate.isPresent()) {
                    join(new Piece(rate.getAsDouble() * seconds, seconds), SHORT * usual, pieces);
                }
            }
            return pieces.isEmpty() ? Optional.empty() : Optional.of(of(pieces));
        }

        private static void join(Piece piece, double shortest, List<Piece> pieces) {
            int last = pieces.size() - 1;
            if (last >= 0 && Math.min(piece.seconds, pieces.get(last).seconds) < shortest) {
                pieces.set(last, pieces.get(last).plus(piece));
            } else {
                pieces.add(piece);
            }
        }

        private static OmbRate of(List<Piece> pieces) {
            Piece whole = pieces.stream().reduce(new Piece(0, 0), Piece::plus);
            double squares = pieces.stream()
                    .mapToDouble(piece -> piece.seconds * Math.pow(piece.rate() - whole.rate(), 2))
                    .sum();
            DoubleSummaryStatistics rates =
                    pieces.stream().mapToDouble(Piece::rate).summaryStatistics();
            return new OmbRate(rates.getMin(), whole.rate(), Math.sqrt(squares / whole.seconds), rates.getMax());
        }

        private static OptionalDouble seconds(OmbLists lists, int interval) {
            OptionalDouble published = seconds(lists.sent(), lists.publishRate(), interval);
            return published.isPresent() ? published : seconds(lists.consumed(), lists.consumeRate(), interval);
        }

        private static OptionalDouble seconds(
                List<@Nullable Number> counts, List<@Nullable Number> rates, int interval) {
            double count = OmbLists.entry(counts, interval).orElse(0);
            double rate = OmbLists.entry(rates, interval).orElse(0);
            return count > 0 && rate > 0 ? OptionalDouble.of(count / rate) : OptionalDouble.empty();
        }
    }
}
