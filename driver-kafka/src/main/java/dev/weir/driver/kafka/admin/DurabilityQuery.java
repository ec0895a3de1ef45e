package dev.weir.driver.kafka.admin;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.config.ClientView;
import dev.weir.driver.kafka.config.KafkaPromises;
import dev.weir.driver.kafka.config.TopicPromises;
import dev.weir.driver.kafka.config.TopicProperties;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what the topics of a cluster promise. Each fact has a request of its own, because systems that only support
 * Kafka's protocol, and brokers that do not trust this user, answer some requests and refuse others.
 */
record DurabilityQuery(Admin admin, DriverConfig config, TopicPromises promises, AnswerDeadline deadline) {
    private static final Logger LOG = LoggerFactory.getLogger(DurabilityQuery.class);
    private static final String METADATA_VERSION = "metadata.version";

    private interface Request<T> {
        T ask() throws ExecutionException;
    }

    /** @param facts facts that the system reports in other ways than by Kafka's protocol */
    Durability of(Collection<String> topics, Map<String, String> facts) {
        var client = new ClientView(config);
        List<DurabilityItem> items = client.items();
        Optional<Collection<Node>> brokers = answer(
                () -> deadline.await("list the brokers", deadline.cluster(admin).nodes()));
        items.add(reported(
                DurabilityKey.BROKERS, brokers.map(nodes -> String.valueOf(nodes.size())), DurabilitySource.CLUSTER));
        Map<String, Integer> features =
                new TreeMap<>(answer(new Features(admin, deadline)::finalized).orElse(Map.of()));
        items.add(version(features.remove(METADATA_VERSION), facts));
        if (!features.isEmpty()) {
            String all = features.entrySet().stream()
                    .map(feature -> feature.getKey() + " " + feature.getValue())
                    .collect(Collectors.joining(", "));
            items.add(DurabilityItem.of(DurabilityKey.FEATURES, all, DurabilitySource.CLUSTER));
        }
        Map<String, TopicProperties.Value> ofBrokers =
                brokers.flatMap(nodes -> answer(() -> ofBroker(nodes))).orElse(Map.of());
        Map<String, Map<String, TopicProperties.Value>> ofTopics =
                answer(() -> ofTopics(topics)).orElse(Map.of());
        Map<String, Integer> replicas =
                answer(() -> replicas(admin, topics, deadline)).orElse(Map.of());

        Map<DurabilityKey, List<DurabilityItem>> promised = new EnumMap<>(DurabilityKey.class);
        for (String topic : topics) {
            Map<String, TopicProperties.Value> properties = new HashMap<>(ofBrokers);
            facts.forEach(
                    (name, text) -> properties.put(name, new TopicProperties.Value(text, DurabilitySource.CLUSTER)));
            properties.putAll(ofTopics.getOrDefault(topic, Map.of()));
            int copies = replicas.getOrDefault(topic, config.topics().replicationFactor());
            Optional<String> known = Optional.ofNullable(replicas.get(topic)).map(String::valueOf);
            add(reported(DurabilityKey.REPLICATION_FACTOR, known, DurabilitySource.TOPIC), promised);
            promises.items(client.acks(), copies, new TopicProperties(properties, ofTopics.containsKey(topic)))
                    .forEach(item -> add(item, promised));
        }
        promised.values().forEach(ofKey -> items.add(together(ofKey)));
        return new Durability(items);
    }

    private static void add(DurabilityItem item, Map<DurabilityKey, List<DurabilityItem>> items) {
        items.computeIfAbsent(item.key(), key -> new ArrayList<>()).add(item);
    }

    /** Combines the items of several topics. */
    private static DurabilityItem together(List<DurabilityItem> items) {
        DurabilityItem first = items.get(0);
        List<String> values =
                items.stream().map(DurabilityItem::value).distinct().toList();
        return values.size() == 1
                ? first
                : new DurabilityItem(
                        first.key(), Durability.joined(values), DurabilitySource.TOPIC, "not the same of all topics");
    }

