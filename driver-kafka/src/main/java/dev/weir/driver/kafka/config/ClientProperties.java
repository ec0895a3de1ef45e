package dev.weir.driver.kafka.config;

import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.ReadFrom;
import dev.weir.driver.client.ReaderSpec;
import dev.weir.driver.config.DriverConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Client properties, as the driver file has them and the client gets them. What is set beyond the file:
 *
 * <ul>
 *   <li>the serializers, always: payloads are bytes;
 *   <li>{@code group.id}, always: the subscription;
 *   <li>{@code client.id} where the file has none: the name that the benchmark gives each client. One that the file has
 *       goes to all clients as it is, with the template <code>{zone.id}</code> filled from the system property
 *       {@code zone.id} as the OpenMessaging Benchmark does, or removed where there is none, with which that fails;
 *   <li>{@code auto.offset.reset=earliest} where the file has none: a topic of a run is new, so everything in it belongs
 *       to the run, also what was sent while the group was forming. Kafka's own default, {@code latest}, would skip that.
 *       Of a topic that existed before, the run says where its consumers begin, whatever the file has;
 *   <li>{@code isolation.level=read_committed}, where the run is about transactions.
 * </ul>
 */
public final class ClientProperties {
    /** A property of the OpenMessaging Benchmark, which the client does not know. See {@link CommitPolicy}. */
    static final String OFFSET_COMMIT_LINGER_MS = "offsetCommitLingerMs";

    private static final Set<String> OF_CONSUMER_GROUPS = Set.of(
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
            ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG,
            ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
            ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
            ConsumerConfig.GROUP_PROTOCOL_CONFIG,
            ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG);

    private static final String ZONE = "{zone.id}";

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
        switch (spec.from().position()) {
            case FILE -> properties.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
            case END -> properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
            case FIRST -> properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
            case BACK ->
                properties.put(
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "by_duration:" + Duration.ofNanos(spec.from().backNanos()));
        }
        if (spec.committedOnly()) {
            properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        }
        properties.putIfAbsent(CommonClientConfigs.CLIENT_ID_CONFIG, spec.clientId());
        fillZone(properties);
        return properties;
    }

    /**
     * Of a member of a share group. Properties of the driver file that only consumer groups have are left out; one that the
     * subscription itself has is refused by the client.
     */
    public static Map<String, Object> forShareConsumer(DriverConfig config, ConsumerSpec spec, boolean explicit) {
        Map<String, Object> properties = forConsumer(config, spec);
        OF_CONSUMER_GROUPS.stream()
                .filter(name -> !spec.properties().containsKey(name))
                .forEach(properties::remove);
        properties.put(ConsumerConfig.SHARE_ACKNOWLEDGEMENT_MODE_CONFIG, explicit ? "explicit" : "implicit");
        return properties;
    }

    /** {@code enable.auto.commit} is off whatever the file has: the reader's owner says what has been processed. */
    public static Map<String, Object> forReader(DriverConfig config, ReaderSpec spec) {
        var consumer = new ConsumerSpec(
                spec.clientId(),
                spec.topic(),
                1,
                spec.group().orElse(""),
                ReadFrom.RUN,
                spec.committedOnly(),
                Map.of());
        Map<String, Object> properties = forConsumer(config, consumer);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        if (spec.group().isEmpty()) {
            properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
        }
        return properties;
    }

    /** Of a client that this driver does not make: what a file says, as far as clients understand it. */
    public static Map<String, String> known(Map<String, String> clientConfig) {
        var properties = new TreeMap<>(clientConfig);
        properties.remove(OFFSET_COMMIT_LINGER_MS);
        properties.computeIfPresent(CommonClientConfigs.CLIENT_ID_CONFIG, (name, id) -> withZone(id));
        return properties;
    }

    /** The same of members of a share group. */
    public static Map<String, String> knownToShareConsumers(Map<String, String> clientConfig) {
        Map<String, String> properties = new TreeMap<>(known(clientConfig));
        properties.keySet().removeAll(OF_CONSUMER_GROUPS);
        return properties;
    }

    private static void fillZone(Map<String, Object> properties) {
        properties.computeIfPresent(CommonClientConfigs.CLIENT_ID_CONFIG, (name, id) -> withZone(id.toString()));
    }

    private static String withZone(String clientId) {
        return clientId.replace(ZONE, System.getProperty("zone.id", ""));
    }
}
