package dev.weir.result.omb;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * OMB's lists: an entry for each interval of the measurement, null where unknown.
 *
 * @param counts numbers of messages and errors
 * @param rates rates per second
 * @param backlog messages that were not yet delivered
 * @param latencies in OMB's units
 */
public record OmbLists(
        @JsonUnwrapped CountLists counts,
        @JsonUnwrapped RateLists rates,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<@Nullable Number> backlog,
        @JsonUnwrapped Latencies latencies) {
    /** Numbers of messages. In OMB, a message counts as sent when it is acknowledged. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record CountLists(
            List<@Nullable Number> sent,
            List<@Nullable Number> consumed,
            List<@Nullable Number> publishFailed,
            List<@Nullable Number> consumeFailed) {}

    /** Messages per second. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record RateLists(
            List<@Nullable Number> publishRate,
            List<@Nullable Number> consumeRate,
            List<@Nullable Number> publishErrorRate) {}

    /**
     * Latencies: milliseconds, or microseconds of the publish delay, which has no minimum.
     *
     * @param publish of publishing
     * @param endToEnd end-to-end latency
     * @param schedule duration of the send call
     * @param publishDelay how late messages were sent
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Latencies(
            List<@Nullable Number> publishLatencyMin,
            @JsonUnwrapped(prefix = "publishLatency") OmbLatency<List<@Nullable Number>> publish,
            List<@Nullable Number> endToEndLatencyMin,
            @JsonUnwrapped(prefix = "endToEndLatency") OmbLatency<List<@Nullable Number>> endToEnd,
            List<@Nullable Number> scheduleLatencyMin,
            @JsonUnwrapped(prefix = "scheduleLatency") OmbLatency<List<@Nullable Number>> schedule,
            @JsonUnwrapped(prefix = "publishDelayLatency") OmbLatency<List<@Nullable Number>> publishDelay) {}

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
}