    private static <T> Optional<T> answer(Request<T> request) {
        try {
            return Optional.of(request.ask());
        } catch (ExecutionException | DriverException e) {
            LOG.debug("what acknowledgements mean is unknown", e);
            return Optional.empty();
        }
    }

    static DurabilityItem version(Admin admin, Map<String, String> facts, AnswerDeadline deadline) {
        return version(
                answer(new Features(admin, deadline)::finalized)
                        .orElse(Map.of())
                        .get(METADATA_VERSION),
                facts);
    }

    /**
     * Returns the version. Kafka's brokers do not report their own, only the version of their metadata that all of them
     * use; Redpanda's report theirs at the admin API.
     */
    private static DurabilityItem version(@Nullable Integer metadata, Map<String, String> facts) {
        Optional<String> version = Optional.ofNullable(metadata)
                .map(number -> METADATA_VERSION + " " + number)
                .or(() -> Optional.ofNullable(facts.get(KafkaDriverAdmin.REDPANDA_VERSION)));
        return reported(DurabilityKey.BROKER_VERSION, version, DurabilitySource.CLUSTER);
    }

    private static DurabilityItem reported(DurabilityKey key, Optional<String> text, DurabilitySource source) {
        return text.map(known -> DurabilityItem.of(key, known, source))
                .orElseGet(() -> DurabilityItem.unknown(key, "the cluster does not report it"));
    }

    /**
     * Returns the properties of one broker on which a topic's promises also depend: if the brokers of a cluster differ
     * in them, they differ in more.
     */
    private Map<String, TopicProperties.Value> ofBroker(Collection<Node> nodes) throws ExecutionException {
        var broker = new ConfigResource(
                ConfigResource.Type.BROKER, nodes.iterator().next().idString());
        ConfigEntry flusher = configs(List.of(broker))
                .getOrDefault(broker.name(), new Config(List.of()))
                .get(KafkaPromises.FLUSHER);
        if (flusher == null) {
            return Map.of();
        }
        // Kafka's default is none, which it reports as no value.
        String text = flusher.value() == null ? "never" : flusher.value();
        return Map.of(flusher.name(), new TopicProperties.Value(text, DurabilitySource.CLUSTER));
    }

    private Map<String, Map<String, TopicProperties.Value>> ofTopics(Collection<String> topics)
            throws ExecutionException {
        List<ConfigResource> resources = topics.stream()
                .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                .toList();
        Map<String, Map<String, TopicProperties.Value>> properties = new TreeMap<>();
        configs(resources).forEach((topic, answer) -> {
            Map<String, TopicProperties.Value> values = new TreeMap<>();
            answer.entries().stream()
                    .filter(entry -> entry.value() != null)
                    .forEach(entry ->
                            values.put(entry.name(), new TopicProperties.Value(entry.value(), source(entry.source()))));
            properties.put(topic, values);
        });
        return properties;
    }

    private Map<String, Config> configs(List<ConfigResource> resources) throws ExecutionException {
        Map<String, Config> configs = new TreeMap<>();
        deadline.await("read properties", deadline.configs(admin, resources).all())
                .forEach((resource, answer) -> configs.put(resource.name(), answer));
        return configs;
    }

    private static DurabilitySource source(ConfigEntry.ConfigSource source) {
        return source == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG
                ? DurabilitySource.TOPIC
                : DurabilitySource.CLUSTER;
    }

    /** Returns the number of replicas of each topic, that of the partition with the fewest. */
    static Map<String, Integer> replicas(Admin admin, Collection<String> topics, AnswerDeadline deadline)
            throws ExecutionException {
        Map<String, Integer> replicas = new TreeMap<>();
        Map<String, TopicDescription> descriptions =
                deadline.await("describe topics", deadline.topics(admin, topics).allTopicNames());
        descriptions.forEach((topic, description) -> description.partitions().stream()
                .mapToInt(partition -> partition.replicas().size())
                .min()
                .ifPresent(least -> replicas.put(topic, least)));
        return replicas;
    }
}
