package dev.weir.driver.kafka.admin;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.client.AnswerDeadline;
import dev.weir.driver.kafka.client.FinalizedFeatures;
import dev.weir.driver.kafka.config.ClientKind;
import dev.weir.driver.kafka.config.ClientView;
import dev.weir.driver.kafka.config.FeatureNames;
import dev.weir.driver.kafka.config.KafkaPromises;
import dev.weir.driver.kafka.config.TopicPromises;
import dev.weir.driver.kafka.config.TopicProperties;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads facts about a cluster, and what its topics promise. Each fact has a request of its own, because systems that only
 * support Kafka's protocol, and brokers that do not trust this user, answer some requests and refuse others.
 */
record ClusterFacts(Admin admin, AnswerDeadline deadline) {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterFacts.class);
    private static final String METADATA_VERSION = "metadata.version";

    /** Broker settings that decide what an acknowledgement promises, for topics without settings of their own. */
    private static final Set<String> DURABILITY = Set.of(
            "default.replication.factor",
            "log.flush.interval.messages",
            "log.flush.interval.ms",
            "min.insync.replicas",
            "unclean.leader.election.enable");

    private static final String KAFKA = "Kafka";
    private static final String REDPANDA = "Redpanda";

    /** Begins the cluster ids of Redpanda, also before the cluster has an id of its own. */
    private static final String REDPANDA_ID = "redpanda.";

    /** What Redpanda reports while it starts for the first time. */
    private static final String NO_ID_YET = "redpanda.initializing";

    /**
     * Kafka's ids are 16 random bytes in Base64. Features do not identify Kafka: servers that imitate its protocol report
     * them, too.
     */
    private static final Pattern KAFKA_ID = Pattern.compile("[A-Za-z0-9_-]{22}");

    private interface Request<T> {
        T ask() throws ExecutionException;
    }

    private static <T> Optional<T> answer(Request<T> request) {
        try {
            return Optional.of(request.ask());
        } catch (ExecutionException | DriverException e) {
            LOG.debug("a fact about the cluster is unknown", e);
            return Optional.empty();
        }
    }

    /** @param system name of the system, if its answers do not identify it */
    Map<String, String> of(String system, ClientKind client) {
        Map<String, String> facts = new TreeMap<>();
        facts.put("client", client.version());
        String id = id();
        facts.put("system", known(id).orElse(system));
        if (isId(id)) {
            facts.put("cluster.id", id);
        }
        answer(() -> addBrokers(facts))
                .flatMap(nodes -> answer(() -> ofBroker(nodes)))
                .ifPresent(config -> config.entries().stream()
                        .filter(entry -> DURABILITY.contains(entry.name()) && entry.value() != null)
                        .forEach(entry -> facts.put("broker." + entry.name(), entry.value())));
        finalized().forEach((name, version) -> facts.put(FeatureNames.PREFIX + name, String.valueOf(version)));
        return facts;
    }

    /**
     * Returns the name of the driver to use instead, if the cluster is Kafka or Redpanda and {@code system} is the other of
     * the two. Otherwise empty: other systems are not identified, and a driver with another name may measure any system.
     */
    Optional<String> driverInsteadOf(String system) {
        return known(id())
                .filter(known ->
                        !known.equals(system) && Set.of(KAFKA, REDPANDA).contains(system))
                .map(known -> known.toLowerCase(Locale.ROOT));
    }

    /** Returns the system with this cluster id; empty if the id does not identify it, or there is none. */
    static Optional<String> known(String clusterId) {
        if (clusterId.startsWith(REDPANDA_ID)) {
            return Optional.of(REDPANDA);
        }
        return KAFKA_ID.matcher(clusterId).matches() ? Optional.of(KAFKA) : Optional.empty();
    }

    static boolean isId(String clusterId) {
        return !clusterId.isEmpty() && !clusterId.equals(NO_ID_YET);
    }

    private String id() {
        // Null of brokers that are too old to have ids.
        KafkaFuture<String> id = deadline.cluster(admin).clusterId();
        return answer(() -> Objects.requireNonNullElse(deadline.await("read the cluster's id", id), ""))
                .orElse("");
    }

    private Map<String, Integer> finalized() {
        return answer(new FinalizedFeatures(admin, deadline)::finalized).orElse(Map.of());
    }

    private Collection<Node> addBrokers(Map<String, String> facts) throws ExecutionException {
        var answer = deadline.cluster(admin);
        Collection<Node> nodes = deadline.await("list the brokers", answer.nodes());
        facts.put("brokers", Integer.toString(nodes.size()));
        var racks = nodes.stream().map(Node::rack).filter(rack -> rack != null);
        facts.put("racks", Long.toString(racks.distinct().count()));
        Node controller = deadline.await("read the controller", answer.controller());
        if (controller != null && !controller.isEmpty()) {
            facts.put("controller", controller.idString());
        }
        return nodes;
    }

    /** @param others facts that the system reports in other ways than by Kafka's protocol */
    Durability durability(
            Collection<String> topics, Map<String, String> others, DriverConfig config, TopicPromises promises) {
        var client = new ClientView(config);
        List<DurabilityItem> items = client.items();
        Optional<Collection<Node>> brokers = answer(
                () -> deadline.await("list the brokers", deadline.cluster(admin).nodes()));
        Optional<String> count = brokers.map(nodes -> String.valueOf(nodes.size()));
        items.add(reported(DurabilityKey.BROKERS, count, DurabilitySource.CLUSTER));
        Map<String, Integer> features = new TreeMap<>(finalized());
        items.add(version(features.remove(METADATA_VERSION), others));
        if (!features.isEmpty()) {
            List<String> all = new ArrayList<>();
            features.forEach((name, version) -> all.add(name + " " + version));
            items.add(DurabilityItem.of(DurabilityKey.FEATURES, String.join(", ", all), DurabilitySource.CLUSTER));
        }
        Map<String, TopicProperties.Value> ofBrokers =
                brokers.flatMap(nodes -> answer(() -> flusher(ofBroker(nodes)))).orElse(Map.of());
        Map<String, Map<String, TopicProperties.Value>> ofTopics =
                answer(() -> ofTopics(topics)).orElse(Map.of());
        Map<String, Integer> replicas = answer(() -> replicas(topics)).orElse(Map.of());

        Map<DurabilityKey, List<DurabilityItem>> promised = new EnumMap<>(DurabilityKey.class);
        for (String topic : topics) {
            Map<String, TopicProperties.Value> properties = new HashMap<>(ofBrokers);
            others.forEach(
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

    private static DurabilityItem together(List<DurabilityItem> items) {
        DurabilityItem first = items.get(0);
        Set<String> values =
                items.stream().map(DurabilityItem::value).collect(Collectors.toCollection(LinkedHashSet::new));
        String all = Durability.joined(values);
        return values.size() == 1
                ? first
                : new DurabilityItem(first.key(), all, DurabilitySource.TOPIC, "not the same of all topics");
    }

    DurabilityItem version(Map<String, String> others) {
        return version(finalized().get(METADATA_VERSION), others);
    }

    /**
     * Returns the version. Kafka's brokers do not report their own, only the version of their metadata that all of them
     * use; Redpanda's report theirs at the admin API.
     */
    private static DurabilityItem version(@Nullable Integer metadata, Map<String, String> others) {
        Optional<String> version = Optional.ofNullable(metadata)
                .map(number -> METADATA_VERSION + " " + number)
                .or(() -> Optional.ofNullable(others.get(KafkaDriverAdmin.REDPANDA_VERSION)));
        return reported(DurabilityKey.BROKER_VERSION, version, DurabilitySource.CLUSTER);
    }

    private static DurabilityItem reported(DurabilityKey key, Optional<String> text, DurabilitySource source) {
        return text.map(known -> DurabilityItem.of(key, known, source))
                .orElseGet(() -> DurabilityItem.unknown(key, "the cluster does not report it"));
    }

    /** Returns the properties of one broker: if the brokers of a cluster differ in them, they differ in more. */
    private Config ofBroker(Collection<Node> nodes) throws ExecutionException {
        String broker = nodes.iterator().next().idString();
        return configs(List.of(new ConfigResource(ConfigResource.Type.BROKER, broker)))
                .getOrDefault(broker, new Config(List.of()));
    }

    private static Map<String, TopicProperties.Value> flusher(Config broker) {
        ConfigEntry flusher = broker.get(KafkaPromises.FLUSHER);
        if (flusher == null) {
            return Map.of();
        }
        // Kafka's default is none, which it reports as no value.
        String text = flusher.value() == null ? "never" : flusher.value();
        return Map.of(flusher.name(), new TopicProperties.Value(text, DurabilitySource.CLUSTER));
    }

    private Map<String, Map<String, TopicProperties.Value>> ofTopics(Collection<String> topics)
            throws ExecutionException {
        var resources = topics.stream().map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic));
        Map<String, Map<String, TopicProperties.Value>> properties = new TreeMap<>();
        configs(resources.toList()).forEach((topic, answer) -> {
            Map<String, TopicProperties.Value> values = new TreeMap<>();
            for (ConfigEntry entry : answer.entries()) {
                if (entry.value() != null) {
                    values.put(entry.name(), new TopicProperties.Value(entry.value(), source(entry.source())));
                }
            }
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
    Map<String, Integer> replicas(Collection<String> topics) throws ExecutionException {
        Map<String, Integer> replicas = new TreeMap<>();
        var answer = deadline.topics(admin, topics).allTopicNames();
        deadline.await("describe topics", answer).forEach((topic, description) -> {
            var counts = description.partitions().stream()
                    .mapToInt(partition -> partition.replicas().size());
            counts.min().ifPresent(least -> replicas.put(topic, least));
        });
        return replicas;
    }
}
