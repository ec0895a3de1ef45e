package dev.weir.result.omb;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * OMB's fields about durations, on top of a result.
 *
 * @param testDurationMinutes duration of the measurement
 * @param warmupDurationMinutes duration of the warm-up
 * @param warmupProducerRate messages per second, or {@code max}
 * @param sampleRateMillis length of an interval
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record OmbSchedule(
        Optional<Number> testDurationMinutes,
        Optional<Number> warmupDurationMinutes,
        Optional<Object> warmupProducerRate,
        Optional<Number> sampleRateMillis) {}
