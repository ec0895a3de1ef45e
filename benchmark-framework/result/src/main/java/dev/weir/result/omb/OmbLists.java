package dev.weir.result.omb;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;
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

    /** OMB's figures of the whole measurement. */
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
}
