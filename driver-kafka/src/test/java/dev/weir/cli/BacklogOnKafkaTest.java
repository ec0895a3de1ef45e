package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.driver.kafka.SharedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Compares the backlog that a run reports with the consumer lag that the brokers report. */
@Order(2)
class BacklogOnKafkaTest extends CommandTest {
    /** Two groups fall behind by 800 messages a second, and catch up by 1,860 at most. */
    private static final String WORKLOAD = """
            topics: 1
            partitionsPerTopic: 4
            messageSize: 1024
            producersPerTopic: 2
            subscriptionsPerTopic: 2
            consumerPerSubscription: 2
            producerRate: 400
            warmupDuration: 1s
            testDuration: 0s
            sampleRateMillis: 1000
            consumerBacklogSizeGB: 0.01
            consumerProcessingTime: 1500us
            """;

    private static final long WANTED = (long) (0.01 * (1 << 30)) / 1024;

    @Test
    void drainsWhenTheBrokersSayThatItDoes() throws IOException {
        String bootstrap = SharedCluster.servers();
        Files.writeString(workload, WORKLOAD);
        Path driver = Files.writeString(
                folder.resolve("kafka.yaml"),
                "driver: kafka\nnamePrefix: backlog-\ncommonConfig: |\n  bootstrap.servers=" + bootstrap
                        + "\nconsumerConfig: |\n  enable.auto.commit=false\n  offsetCommitLingerMs=100\n");
        Path result = folder.resolve("r.json");
        try (var lag = CommittedLag.follow(bootstrap, "backlog-")) {
            assertThat(execute("-q", "-d", driver.toString(), "-o", result.toString(), workload.toString()))
                    .as(err.toString())
                    .isZero();
            assertAgrees(json(result), lag);
        }
    }

    /** Within shares of the drain: a busy host makes all of it slower. */
    private static void assertAgrees(JsonNode result, CommittedLag lag) {
        JsonNode backlog = result.at("/weir/backlog");
        long built = backlog.path("builtMessages").asLong();
        long drainMillis = Math.round(1e3 * backlog.path("drainSeconds").asDouble(Double.NaN));
        long drainedAt = millis(result, "the backlog was drained");

        assertThat(built).isGreaterThanOrEqualTo(WANTED);
        assertThat(drainMillis).isPositive();
        assertThat(lag.highest()).isBetween(built * 9 / 10, built * 13 / 10);
        assertThat(lag.at(millis(result, "the backlog has"))).isGreaterThan(built / 2);
        assertThat(lag.at(drainedAt - drainMillis / 4)).isGreaterThan(built / 10);
        assertThat(lag.at(drainedAt + drainMillis / 4)).isLessThan(built / 10);
    }

    private static long millis(JsonNode result, String text) {
        for (JsonNode each : result.at("/weir/events")) {
            if (each.path("text").asText().startsWith(text)) {
                return OffsetDateTime.parse(each.path("at").asText())
                        .toInstant()
                        .toEpochMilli();
            }
        }
        throw new AssertionError("there is no event " + text + " in " + result.at("/weir/events"));
    }

    /**
     * The consumer lag of all groups of a run, read from the brokers: the ends of the logs less the committed offsets. A
     * thread of its own reads it at intervals.
     */
    private static final class CommittedLag implements AutoCloseable {
        private static final long INTERVAL_MILLIS = 100;
        private static final long ANSWER_SECONDS = 10;

        private final Admin admin;
        private final String prefix;
        private final TreeMap<Long, Long> lagByMillis = new TreeMap<>();
        private final Thread thread = new Thread(this::follow, "committed-lag");
        private final CountDownLatch closing = new CountDownLatch(1);
        private Exception failure = new IllegalStateException("the brokers have not been asked yet");

        private CommittedLag(Admin admin, String prefix) {
            this.admin = admin;
            this.prefix = prefix;
        }

        /** @param prefix of the names of the run's groups */
        static CommittedLag follow(String bootstrapServers, String prefix) {
            var lag = new CommittedLag(Admin.create(Map.of("bootstrap.servers", bootstrapServers)), prefix);
            lag.thread.start();
            return lag;
        }

        /** The last that was known at a moment, in epoch milliseconds. */
        synchronized long at(long epochMillis) {
            return Optional.ofNullable(lagByMillis.floorEntry(epochMillis))
                    .orElseThrow(() -> new AssertionError("no broker had reported the consumer lag by then", failure))
                    .getValue();
        }

        synchronized long highest() {
            return lagByMillis.values().stream()
                    .mapToLong(Long::longValue)
                    .max()
                    .orElseThrow();
        }

        private void follow() {
            try {
                do {
                    ask();
                } while (!closing.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void ask() throws InterruptedException {
            try {
                List<String> groups = admin.listGroups().all().get(ANSWER_SECONDS, TimeUnit.SECONDS).stream()
                        .map(GroupListing::groupId)
                        // The mark of a run reads nothing.
                        .filter(group -> group.startsWith(prefix) && !group.endsWith("-mark"))
                        .toList();
                Map<String, ListConsumerGroupOffsetsSpec> asked = new HashMap<>();
                groups.forEach(group -> asked.put(group, new ListConsumerGroupOffsetsSpec()));
                Map<String, Map<TopicPartition, OffsetAndMetadata>> committed =
                        admin.listConsumerGroupOffsets(asked).all().get(ANSWER_SECONDS, TimeUnit.SECONDS);
                List<TopicPartition> partitions = committed.values().stream()
                        .flatMap(offsets -> offsets.keySet().stream())
                        .distinct()
                        .toList();
                long now = System.currentTimeMillis();
                Map<TopicPartition, Long> ends = admin
                        .listOffsets(partitions.stream()
                                .collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest())))
                        .all()
                        .get(ANSWER_SECONDS, TimeUnit.SECONDS)
                        .entrySet()
                        .stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, end -> end.getValue().offset()));
                long lag = committed.values().stream()
                        .flatMap(offsets -> offsets.entrySet().stream())
                        .mapToLong(offset -> ends.getOrDefault(offset.getKey(), 0L)
                                - offset.getValue().offset())
                        .sum();
                synchronized (this) {
                    lagByMillis.put(now, lag);
                }
            } catch (ExecutionException | TimeoutException e) {
                // Topics and groups come and go; the next answer is a moment away.
                synchronized (this) {
                    failure = e;
                }
            }
        }

        @Override
        public void close() {
            closing.countDown();
            try {
                thread.join(TimeUnit.SECONDS.toMillis(4 * ANSWER_SECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            admin.close();
        }
    }
}
