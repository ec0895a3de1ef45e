package dev.weir.driver.kafka.config;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Meaning of a topic's properties on a system that supports Kafka's protocol: systems accept the same properties, but
 * some behave differently from Kafka.
 */
public interface TopicPromises {
    /**
     * Returns what is promised; {@link DurabilitySource#UNKNOWN} if a decisive property is unknown.
     *
     * @param acks acks of the producers: {@code all}, {@code 1} or {@code 0}
     * @param replicas replicas of each partition; less than 1 if their number is unknown
     */
    List<DurabilityItem> items(String acks, int replicas, TopicProperties properties);

    /**
     * Returns the value by which the system acts if its topics do not have a property; empty if there is none, so that
     * the property has no effect.
     *
     * @param replicas as in {@link #items}
     */
    default Optional<String> without(String property, int replicas) {
        return Optional.empty();
    }

    /** Returns the item of {@code min.insync.replicas} with acks that wait for no other replica. */
    static DurabilityItem withoutMinInsyncReplicas(String acks) {
        return new DurabilityItem(
                DurabilityKey.MIN_INSYNC_REPLICAS,
                DurabilityItem.WITHOUT_EFFECT,
                DurabilitySource.CLIENT,
                "acks=" + acks + " waits for no other replica");
    }

    /** Returns what to do if the system's topics do not have a property that a file requests, as a sentence. */
    default String remedy(String property) {
        return "Remove " + property + " from topicConfig, or use a version that has it";
    }

    /**
     * Known properties of a topic. Immutable.
     *
     * @param values by name
     * @param areAll whether the topic has no others, so that the system does not have a property that is not among them
     */
    record TopicProperties(Map<String, Value> values, boolean areAll) {
        public TopicProperties {
            values = Collections.unmodifiableMap(new TreeMap<>(values));
        }

        public record Value(String text, DurabilitySource source) {
            /** Returns the value as a number; a text counts as the largest number, which means never in Kafka. */
            public long number() {
                return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : Long.MAX_VALUE;
            }
        }

        static TopicProperties of(DriverConfig config) {
            Map<String, Value> values = new TreeMap<>();
            config.topics()
                    .properties()
                    .forEach((name, text) -> values.put(name, new Value(text.strip(), DurabilitySource.DRIVER_FILE)));
            return new TopicProperties(values, false);
        }

        /** Returns whether a {@code cleanup.policy}, such as {@code compact,delete}, includes compaction. */
        public static boolean isCompacted(String cleanupPolicy) {
            return Stream.of(cleanupPolicy.split(",", -1))
                    .anyMatch(policy -> policy.strip().equals(TopicConfig.CLEANUP_POLICY_COMPACT));
        }

        public Optional<Value> find(String name) {
            return Optional.ofNullable(values.get(name))
                    .filter(value -> !value.text().isBlank());
        }
    }

    /** Promises of Apache Kafka's topics. */
    final class KafkaPromises implements TopicPromises {
        /** Setting of brokers: how often they check whether {@code flush.ms} is over. By default never. */
        public static final String FLUSHER = "log.flush.scheduler.interval.ms";

        @Override
        public List<DurabilityItem> items(String acks, int replicas, TopicProperties properties) {
            return List.of(
                    minInsyncReplicas(acks, properties),
                    fsync(acks, properties),
                    asGiven(
                            DurabilityKey.UNCLEAN_LEADER_ELECTION,
                            properties.find(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG)));
        }

        private static DurabilityItem minInsyncReplicas(String acks, TopicProperties properties) {
            Optional<TopicProperties.Value> given = properties.find(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
            return acks.equals("all")
                    ? asGiven(DurabilityKey.MIN_INSYNC_REPLICAS, given)
                    : withoutMinInsyncReplicas(acks);
        }

        private static DurabilityItem asGiven(DurabilityKey key, Optional<TopicProperties.Value> given) {
            return given.map(value -> DurabilityItem.of(key, value.text(), value.source()))
                    .orElseGet(() -> DurabilityItem.unknown(key, "the cluster decides"));
        }

        /**
         * Returns when messages are flushed. A broker that appends the message which completes {@code flush.messages}
         * flushes before it or a follower acknowledges. Everything else is flushed after acknowledgements.
         */
        private static DurabilityItem fsync(String acks, TopicProperties properties) {
            Optional<TopicProperties.Value> messages = properties.find(TopicConfig.FLUSH_MESSAGES_INTERVAL_CONFIG);
            if (messages.isPresent() && messages.get().number() == 1) {
                String value = acks.equals("0") ? Durability.EVERY + "1 message" : Durability.BEFORE_ACKNOWLEDGEMENT;
                return new DurabilityItem(
                        DurabilityKey.FSYNC, value, messages.get().source(), "flush.messages=1");
            }
            Optional<TopicProperties.Value> millis = properties.find(TopicConfig.FLUSH_MS_CONFIG);
            if (messages.isEmpty() || millis.isEmpty()) {
                return DurabilityItem.unknown(DurabilityKey.FSYNC, "the cluster decides");
            }
            Optional<TopicProperties.Value> flusher = properties.find(FLUSHER);
            boolean timed = millis.get().number() != Long.MAX_VALUE;
            if (timed && flusher.isEmpty()) {
                return DurabilityItem.unknown(
                        DurabilityKey.FSYNC, "whether brokers obey flush.ms depends on their " + FLUSHER);
            }
            boolean obeyed = timed && flusher.orElseThrow().number() != Long.MAX_VALUE;
            List<String> steps = new ArrayList<>();
            if (messages.get().number() != Long.MAX_VALUE) {
                steps.add(messages.get().text() + " messages");
            }
            if (obeyed) {
                steps.add(millis.get().text() + " ms");
            }
            String ignored =
                    "flush.ms " + millis.get().text() + " is accepted but ignored: the brokers have no " + FLUSHER;
            String timer = obeyed ? "brokers check every " + flusher.get().text() + " ms" : ignored;
            String value = steps.isEmpty() ? Durability.BY_THE_OS : Durability.EVERY + String.join(" or ", steps);
            return new DurabilityItem(DurabilityKey.FSYNC, value, messages.get().source(), timed ? timer : "");
        }
    }
}
