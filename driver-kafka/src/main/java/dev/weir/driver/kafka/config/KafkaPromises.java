package dev.weir.driver.kafka.config;

import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.config.TopicConfig;

/** Promises of Apache Kafka's topics. */
public final class KafkaPromises implements TopicPromises {
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
                : TopicPromises.withoutMinInsyncReplicas(acks);
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
            return new DurabilityItem(DurabilityKey.FSYNC, value, messages.get().source(), "flush.messages=1");
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
        String note = "";
        if (obeyed) {
            note = "brokers check every " + flusher.get().text() + " ms";
        } else if (timed) {
            note = "flush.ms " + millis.get().text() + " is accepted but ignored: the brokers have no " + FLUSHER;
        }
        String value = steps.isEmpty() ? Durability.BY_THE_OS : Durability.EVERY + String.join(" or ", steps);
        return new DurabilityItem(DurabilityKey.FSYNC, value, messages.get().source(), note);
    }
}
