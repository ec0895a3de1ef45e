package dev.weir.driver.kafka.rig;

import static dev.weir.driver.kafka.SharedCluster.answer;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;

/** The topics of the broker. Log end offsets are what messages are counted by: they are neither side's own words. */
final class Topics implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** After the start of a load there are more; before it, only those that prove that partitions are assigned. */
    private static final long LOAD_RUNS = 1_000;

    /** Names of topics that {@link #deleteAll} leaves. */
    final Set<String> kept = new HashSet<>();

    private final Admin admin;

    Topics(String bootstrapServers) {
        admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }

    void create(String name, int partitions) {
        answer(admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                .all());
    }

    Set<String> names() {
        return answer(admin.listTopics().names());
    }

    /** How many bytes a message of the only topic that begins so takes in the logs of its partitions, on average. */
    double storedBytesPerMessage(String beginning, int partitions) {
        List<String> topics =
                names().stream().filter(name -> name.startsWith(beginning)).toList();
        if (topics.size() != 1) {
            throw new IllegalStateException("one topic must begin with " + beginning + ", got " + topics);
        }
        var brokers =
                answer(admin.describeCluster().nodes()).stream().map(Node::id).toList();
        long bytes = answer(admin.describeLogDirs(brokers).allDescriptions()).values().stream()
                .flatMap(directories -> directories.values().stream())
                .flatMap(directory -> directory.replicaInfos().entrySet().stream())
                .filter(replica -> topics.contains(replica.getKey().topic()))
                .mapToLong(replica -> replica.getValue().size())
                .sum();
        return (double) bytes / messages(partitions(topics.get(0), partitions));
    }

    /** Waits until a topic is sent to, which needs a process to go on. Gives the topic's partitions. */
    Map<TopicPartition, OffsetSpec> awaitLoad(Child process, int partitions) {
        return await("a topic that is sent to")
                .atMost(LIMIT)
                .until(
                        () -> {
                            process.runFor(Duration.ofMillis(100));
                            return loaded(partitions);
                        },
                        Optional::isPresent)
                .orElseThrow();
    }

    private Optional<Map<TopicPartition, OffsetSpec>> loaded(int partitions) {
        return names().stream()
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
        return answer(admin.listOffsets(partitions).all()).values().stream()
                .mapToLong(end -> end.offset())
                .sum();
    }

    /** Deletes them, and waits until their data has gone: the next load finds the disk as this one did. */
    void deleteAll() {
        Set<String> names = new HashSet<>(names());
        names.removeAll(kept);
        answer(admin.deleteTopics(names).all());
        await("the topics to be gone").atMost(LIMIT).until(() -> kept.containsAll(names()));
    }

    @Override
    public void close() {
        admin.close();
    }
}
