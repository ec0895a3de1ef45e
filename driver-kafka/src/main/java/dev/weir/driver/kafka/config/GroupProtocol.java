package dev.weir.driver.kafka.config;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/** Protocol by which consumers share partitions: {@code classic}, or {@code consumer} of KIP-848. */
public final class GroupProtocol {
    /** Brokers that support the consumer protocol have this feature, at version 1 or higher. */
    public static final String FEATURE = "group.version";

    private static final String NAME = ConsumerConfig.GROUP_PROTOCOL_CONFIG;

    private GroupProtocol() {}

    public static boolean isConsumer(DriverConfig config) {
        Map<String, String> consumer = ConfigValues.resolved(config).clients().effectiveConsumer();
        String protocol = consumer.getOrDefault(NAME, ConsumerConfig.DEFAULT_GROUP_PROTOCOL);
        return protocol.strip().toLowerCase(Locale.ROOT).equals("consumer");
    }

    public static Optional<ConfigProblem> refused(DriverConfig config, String system) {
        return isConsumer(config)
                ? Optional.of(new ConfigProblem("consumerConfig", NAME, missing(system + " does")))
                : Optional.empty();
    }

    /** Returns the message for a system that lacks the consumer protocol, with its verb: {@code Redpanda does}. */
    public static String missing(String who) {
        return NAME + "=consumer is the rebalance protocol of Apache Kafka 4 (KIP-848, feature " + FEATURE + "), which "
                + who + " not have: set it to classic";
    }
}
