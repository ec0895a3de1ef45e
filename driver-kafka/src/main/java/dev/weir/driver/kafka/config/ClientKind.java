package dev.weir.driver.kafka.config;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.utils.AppInfoParser;

/** Client that producers and consumers use. */
public enum ClientKind {
    /** Kafka's own Java client, which most applications use. */
    KAFKA("kafka-clients"),
    /** Weir's client of Kafka's protocol, see {@code driver.kafka.wire}. */
    WIRE("weir-wire");

    private static final String FIELD = "client";

    /** Field of driver files: name to meaning. */
    public static final Map<String, String> FIELDS = Map.of(
            FIELD,
            "kafka (default): producers and consumers are Kafka's own Java client; wire: they are Weir's client of"
                    + " Kafka's protocol, which needs less CPU");

    private static final Set<String> IGNORED_BY_WIRE = Set.of(
            "partitioner.adaptive.partitioning.enable",
            ProducerConfig.PARTITIONER_AVAILABILITY_TIMEOUT_MS_CONFIG,
            ProducerConfig.RETRIES_CONFIG,
            ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG,
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG);

    private final String library;

    ClientKind(String library) {
        this.library = library;
    }

    /** Returns the client of a configuration without {@link #problems}. */
    public static ClientKind of(DriverConfig config) {
        return valueOf(text(config).toUpperCase(Locale.ROOT));
    }

    String library() {
        return library;
    }

    /** Returns its name in results with its version. Weir's own client is made of parts of Kafka's. */
    public String version() {
        String kafka = KAFKA.library + " " + AppInfoParser.getVersion();
        return this == KAFKA ? kafka : library + " on " + kafka;
    }

    /** Returns its name in driver files. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static String text(DriverConfig config) {
        return config.settings().getOrDefault(FIELD, KAFKA.toString()).strip();
    }

    static List<ConfigProblem> problems(DriverConfig config) {
        List<ConfigProblem> problems = new ArrayList<>();
        String text = text(config);
        if (text.equals(WIRE.toString())) {
            config.clients().byField().forEach((field, properties) -> check(field, properties, problems));
        } else if (!text.equals(KAFKA.toString())) {
            problems.add(new ConfigProblem(FIELD, "", FIELD + " must be kafka or wire, got " + text));
        }
        return problems;
    }

    private static void check(String field, Map<String, String> properties, List<ConfigProblem> problems) {
        properties.forEach((name, value) -> {
            String refusal = refusal(name, value);
            if (!refusal.isEmpty()) {
                problems.add(new ConfigProblem(field, name, name + refusal));
            } else if (IGNORED_BY_WIRE.contains(name)) {
                problems.add(ConfigProblem.warning(field, name, name + " has no effect with client: wire"));
            }
        });
    }

    private static String refusal(String name, String value) {
        return switch (name) {
            case ProducerConfig.PARTITIONER_CLASS_CONFIG,
                    ProducerConfig.INTERCEPTOR_CLASSES_CONFIG,
                    CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG,
                    CommonClientConfigs.CLIENT_RACK_CONFIG ->
                " is not supported with client: wire; remove it, or use client: kafka";
            case ConsumerConfig.ISOLATION_LEVEL_CONFIG ->
                value.strip().equals("read_committed")
                        ? " must be read_uncommitted with client: wire, which has no transactions; got " + value
                        : "";
            case ConsumerConfig.AUTO_OFFSET_RESET_CONFIG ->
                Set.of("earliest", "latest").contains(value.strip())
                        ? ""
                        : " must be earliest or latest with client: wire; got " + value;
            default -> "";
        };
    }
}
