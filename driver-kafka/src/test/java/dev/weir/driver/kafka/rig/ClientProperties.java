package dev.weir.driver.kafka.rig;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The client properties, the same for both sides. What Kafka's ConsumerPerformance sets itself is set for Weir too;
 * all others stay at the client's defaults.
 */
final class ClientProperties {
    static final Map<String, String> PRODUCER =
            new TreeMap<>(Map.of("acks", "1", "linger.ms", "1", "batch.size", "131072"));

    static final Map<String, String> CONSUMER = new TreeMap<>(Map.of(
            "auto.offset.reset", "earliest",
            // OMB would commit after each poll.
            "enable.auto.commit", "true",
            "receive.buffer.bytes", "2097152",
            "max.partition.fetch.bytes", "1048576",
            "check.crcs", "false"));

    private ClientProperties() {}

    /** As {@code NAME=VALUE}, sorted by name. */
    static List<String> lines(Map<String, String> properties) {
        return properties.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .toList();
    }
}
