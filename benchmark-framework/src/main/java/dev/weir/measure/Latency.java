package dev.weir.measure;

/**
 * The latencies that are taken of a message, in nanoseconds. Its events: intended send time {@code i}, send call
 * {@code s}, send call returned {@code r}, acknowledgement {@code a}, receipt by a consumer {@code c}. A response time
 * starts when the message was due, a service time when it was handed over.
 */
public enum Latency {
    /** From {@code i} to {@code a}: the headline of publishing. */
    PUBLISH_RESPONSE("publishResponse"),
    /** From {@code s} to {@code a}; OMB's publishLatency. */
    PUBLISH_SERVICE("publishService"),
    /** From {@code i} to {@code s}: how late the call was; OMB's publishDelayLatency. */
    SEND_DELAY("sendDelay"),
    /** From {@code s} to {@code r}: how long the call took; OMB's scheduleLatency. */
    SEND_CALL("sendCall"),
    /** From {@code i} to {@code c}: the headline of delivery. */
    END_TO_END_RESPONSE("endToEndResponse"),
    /** From {@code s} to {@code c}; OMB's endToEndLatency. */
    END_TO_END_SERVICE("endToEndService");

    private final String key;

    Latency(String key) {
        this.key = key;
    }

    /** Whether two workers can have a part in it, so that it is only as right as their clocks are. */
    public boolean crossesHosts() {
        return this == END_TO_END_RESPONSE || this == END_TO_END_SERVICE;
    }

    /** The name in results, thresholds and reports. */
    public String key() {
        return key;
    }
}
