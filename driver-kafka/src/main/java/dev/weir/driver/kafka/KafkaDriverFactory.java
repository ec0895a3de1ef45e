package dev.weir.driver.kafka;

import dev.weir.driver.Capability;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.ClientSettings;
import dev.weir.driver.config.ClientUse;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.HostAccess;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.embedded.EmbeddedClusters;
import dev.weir.driver.kafka.config.ClientHostAccess;
import dev.weir.driver.kafka.config.ClientKind;
import dev.weir.driver.kafka.config.ClientProperties;
import dev.weir.driver.kafka.config.ClientView;
import dev.weir.driver.kafka.config.ConfigCheck;
import dev.weir.driver.kafka.config.ConfigValues;
import dev.weir.driver.kafka.config.EmbeddedSettings;
import dev.weir.driver.kafka.config.KafkaPromises;
import dev.weir.driver.kafka.config.TopicProperties;
import dev.weir.driver.kafka.config.UseCheck;
import dev.weir.driver.kafka.embedded.KafkaEmbeddedClusters;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;

/**
 * The driver {@code kafka}. {@link ClientProperties} lists the client properties that it sets by itself. Drivers of other
 * systems that use this client extend this class.
 */
public class KafkaDriverFactory implements DriverFactory {

    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public Set<String> aliases() {
        return Set.of("io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver");
    }

    @Override
    public Map<String, String> settings() {
        var fields = new TreeMap<>(EmbeddedSettings.FIELDS);
        fields.putAll(ClientKind.FIELDS);
        return fields;
    }

    @Override
    public Set<String> documentedProperties() {
        return ConfigCheck.KnownNames.WITHOUT_SECRETS;
    }

    @Override
    public List<ConfigProblem> problems(DriverConfig config) {
        return ConfigCheck.problems(config, Set.of());
    }

    @Override
    public List<ConfigProblem> problems(DriverConfig config, ClientUse use) {
        return UseCheck.problems(config, use);
    }

    @Override
    public List<HostAccess> hostAccess(DriverConfig config) {
        return ClientHostAccess.of(config);
    }

    @Override
    public DriverConfig resolved(DriverConfig config) {
        return ConfigValues.resolved(config);
    }

    @Override
    public ClientSettings clientSettings(DriverConfig config) {
        return new ClientView(config).settings();
    }

    @Override
    public Set<Capability> capabilities(DriverConfig config) {
        return EnumSet.of(
                Capability.CLUSTER_SETTINGS,
                Capability.CONSUMER_PLACEMENT,
                Capability.MEMBER_CHANGES,
                ClientKind.of(config) == ClientKind.WIRE ? Capability.OWN_CONNECTIONS : Capability.SHARE_GROUPS);
    }

    @Override
    public OptionalLong compressedTogetherBytes(DriverConfig config) {
        Map<String, String> producer = clientSettings(config).producer();
        String ofTopics = config.topics().properties().getOrDefault(TopicConfig.COMPRESSION_TYPE_CONFIG, "producer");
        String ofProducers = producer.getOrDefault(ProducerConfig.COMPRESSION_TYPE_CONFIG, "none");
        boolean compresses = !ofProducers.equals("none")
                || !Set.of("producer", "uncompressed").contains(ofTopics);
        return compresses
                ? OptionalLong.of(Long.parseLong(producer.get(ProducerConfig.BATCH_SIZE_CONFIG)))
                : OptionalLong.empty();
    }

    @Override
    public boolean needsKeys(DriverConfig config) {
        return TopicProperties.isCompacted(
                config.topics().properties().getOrDefault(TopicConfig.CLEANUP_POLICY_CONFIG, ""));
    }

    @Override
    public Durability durability(DriverConfig config) {
        return new ClientView(config).durability(new KafkaPromises());
    }

    @Override
    public Driver open(DriverConfig config) {
        return new KafkaDriver(config, "Kafka");
    }

    @Override
    public Optional<EmbeddedClusters> embedded() {
        return Optional.of(new KafkaEmbeddedClusters());
    }
}
