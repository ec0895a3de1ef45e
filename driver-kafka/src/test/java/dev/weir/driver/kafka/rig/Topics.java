package dev.weir.driver.kafka.rig;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;

/** The topics of the broker. Log end offsets are what messages are counted by: they are neither side's own words. */
final class Topics implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** After the start of a load there are more; before it, only those that prove that partitions are assigned. */
    private static final long LOAD_RUNS = 1_000;

    private final Admin admin;
    private final Set<String> kept = new HashSet<>();

    Topics(String bootstrapServers) {
        admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }

    void create(String name, int partitions) {
        get(admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                .all());
    }

    /** Whether there is a topic of this name. */
    boolean has(String name) {
        return get(admin.listTopics().names()).contains(name);
    }

    /** A topic that {@link #deleteAll} leaves until {@link #keepNone}. */
    void keep(String name) {
        kept.add(name);
    }

    void keepNone() {
        kept.clear();
    }

    /** The name of the only topic that begins so. */
    String named(String beginning) {
        List<String> names = get(admin.listTopics().names()).stream()
                .filter(name -> name.startsWith(beginning))
                .toList();
        if (names.size() != 1) {
            throw new IllegalStateException("one topic must begin with " + beginning + ", got " + names);
        }
        return names.get(0);
    }

    /** How many bytes a message of a topic takes in the logs of its partitions, on average. */
    double storedBytesPerMessage(String topic, int partitions) {
        var brokers =
                get(admin.describeCluster().nodes()).stream().map(Node::id).toList();
        long bytes = get(admin.describeLogDirs(brokers).allDescriptions()).values().stream()
                .flatMap(directories -> directories.values().stream())
                .flatMap(directory -> directory.replicaInfos().entrySet().stream())
                .filter(replica -> replica.getKey().topic().equals(topic))
                .mapToLong(replica -> replica.getValue().size())
                .sum();
        return (double) bytes / messages(partitions(topic, partitions));
    }

    /** Waits until a topic is sent to, which needs a process to go on. Gives the topic's partitions. */
    Map<TopicPartition, OffsetSpec> awaitLoad(Child process, int partitions) {
        await("a topic that is sent to").atMost(LIMIT).until(() -> {
            process.runFor(Duration.ofMillis(100));
            return loaded(partitions).isPresent();
        });
        return loaded(partitions).orElseThrow();
    }

    private Optional<Map<TopicPartition, OffsetSpec>> loaded(int partitions) {
        return get(admin.listTopics().names()).stream()
                .map(topic -> partitions(topic, partitions))
                .filter(topic -> messages(topic) > LOAD_RUNS)
                .findFirst();
    }

    private static Map<TopicPartition, OffsetSpec> partitions(String topic, int partitions) {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (int p = 0; p < partitions; p++) {
            ends.put(new TopicPartition(topic, p), OffsetSpec.latest());
        }
        return ends;
    }

    /** How many messages its partitions hold. */
    long messages(Map<TopicPartition, OffsetSpec> partitions) {
        return get(admin.listOffsets(partitions).all()).values().stream()
                .mapToLong(end -> end.offset())
                .sum();
    }

    /** Deletes them, and waits until their data has gone: the next load finds the disk as this one did. */
    void deleteAll() {
        Set<String> names = new HashSet<>(get(admin.listTopics().names()));
        names.removeAll(kept);
        get(admin.deleteTopics(names).all());
        await("the topics to be gone")
                .atMost(LIMIT)
                .until(() -> kept.containsAll(get(admin.listTopics().names())));
    }

    private static <T> T get(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the broker refuses: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        admin.close();
    }
}
