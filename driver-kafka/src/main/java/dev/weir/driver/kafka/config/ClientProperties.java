package dev.weir.driver.kafka.config;

import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.ReadFrom;
import dev.weir.driver.client.ReaderSpec;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Client properties for Kafka's clients, from a driver file. Weir sets these in addition:
 *
 * <ul>
 *   <li>the serializers, always: payloads are bytes;
 *   <li>{@code group.id}, always: the subscription;
 *   <li>{@code client.id}, if the file has none: Weir's name of each client. A name in the file is used for all clients,
 *       with the template <code>{zone.id}</code> replaced by the system property {@code zone.id} as in the OpenMessaging
 *       Benchmark, or removed without that property, with which the OpenMessaging Benchmark fails. {@code client.rack}
 *       has the same template;
 *   <li>{@code group.instance.id} of a consumer, if the file has one, with the template <code>{consumer}</code> replaced by
 *       Weir's name of the consumer;
 *   <li>{@code auto.offset.reset=earliest}, if the file has none: a topic of a run is new, so all its messages belong to
 *       the run, also those sent while the group was forming. Kafka's own default, {@code latest}, would skip these. For
 *       an existing topic, the run sets where its consumers begin, whatever the file contains;
 *   <li>{@code isolation.level=read_committed}, if the run has transactions.
 * </ul>
 */
public final class ClientProperties {
    /** A property of the OpenMessaging Benchmark, which the client does not know. See {@link CommitPolicy}. */
    static final String OFFSET_COMMIT_LINGER_MS = "offsetCommitLingerMs";

    /** Address of a cluster that does not run yet, such as an embedded one. */
    public static final String NO_ADDRESS_YET = "127.0.0.1:9092";

    private static final String ZONE = "{zone.id}";

    /** Template in {@code group.instance.id} for the name of a consumer. */
    static final String CONSUMER = "{consumer}";

    private static final Set<String> WITH_ZONE =
            Set.of(CommonClientConfigs.CLIENT_ID_CONFIG, CommonClientConfigs.CLIENT_RACK_CONFIG);

    private ClientProperties() {}

    public static Map<String, Object> forAdmin(DriverConfig config) {
        var properties = new TreeMap<String, Object>(config.clients().common());
        fillZone(properties);
        return properties;
    }

    public static Map<String, Object> forProducer(DriverConfig config, String clientId) {
        var properties = new TreeMap<String, Object>(config.clients().effectiveProducer());
        properties.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        properties.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        properties.putIfAbsent(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
        fillZone(properties);
        return properties;
    }

    public static Map<String, Object> forConsumer(DriverConfig config, ConsumerSpec spec) {
        var properties = new TreeMap<String, Object>(
                config.withConsumerConfig(spec.properties()).clients().effectiveConsumer());
        properties.remove(OFFSET_COMMIT_LINGER_MS);
        properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, spec.subscription());
        if (spec.from().position() != ReadFrom.Position.FILE
                || !properties.containsKey(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG)) {
            properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, offsetReset(spec.from()));
        }
        if (spec.committedOnly()) {
            properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        }
        properties.putIfAbsent(CommonClientConfigs.CLIENT_ID_CONFIG, spec.clientId());
        properties.computeIfPresent(
                ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
                (name, value) -> value.toString().strip().replace(CONSUMER, spec.clientId()));
        fillZone(properties);
        return properties;
    }

    /**
     * Returns the properties of a reader. {@code enable.auto.commit} is off whatever the file contains, because the
     * reader's owner decides what has been processed.
     */
    public static Map<String, Object> forReader(DriverConfig config, ReaderSpec spec) {
        String group = spec.group().orElse("");
        var consumer =
                new ConsumerSpec(spec.clientId(), spec.topic(), 1, group, ReadFrom.RUN, spec.committedOnly(), Map.of());
        Map<String, Object> properties = forConsumer(config, consumer);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        if (spec.group().isEmpty()) {
            properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
        }
        return properties;
    }

    /** Returns the configuration of a producer by the client's own rules, also for a cluster that does not run yet. */
    static ProducerConfig parsedProducer(DriverConfig config, String clientId) {
        Map<String, Object> properties = forProducer(config, clientId);
        properties.putIfAbsent(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, NO_ADDRESS_YET);
        return new ProducerConfig(properties);
    }

    static ConsumerConfig parsedConsumer(DriverConfig config, String clientId) {
        Map<String, Object> properties = forConsumer(config, new ConsumerSpec(clientId, clientId, 1, clientId));
        properties.putIfAbsent(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, NO_ADDRESS_YET);
        return new ConsumerConfig(properties);
    }

    /** Returns the protocol of connections, in capitals. */
    public static String securityProtocol(DriverConfig config) {
        Map<String, String> common = config.clients().common();
        String protocol = common.getOrDefault(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "PLAINTEXT");
        return protocol.strip().toUpperCase(Locale.ROOT);
    }

    /**
     * Returns the value of {@code auto.offset.reset}; for FILE the default, earliest, which callers replace by the file's own
     * value if it has one.
     */
    public static String offsetReset(ReadFrom from) {
        return switch (from.position()) {
            case FILE, FIRST -> "earliest";
            case END -> "latest";
            case BACK -> "by_duration:" + Duration.ofNanos(from.backNanos());
        };
    }

    private static void fillZone(Map<String, Object> properties) {
        WITH_ZONE.forEach(property -> properties.computeIfPresent(
                property, (name, value) -> value.toString().replace(ZONE, System.getProperty("zone.id", ""))));
    }

    /**
     * Who commits a consumer's offsets. If {@code enable.auto.commit} is not false, the client does. Otherwise the driver
     * does, without waiting, after polls that returned messages, at most once in {@code offsetCommitLingerMs} (0, the
     * default: after each of them).
     *
     * @param ours whether the driver commits
     * @param lingerNanos shortest time between two commits
     */
    public record CommitPolicy(boolean ours, long lingerNanos) {
        /**
         * Returns the policy of a group's member for which something else fetches: the driver commits as often as the
         * client would. The client itself commits before a rebalance only what it has fetched, and would miss later
         * messages.
         */
        public CommitPolicy taken(ConsumerConfig config) {
            return ours
                    ? this
                    : new CommitPolicy(true, config.getInt(ConsumerConfig.AUTO_COMMIT_INTERVAL_MS_CONFIG) * 1_000_000L);
        }

        public static CommitPolicy of(DriverConfig config) {
            Map<String, String> properties =
                    ConfigValues.resolved(config).clients().effectiveConsumer();
            String auto = properties.getOrDefault(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "true");
            String linger = properties.getOrDefault(OFFSET_COMMIT_LINGER_MS, "0");
            return new CommitPolicy(
                    auto.strip().equalsIgnoreCase("false"),
                    Math.multiplyExact(Long.parseLong(linger.strip()), 1_000_000L));
        }
    }

    /** Protocol by which consumers share partitions: {@code classic}, or {@code consumer} of KIP-848. */
    public static final class GroupProtocol {
        /** Brokers that support the consumer protocol have this feature, at version 1 or higher. */
        public static final String FEATURE = "group.version";

        private static final String NAME = ConsumerConfig.GROUP_PROTOCOL_CONFIG;

        private GroupProtocol() {}

        public static boolean isConsumer(DriverConfig config) {
            Map<String, String> consumer =
                    ConfigValues.resolved(config).clients().effectiveConsumer();
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
            return NAME + "=consumer is the rebalance protocol of Apache Kafka 4 (KIP-848, feature " + FEATURE
                    + "), which " + who + " not have: set it to classic";
        }
    }
}
