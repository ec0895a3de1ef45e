package dev.weir.driver.kafka.config;

import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.ClientSettings;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.UnresolvedReferences;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.driver.exception.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/**
 * Effective settings of a driver file for Kafka's client, with defaults: the client derives some settings from others,
 * such as idempotence from acks. Determined without connecting.
 */
public final class ClientView {
    /** Properties that durability reports, or that identify a client. */
    private static final Set<String> NOT_A_SETTING = Set.of(
            ProducerConfig.ACKS_CONFIG,
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
            SaslConfigs.SASL_MECHANISM,
            CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
            CommonClientConfigs.CLIENT_ID_CONFIG,
            CommonClientConfigs.GROUP_ID_CONFIG);

    private static final Set<String> PART_OF_DURABILITY = Set.of(
            TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG,
            TopicConfig.FLUSH_MESSAGES_INTERVAL_CONFIG,
            TopicConfig.FLUSH_MS_CONFIG,
            TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG,
            // Of Redpanda.
            "flush.bytes",
            "write.caching");

    private final DriverConfig config;
    private final ProducerConfig producer;
    private final ConsumerConfig consumer;

    public ClientView(DriverConfig config) {
        this.config = config;
        try {
            this.producer = ClientProperties.parsedProducer(config, "view");
            this.consumer = ClientProperties.parsedConsumer(config, "view");
        } catch (ConfigException e) {
            throw new DriverException(ConfigValues.redacted(String.valueOf(e.getMessage()), config), e);
        }
    }

    /** Returns the settings without those of {@link #items}. */
    public ClientSettings settings() {
        SortedMap<String, String> topic = new TreeMap<>(config.topics().properties());
        topic.keySet().removeAll(PART_OF_DURABILITY);
        ClientConfig clients = config.clients();
        SortedMap<String, String> ofConsumer = settings(consumer, clients.effectiveConsumer());
        SortedMap<String, String> ofProducer = settings(producer, clients.effectiveProducer());
        Map<String, String> resolved = ConfigValues.resolved(config).clients().effectiveConsumer();
        String linger = resolved.getOrDefault(ClientProperties.OFFSET_COMMIT_LINGER_MS, "0");
        ofConsumer.put(ClientProperties.OFFSET_COMMIT_LINGER_MS, linger.strip());
        return new ClientSettings(ClientKind.of(config).library(), topic, ofProducer, ofConsumer);
    }

    /**
     * Returns settings as the client has parsed them; unknown ones, which a plug-in may read, as in the file. A value of
     * a config provider that can be a secret is left as in the file, too.
     */
    private static SortedMap<String, String> settings(AbstractConfig parsed, Map<String, String> given) {
        SortedMap<String, String> settings = new TreeMap<>();
        parsed.originals().forEach((name, value) -> settings.put(name, text(value)));
        parsed.values().forEach((name, value) -> settings.put(name, text(value)));
        given.forEach((name, value) -> {
            if (UnresolvedReferences.isIn(value) && !ConfigValues.isPublic(name)) {
                settings.put(name, value);
            }
        });
        settings.keySet().removeAll(NOT_A_SETTING);
        return settings;
    }

    private static String text(@Nullable Object value) {
        return value instanceof Class<?> type ? type.getName() : value == null ? "" : value.toString();
    }

    /** Returns {@code all}, {@code 1} or {@code 0}. */
    public String acks() {
        String acks = producer.getString(ProducerConfig.ACKS_CONFIG);
        return acks.equals("-1") ? "all" : acks;
    }

    /** Returns the durability items that the file and the client alone decide. */
    public List<DurabilityItem> items() {
        List<DurabilityItem> items = new ArrayList<>();
        items.add(DurabilityItem.of(DurabilityKey.ACKS, acks(), source(ProducerConfig.ACKS_CONFIG)));
        items.add(DurabilityItem.of(
                DurabilityKey.IDEMPOTENCE,
                String.valueOf(producer.getBoolean(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG)),
                source(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG)));
        String protocol = both(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG);
        items.add(DurabilityItem.of(
                DurabilityKey.SECURITY_PROTOCOL, protocol, source(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG)));
        items.add(DurabilityItem.of(
                DurabilityKey.SASL_MECHANISM,
                protocol.contains("SASL") ? both(SaslConfigs.SASL_MECHANISM) : "none",
                source(SaslConfigs.SASL_MECHANISM)));
        items.add(DurabilityItem.of(
                DurabilityKey.CLIENT_VERSION, ClientKind.of(config).version(), DurabilitySource.CLIENT));
        return items;
    }

    private DurabilitySource source(String name) {
        boolean isGiven = config.clients().byField().values().stream().anyMatch(field -> field.containsKey(name));
        return isGiven ? DurabilitySource.DRIVER_FILE : DurabilitySource.CLIENT;
    }

    private String both(String name) {
        Set<String> values = new TreeSet<>();
        values.add(producer.getString(name));
        values.add(consumer.getString(name));
        return Durability.joined(values);
    }

    public Durability durability(TopicPromises promises) {
        List<DurabilityItem> items = items();
        OptionalInt replicas = config.topics().replicas();
        DurabilityKey key = DurabilityKey.REPLICATION_FACTOR;
        items.add(
                replicas.isPresent()
                        ? DurabilityItem.of(key, String.valueOf(replicas.getAsInt()), DurabilitySource.DRIVER_FILE)
                        : DurabilityItem.unknown(key, "the cluster decides"));
        items.addAll(promises.items(acks(), config.topics().replicationFactor(), TopicProperties.of(config)));
        return new Durability(items);
    }
}
