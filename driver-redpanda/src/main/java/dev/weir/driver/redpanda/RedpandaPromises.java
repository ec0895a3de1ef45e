package dev.weir.driver.redpanda;

import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.driver.kafka.config.TopicPromises;
import dev.weir.driver.kafka.config.TopicProperties;
import java.util.List;
import java.util.Optional;

/**
 * Promises of Redpanda's topics, which are replicated by Raft: with acks=all, a majority has the message on its disks
 * before it is acknowledged, unless write caching is on. Source: Redpanda's page on configuring producers, version
 * 26.1; not verified on a real cluster.
 */
final class RedpandaPromises implements TopicPromises {
    private static final String WRITE_CACHING = "write.caching";

    @Override
    public List<DurabilityItem> items(String acks, int replicas, TopicProperties properties) {
        return List.of(
                minInsyncReplicas(acks, replicas, properties),
                writeCaching(properties),
                fsync(acks, properties),
                new DurabilityItem(
                        DurabilityKey.UNCLEAN_LEADER_ELECTION,
                        "false",
                        DurabilitySource.SYSTEM,
                        ignored("unclean.leader.election.enable", properties)));
    }

    private static DurabilityItem minInsyncReplicas(String acks, int replicas, TopicProperties properties) {
        String ignored = ignored("min.insync.replicas", properties);
        if (acks.equals("all") && replicas < 1) {
            return DurabilityItem.unknown(
                    DurabilityKey.MIN_INSYNC_REPLICAS, "a majority of the replicas, whose number the cluster decides");
        }
        return acks.equals("all")
                ? new DurabilityItem(
                        DurabilityKey.MIN_INSYNC_REPLICAS,
                        String.valueOf(replicas / 2 + 1),
                        DurabilitySource.SYSTEM,
                        "a majority" + (ignored.isEmpty() ? "" : "; " + ignored))
                : new DurabilityItem(
                        DurabilityKey.MIN_INSYNC_REPLICAS,
                        WITHOUT_EFFECT,
                        DurabilitySource.CLIENT,
                        "acks=" + acks + " waits for no other replica");
    }

    private static DurabilityItem writeCaching(TopicProperties properties) {
        return properties
                .find(WRITE_CACHING)
                .map(value -> DurabilityItem.of(DurabilityKey.WRITE_CACHING, value.text(), value.source()))
                .orElseGet(() -> DurabilityItem.unknown(DurabilityKey.WRITE_CACHING, "the cluster decides"));
    }

    private static DurabilityItem fsync(String acks, TopicProperties properties) {
        Optional<TopicProperties.Value> caching = properties.find(WRITE_CACHING);
        if (acks.equals("all") && caching.isEmpty()) {
            return DurabilityItem.unknown(DurabilityKey.FSYNC, "the cluster decides about write caching");
        }
        String ignored = ignored("flush.messages", properties);
        DurabilitySource source = caching.map(TopicProperties.Value::source).orElse(DurabilitySource.SYSTEM);
        if (acks.equals("all") && !caching.orElseThrow().text().equals("true")) {
            return new DurabilityItem(DurabilityKey.FSYNC, Durability.BEFORE_ACKNOWLEDGEMENT, source, ignored);
        }
        Optional<TopicProperties.Value> millis = properties.find("flush.ms");
        Optional<TopicProperties.Value> bytes = properties.find("flush.bytes");
        return millis.isPresent() && bytes.isPresent()
                ? new DurabilityItem(
                        DurabilityKey.FSYNC,
                        Durability.EVERY + millis.get().text() + " ms or "
                                + bytes.get().text() + " bytes",
                        millis.get().source(),
                        ignored)
                : DurabilityItem.unknown(
                        DurabilityKey.FSYNC, "after acknowledgement: flush.ms and flush.bytes are the cluster's");
    }

    private static String ignored(String name, TopicProperties properties) {
        return properties
                .find(name)
                .map(value -> name + " " + value.text() + " is accepted but ignored")
                .orElse("");
    }
}
