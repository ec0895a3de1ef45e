package dev.weir.driver.kafka.embedded;

import dev.weir.driver.embedded.BrokerFaults;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.admin.AnswerDeadline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;

/**
 * Injects faults into embedded brokers. If there are at least three brokers, the first three are the controllers'
 * voters: the cluster continues without any one of them. Used by one thread, except for {@link #close}.
 */
final class KafkaBrokerFaults implements BrokerFaults, AutoCloseable {
    private static final Duration CLOSE = Duration.ofSeconds(1);

    private final KafkaEmbeddedCluster cluster;
    private final Map<Integer, PausedProcess> paused = new ConcurrentHashMap<>();

    KafkaBrokerFaults(KafkaEmbeddedCluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public int leader(String topic, int partition, Duration within) {
        var deadline = new AnswerDeadline(within);
        Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()));
        try {
            TopicDescription description = deadline.await(
                            "look for the leader of " + topic + "-" + partition,
                            admin.describeTopics(List.of(topic)).allTopicNames())
                    .get(topic);
            Node leader = description == null
                    ? null
                    : description.partitions().get(partition).leader();
            if (leader == null || leader.isEmpty()) {
                throw new DriverException(topic + "-" + partition + " has no leader");
            }
            return leader.id();
        } catch (ExecutionException e) {
            throw new DriverException(
                    "cannot find the leader of " + topic + "-" + partition + ": " + e.getMessage(), e);
        } finally {
            admin.close(CLOSE);
        }
    }

    @Override
    public void kill(int broker) {
        BrokerProcess process = running(broker);
        process.kill();
        process.awaitEnd();
    }

    @Override
    public boolean stop(int broker, Duration deadline) {
        return running(broker).stop(deadline);
    }

    @Override
    public void start(int broker, Duration deadline) {
        if (cluster.broker(broker).isAlive()) {
            throw new DriverException("broker " + broker + " runs already");
        }
        cluster.startAgain(broker, deadline);
    }

    @Override
    public void pause(int broker) {
        paused.put(broker, PausedProcess.pause(running(broker).pid()));
    }

    @Override
    public void resume(int broker) {
        PausedProcess process = paused.remove(broker);
        if (process != null) {
            process.close();
        }
    }

    @Override
    public void beginProfiles() {
        cluster.beginProfiles();
    }

    @Override
    public SortedMap<Integer, CompletableFuture<Path>> endProfiles() {
        return cluster.endProfiles();
    }

    /** Releases paused processes, after the brokers have ended. */
    @Override
    public void close() {
        paused.keySet().forEach(this::resume);
    }

    private BrokerProcess running(int broker) {
        BrokerProcess process = cluster.broker(broker);
        if (!process.isAlive() || paused.containsKey(broker)) {
            throw new DriverException("broker " + broker + " does not run");
        }
        return process;
    }
}
