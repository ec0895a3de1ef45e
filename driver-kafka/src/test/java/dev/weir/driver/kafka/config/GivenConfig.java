package dev.weir.driver.kafka.config;

import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import java.util.Map;
import java.util.TreeMap;

/** Configurations of tests, by properties like {@code producer.acks=1}, of {@code topic}, {@code common} and so on. */
public final class GivenConfig {
    private GivenConfig() {}

    /** One with one replica, and with the address of a broker if none is given. */
    public static DriverConfig config(String... properties) {
        return config(1, properties);
    }

    public static DriverConfig config(int replicas, String... properties) {
        Map<String, Map<String, String>> sections = new TreeMap<>(Map.of(
                "topic", new TreeMap<>(),
                "common", new TreeMap<>(Map.of("bootstrap.servers", "127.0.0.1:9092")),
                "producer", new TreeMap<>(),
                "consumer", new TreeMap<>()));
        for (String each : properties) {
            int dot = each.indexOf('.');
            int equals = each.indexOf('=');
            sections.get(each.substring(0, dot)).put(each.substring(dot + 1, equals), each.substring(equals + 1));
        }
        return new DriverConfig(
                "test",
                "kafka",
                new TopicConfig(replicas, false, sections.get("topic")),
                new ClientConfig(sections.get("common"), sections.get("producer"), sections.get("consumer")),
                Map.of());
    }
}
