package dev.weir.driver.kafka.embedded;

import dev.weir.driver.kafka.config.EmbeddedSettings.RemoteStore;
import dev.weir.driver.kafka.tier.FileRemoteStore;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Differences between the brokers of an embedded cluster and Kafka's defaults. All of them are here, because each is a
 * difference between what is measured and other Kafka clusters; results show them.
 *
 * @param brokers in [1, 9]
 * @param overrides broker properties that override Weir's
 * @param remoteStore remote store of tiered storage, if the brokers have it
 */
record BrokerSettings(int brokers, Map<String, String> overrides, Optional<RemoteStore> remoteStore) {
    static final String OF_STORE = "rsm.config.";

    /**
     * Options of the broker's JVM. The collector is the one of Kafka's start script. The heap is half of that script's
     * 1 GiB, so that three brokers fit beside the load on a laptop. The records themselves are in the page cache, and a
     * quickstart's 10 MB/s keep less than 200 MiB of the heap in use.
     */
    static final List<String> JVM_OPTIONS = List.of(
            "-Xms256m",
            "-Xmx512m",
            "-XX:+UseG1GC",
            "-XX:MaxGCPauseMillis=20",
            "-XX:+ExplicitGCInvokesConcurrent",
            // A broker that continues without dead threads would look like a slow one.
            "-XX:+ExitOnOutOfMemoryError",
            // The file for jstat would remain in the system's temporary directory when the broker is killed.
            "-XX:-UsePerfData",
            "-Djava.awt.headless=true");

    BrokerSettings {
        overrides = Map.copyOf(overrides);
    }

    BrokerSettings(int brokers, Map<String, String> overrides) {
        this(brokers, overrides, Optional.empty());
    }

    BrokerSettings with(Optional<RemoteStore> store) {
        return new BrokerSettings(brokers, overrides, store);
    }

    int replicationFactor() {
        return Math.min(3, brokers);
    }

    /** Returns how many replicas a write with acks=all needs: one may be missing if there are three. */
    int minInSyncReplicas() {
        return brokers >= 3 ? 2 : 1;
    }

    /** Returns broker properties that differ from Kafka's defaults, sorted. */
    SortedMap<String, String> deviations() {
        String replicas = Integer.toString(replicationFactor());
        String inSync = Integer.toString(minInSyncReplicas());
        var all = new TreeMap<String, String>();

        // As in a production cluster; Kafka's defaults are 1 and 1.
        all.put("default.replication.factor", replicas);
        all.put("min.insync.replicas", inSync);
        // Fewer brokers cannot fulfil Kafka's defaults of 3 and 2.
        all.put("offsets.topic.replication.factor", replicas);
        all.put("transaction.state.log.replication.factor", replicas);
        all.put("transaction.state.log.min.isr", inSync);
        all.put("share.coordinator.state.topic.replication.factor", replicas);
        all.put("share.coordinator.state.topic.min.isr", inSync);

        // 50 partitions each by default. The first group or transaction waits until they are created.
        all.put("offsets.topic.num.partitions", "4");
        all.put("transaction.state.log.num.partitions", "4");
        all.put("share.coordinator.state.topic.num.partitions", "4");

        // By default, a new group waits 3 s for further members.
        all.put("group.initial.rebalance.delay.ms", "0");
        // 15 s by default: locks of share groups should expire in a run of minutes.
        all.put("group.share.min.record.lock.duration.ms", "1000");
        // A misspelt topic is an error, not a topic with one partition.
        all.put("auto.create.topics.enable", "false");
        // 128 MiB of heap by default, which only compacted topics use.
        all.put("log.cleaner.dedupe.buffer.size", "2097152");
        // 1 min by default. The next run should have the disk space of topics that the previous run deleted.
        all.put("log.segment.delete.delay.ms", "1000");
        // 5 min by default: retention should act in a run of minutes.
        all.put("log.retention.check.interval.ms", "1000");

        remoteStore.ifPresent(store -> putTieredStorage(store, all));
        all.putAll(overrides);
        return Collections.unmodifiableSortedMap(all);
    }

    private void putTieredStorage(RemoteStore store, Map<String, String> all) {
        String replicas = Integer.toString(replicationFactor());
        all.put("remote.log.storage.system.enable", "true");
        all.put("remote.log.storage.manager.class.name", FileRemoteStore.CLASS_NAME);
        all.put("remote.log.metadata.manager.listener.name", "PLAINTEXT");
        all.put(OF_STORE + FileRemoteStore.LATENCY_MILLIS, Long.toString(store.latencyMillis()));
        all.put(OF_STORE + FileRemoteStore.BYTES_PER_SECOND, Long.toString(store.bytesPerSecond()));
        // Fewer brokers cannot fulfil Kafka's defaults of 3 and 2, and creating 50 partitions takes long.
        all.put("rlmm.config.remote.log.metadata.topic.replication.factor", replicas);
        all.put("rlmm.config.remote.log.metadata.topic.min.isr", Integer.toString(minInSyncReplicas()));
        all.put("rlmm.config.remote.log.metadata.topic.num.partitions", "4");
        // 30 s by default: the backlog of a run of minutes should reach the remote store.
        all.put("remote.log.manager.task.interval.ms", "500");
        // 500 ms by default. After that, a broker drops what it has read so far and answers without messages, so that a
        // consumer of a slow store would never receive any.
        all.put("remote.fetch.max.wait.ms", "20000");
    }
}
