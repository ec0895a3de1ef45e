package dev.weir.result.omb;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * OMB's lists: an entry for each interval of the measurement, null where unknown. Latencies are in OMB's units:
 * milliseconds, or microseconds of the publish delay, which has no minimum.
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
        List<@Nullable Number> publishLatencyMin,
        @JsonUnwrapped(prefix = "publishLatency") OmbLatency<List<@Nullable Number>> publish,
        List<@Nullable Number> endToEndLatencyMin,
        @JsonUnwrapped(prefix = "endToEndLatency") OmbLatency<List<@Nullable Number>> endToEnd,
        List<@Nullable Number> scheduleLatencyMin,
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
}
