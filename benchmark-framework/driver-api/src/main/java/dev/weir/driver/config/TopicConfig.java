package dev.weir.driver.config;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * How the topics of a run are created.
 *
 * @param replicationFactor replicas of each topic that is created, in [1, 32767], or {@link #OF_THE_BROKERS}
 * @param reset before the first run, delete topics of earlier runs that are known to have ended
 * @param namePrefix begins the names of topics, consumer groups, transactional ids and clients
 * @param creationLimitMillis how long the topics of a run may take to be created, in milliseconds
 * @param properties of created topics
 */
public record TopicConfig(
        int replicationFactor,
        boolean reset,
        String namePrefix,
        long creationLimitMillis,
        Map<String, String> properties) {
    /** The brokers decide how many replicas a topic has. */
    public static final int OF_THE_BROKERS = -1;

    private static final String DEFAULT_PREFIX = "weir-";
    private static final Duration DEFAULT_CREATION_LIMIT = Duration.ofMinutes(2);

    /** What a driver file without fields of topics means. */
    public static final TopicConfig DEFAULT = new TopicConfig(1, false, Map.of());

    public TopicConfig {
        if (replicationFactor != OF_THE_BROKERS && (replicationFactor < 1 || replicationFactor > Short.MAX_VALUE)) {
            throw new IllegalArgumentException(
                    "replicationFactor must be in [1, 32767], or -1, got " + replicationFactor);
        }
        Objects.requireNonNull(namePrefix);
        properties = ClientConfig.sorted(properties);
    }

    /** Creates a configuration with the usual names and the usual time. */
    public TopicConfig(int replicationFactor, boolean reset, Map<String, String> properties) {
        this(replicationFactor, reset, DEFAULT_PREFIX, DEFAULT_CREATION_LIMIT.toMillis(), properties);
    }

    public Duration creationLimit() {
        return Duration.ofMillis(creationLimitMillis);
    }

    /** Returns the number of replicas; empty if the brokers decide it. */
    public OptionalInt replicas() {
        return replicationFactor == OF_THE_BROKERS ? OptionalInt.empty() : OptionalInt.of(replicationFactor);
    }

    /**
     * Returns the number of replicas that topics will have; empty if it is unknown.
     *
     * @param facts facts about the system, which may contain the default of its brokers
     */
    public OptionalInt replicas(Map<String, String> facts) {
        if (replicas().isPresent()) {
            return replicas();
        }
        String ofBrokers = facts.getOrDefault(
                "broker.default.replication.factor", facts.getOrDefault("broker.default_topic_replications", ""));
        return ofBrokers.matches("[1-9][0-9]{0,4}") ? OptionalInt.of(Integer.parseInt(ofBrokers)) : OptionalInt.empty();
    }
}
