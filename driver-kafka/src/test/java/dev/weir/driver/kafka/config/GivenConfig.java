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
        Map<String, String> topic = new TreeMap<>();
        Map<String, String> common = new TreeMap<>(Map.of("bootstrap.servers", "127.0.0.1:9092"));
        Map<String, String> producer = new TreeMap<>();
        Map<String, String> consumer = new TreeMap<>();
        for (String each : properties) {
            int dot = each.indexOf('.');
            int equals = each.indexOf('=');
            Map<String, String> section = switch (each.substring(0, dot)) {
                case "topic" -> topic;
                case "common" -> common;
                case "producer" -> producer;
                case "consumer" -> consumer;
                default -> throw new IllegalArgumentException(each);
            };
            section.put(each.substring(dot + 1, equals), each.substring(equals + 1));
        }
        return new DriverConfig(
                "test",
                "kafka",
                new TopicConfig(replicas, false, topic),
                new ClientConfig(common, producer, consumer),
                Map.of());
    }
}
