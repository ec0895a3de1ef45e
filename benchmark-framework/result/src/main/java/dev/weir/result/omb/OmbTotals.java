package dev.weir.result.omb;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Map;

/**
 * OMB's figures of the whole measurement: milliseconds, or microseconds of the publish delay. Quantiles have
 * percentiles, in [0, 100], as keys.
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record OmbTotals(
        @JsonUnwrapped(prefix = "aggregatedPublishLatency") OmbLatency<Double> publish,
        @JsonProperty("aggregatedPublishLatencyQuantiles") Map<String, Double> publishQuantiles,
        @JsonUnwrapped(prefix = "aggregatedEndToEndLatency") OmbLatency<Double> endToEnd,
        @JsonProperty("aggregatedEndToEndLatencyQuantiles") Map<String, Double> endToEndQuantiles,
        @JsonProperty("aggregatedScheduleLatencyQuantiles") Map<String, Double> scheduleQuantiles,

        @JsonUnwrapped(prefix = "aggregatedPublishDelayLatency")
        OmbLatency<Double> publishDelay,

        @JsonProperty("aggregatedPublishDelayLatencyQuantiles")
        Map<String, Double> publishDelayQuantiles) {}
