package dev.weir.result.omb;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * OMB's figures of a latency, in OMB's unit: milliseconds, or microseconds of the publish delay. Empty where OMB has
 * none.
 *
 * @param <T> a figure of the whole measurement, or a list with one for each interval
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record OmbLatency<T>(
        @JsonProperty("Avg") Optional<T> mean,
        @JsonProperty("50pct") Optional<T> p50,
        @JsonProperty("75pct") Optional<T> p75,
        @JsonProperty("95pct") Optional<T> p95,
        @JsonProperty("99pct") Optional<T> p99,
        @JsonProperty("999pct") Optional<T> p999,
        @JsonProperty("9999pct") Optional<T> p9999,
        @JsonProperty("Max") Optional<T> max) {
    public static <T> OmbLatency<T> none() {
        Optional<T> none = Optional.empty();
        return new OmbLatency<>(none, none, none, none, none, none, none, none);
    }

    public <R> OmbLatency<R> map(Function<T, R> change) {
        return new OmbLatency<>(
                mean.map(change),
                p50.map(change),
                p75.map(change),
                p95.map(change),
                p99.map(change),
                p999.map(change),
                p9999.map(change),
                max.map(change));
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
