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
 * Where the brokers of an embedded cluster differ from Kafka's defaults. All of it is here, because each difference is
 * one between what is measured and what Kafka does elsewhere; a result shows them.
 *
 * @param brokers in [1, 9]
 * @param overrides broker properties over ours
 * @param remoteStore that tiered storage has, if the brokers have that
 */
record BrokerSettings(int brokers, Map<String, String> overrides, Optional<RemoteStore> remoteStore) {
    /** Before the properties that go to the remote store. */
    static final String OF_STORE = "rsm.config.";

    /**
     * Options of the broker's JVM. The collector is the one that Kafka's start script asks for. The heap is half of that
     * script's 1 GiB, so that three brokers fit beside the load on a laptop: the records themselves live in the page
     * cache, and a quickstart's 10 MB/s keep less than 200 MiB of the heap in use.
     */
    static final List<String> JVM_OPTIONS = List.of(
            "-Xms256m",
            "-Xmx512m",
            "-XX:+UseG1GC",
            "-XX:MaxGCPauseMillis=20",
            "-XX:+ExplicitGCInvokesConcurrent",
            // A broker that goes on without its dead threads looks like a slow one.
            "-XX:+ExitOnOutOfMemoryError",
            // The file for jstat would stay behind in the system's temporary directory when the broker is killed.
            "-XX:-UsePerfData",
            "-Djava.awt.headless=true");

    BrokerSettings {
        overrides = Map.copyOf(overrides);
    }

    /** Without tiered storage. */
    BrokerSettings(int brokers, Map<String, String> overrides) {
        this(brokers, overrides, Optional.empty());
    }

    /** The same brokers with another remote store, or without one. */
    BrokerSettings with(Optional<RemoteStore> store) {
        return new BrokerSettings(brokers, overrides, store);
    }

    /** Replicas of a topic that does not say otherwise. */
    int replicationFactor() {
        return Math.min(3, brokers);
    }

    /** Replicas that have to be in sync for a write with acks=all: one may be missing where there are three. */
    int minInSyncReplicas() {
        return brokers >= 3 ? 2 : 1;
    }

    /** Broker properties that differ from Kafka's defaults, sorted. */
    SortedMap<String, String> deviations() {
        String replicas = Integer.toString(replicationFactor());
        String inSync = Integer.toString(minInSyncReplicas());
        var all = new TreeMap<String, String>();

        // As a production cluster has it; Kafka's defaults are 1 and 1.
        all.put("default.replication.factor", replicas);
        all.put("min.insync.replicas", inSync);
        // Kafka's defaults of 3 and 2 cannot be met by fewer brokers.
        all.put("offsets.topic.replication.factor", replicas);
        all.put("transaction.state.log.replication.factor", replicas);
        all.put("transaction.state.log.min.isr", inSync);
        all.put("share.coordinator.state.topic.replication.factor", replicas);
        all.put("share.coordinator.state.topic.min.isr", inSync);

        // 50 partitions each by default. They are made when the first group or transaction begins, which then waits.
        all.put("offsets.topic.num.partitions", "4");
        all.put("transaction.state.log.num.partitions", "4");
        all.put("share.coordinator.state.topic.num.partitions", "4");

        // A new group is otherwise held for 3 s, in case more members come.
        all.put("group.initial.rebalance.delay.ms", "0");
        // 15 s by default: a run of minutes is to see locks of share groups expire.
        all.put("group.share.min.record.lock.duration.ms", "1000");
        // A misspelt topic is an error, not a topic with one partition.
        all.put("auto.create.topics.enable", "false");
        // 128 MiB of heap by default, which only compacted topics use.
        all.put("log.cleaner.dedupe.buffer.size", "2097152");
        // 1 min by default. The next run should find the disk space of the topics that the last one deleted.
        all.put("log.segment.delete.delay.ms", "1000");
        // 5 min by default: a run of minutes would never see the retention that it asks for.
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
        // Kafka's defaults of 3 and 2 cannot be met by fewer brokers, and 50 partitions take long to make.
        all.put("rlmm.config.remote.log.metadata.topic.replication.factor", replicas);
        all.put("rlmm.config.remote.log.metadata.topic.min.isr", Integer.toString(minInSyncReplicas()));
        all.put("rlmm.config.remote.log.metadata.topic.num.partitions", "4");
        // 30 s by default: a run of minutes is to find its backlog in the remote store.
        all.put("remote.log.manager.task.interval.ms", "500");
        // 500 ms by default. Then a broker throws away what it has read so far and answers without messages, so that a
        // consumer of a slow store would never get any.
        all.put("remote.fetch.max.wait.ms", "20000");
    }
}
