package dev.weir.driver.redpanda;

import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.driver.kafka.admin.KafkaDriverAdmin;
import dev.weir.driver.kafka.config.TopicPromises;
import dev.weir.driver.kafka.config.TopicProperties;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Promises of Redpanda's topics, which are replicated by Raft: with acks=all, a majority has the message on its disks
 * before it is acknowledged, unless write caching is on. Versions before 24.1 have no write caching. Sources: Redpanda's
 * page on configuring producers, version 26.1; a real 23.1.7 for versions without write caching.
 */
final class RedpandaPromises implements TopicPromises {
    private static final String WRITE_CACHING = "write.caching";
    private static final String MIN_INSYNC_REPLICAS = "min.insync.replicas";
    private static final String UNCLEAN_LEADER_ELECTION = "unclean.leader.election.enable";
    private static final Pattern VERSION = Pattern.compile("v(\\d{1,4})\\.");
    private static final int FIRST_YEAR_WITH_WRITE_CACHING = 24;

    @Override
    public List<DurabilityItem> items(String acks, int replicas, TopicProperties properties) {
        DurabilityItem caching = writeCaching(properties);
        String ignored = ignored(UNCLEAN_LEADER_ELECTION, properties);
        var unclean =
                new DurabilityItem(DurabilityKey.UNCLEAN_LEADER_ELECTION, "false", DurabilitySource.SYSTEM, ignored);
        DurabilityItem inSync = minInsyncReplicas(acks, replicas, properties);
        return List.of(inSync, caching, fsync(acks, caching, properties), unclean);
    }

    @Override
    public Optional<String> without(String property, int replicas) {
        return switch (property) {
            case WRITE_CACHING, UNCLEAN_LEADER_ELECTION -> Optional.of("false");
            case MIN_INSYNC_REPLICAS -> replicas < 1 ? Optional.empty() : Optional.of(majority(replicas));
            default -> Optional.empty();
        };
    }

    @Override
    public String remedy(String property) {
        return property.equals(WRITE_CACHING)
                ? "Write caching came with Redpanda 24.1; before it, Redpanda waits for the disk with acks=all. Use 24.1"
                        + " or later, or remove write.caching and compare with a Kafka that waits for the disk, too, as"
                        + " in pairs/fsync.yaml"
                : TopicPromises.super.remedy(property);
    }

    private static String majority(int replicas) {
        return String.valueOf(replicas / 2 + 1);
    }

    private static DurabilityItem minInsyncReplicas(String acks, int replicas, TopicProperties properties) {
        DurabilityKey key = DurabilityKey.MIN_INSYNC_REPLICAS;
        if (!acks.equals("all")) {
            return TopicPromises.withoutMinInsyncReplicas(acks);
        }
        if (replicas < 1) {
            return DurabilityItem.unknown(key, "a majority of the replicas, whose number the cluster decides");
        }
        String ignored = ignored(MIN_INSYNC_REPLICAS, properties);
        String note = "a majority" + (ignored.isEmpty() ? "" : "; " + ignored);
        return new DurabilityItem(key, majority(replicas), DurabilitySource.SYSTEM, note);
    }

    private static DurabilityItem writeCaching(TopicProperties properties) {
        Optional<TopicProperties.Value> given = properties.find(WRITE_CACHING);
        if ((properties.areAll() && given.isEmpty()) || isBeforeWriteCaching(properties)) {
            String why = "this version has no write caching, which came with Redpanda 24.1";
            return new DurabilityItem(DurabilityKey.WRITE_CACHING, "false", DurabilitySource.SYSTEM, why);
        }
        // A topic has "disabled" if the cluster's setting overrides the topic's.
        return given.map(value -> DurabilityItem.of(
                        DurabilityKey.WRITE_CACHING, String.valueOf(value.text().equals("true")), value.source()))
                .orElseGet(() -> DurabilityItem.unknown(DurabilityKey.WRITE_CACHING, "the cluster decides"));
    }

    /** Returns whether all brokers are known to have versions without write caching. */
    private static boolean isBeforeWriteCaching(TopicProperties properties) {
        String versions = properties
                .find(KafkaDriverAdmin.REDPANDA_VERSION)
                .map(TopicProperties.Value::text)
                .orElse("");
        OptionalInt newest = VERSION.matcher(versions)
                .results()
                .mapToInt(version -> Integer.parseInt(version.group(1)))
                .max();
        return newest.isPresent() && newest.getAsInt() < FIRST_YEAR_WITH_WRITE_CACHING;
    }

    private static DurabilityItem fsync(String acks, DurabilityItem caching, TopicProperties properties) {
        String ignored = ignored("flush.messages", properties);
        if (acks.equals("all") && !caching.isKnown()) {
            return DurabilityItem.unknown(DurabilityKey.FSYNC, "the cluster decides about write caching");
        }
        if (acks.equals("all") && caching.value().equals("false")) {
            String note = ignored.isEmpty() ? caching.note() : ignored;
            return new DurabilityItem(DurabilityKey.FSYNC, Durability.BEFORE_ACKNOWLEDGEMENT, caching.source(), note);
        }
        Optional<TopicProperties.Value> millis =
                properties.find("flush.ms").or(() -> properties.find("broker.raft_replica_max_flush_delay_ms"));
        Optional<TopicProperties.Value> bytes =
                properties.find("flush.bytes").or(() -> properties.find("broker.raft_replica_max_pending_flush_bytes"));
        if (millis.isPresent() && bytes.isPresent()) {
            String limits = millis.get().text() + " ms or " + bytes.get().text() + " bytes";
            return new DurabilityItem(
                    DurabilityKey.FSYNC, Durability.EVERY + limits, millis.get().source(), ignored);
        }
        String why = "flush.ms and flush.bytes are the cluster's";
        return properties.areAll()
                ? new DurabilityItem(
                        DurabilityKey.FSYNC, Durability.AFTER_ACKNOWLEDGEMENT, DurabilitySource.SYSTEM, why)
                : DurabilityItem.unknown(DurabilityKey.FSYNC, "after acknowledgement: " + why);
    }

    private static String ignored(String name, TopicProperties properties) {
        return properties
                .find(name)
                .map(value -> name + " " + value.text() + " is accepted but ignored")
                .orElse("");
    }
}
