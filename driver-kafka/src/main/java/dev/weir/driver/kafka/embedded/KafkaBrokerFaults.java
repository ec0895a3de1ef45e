package dev.weir.driver.kafka.embedded;

import dev.weir.driver.embedded.BrokerFaults;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import dev.weir.driver.kafka.admin.AnswerDeadline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

    /**
     * A process that stands still until this is closed, or until this JVM has ended. A paused process cannot detect that by
     * itself, and would remain for ever. So a shell pauses it, waits for the end of its own standard input, which only this
     * JVM has open, and resumes the process. Used by one thread.
     */
    private record PausedProcess(long pid, Process shell) implements AutoCloseable {
        private static final String SCRIPT =
                "trap '' INT HUP TERM; kill -STOP \"$1\" && echo paused; read -r line; kill -CONT \"$1\"";
        private static final int SIGNAL_SECONDS = 10;

        /**
         * Pauses a process. Returns when it stands still.
         *
         * @throws DriverException if it cannot be stopped
         */
        static PausedProcess pause(long pid) {
            Process shell;
            try {
                shell = new ProcessBuilder("sh", "-c", SCRIPT, "sh", Long.toString(pid))
                        .redirectErrorStream(true)
                        .start();
            } catch (IOException e) {
                throw new DriverException("process " + pid + " cannot be paused: " + FailureText.of(e), e);
            }
            var paused = new PausedProcess(pid, shell);
            String answer = paused.answer();
            if (!answer.equals("paused")) {
                paused.close();
                throw new DriverException("process " + pid + " cannot be paused: " + answer);
            }
            return paused;
        }

        private String answer() {
            try {
                return CompletableFuture.supplyAsync(this::line).get(SIGNAL_SECONDS, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                return "no answer within " + SIGNAL_SECONDS + " s";
            } catch (ExecutionException e) {
                return String.valueOf(e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return "interrupted";
            }
        }

        private String line() {
            try {
                return String.valueOf(shell.inputReader(StandardCharsets.UTF_8).readLine());
            } catch (IOException e) {
                return e.toString();
            }
        }

        /**
         * Resumes the process. Returns when it runs.
         *
         * @throws DriverException if it is unknown whether it does
         */
        @Override
        public void close() {
            try {
                shell.getOutputStream().close();
                if (!shell.waitFor(SIGNAL_SECONDS, TimeUnit.SECONDS)) {
                    throw new DriverException("process " + pid + " was paused, and may still be");
                }
            } catch (IOException e) {
                throw new DriverException("process " + pid + " was paused, and may still be: " + FailureText.of(e), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
