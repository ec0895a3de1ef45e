package dev.weir.cli;

import static dev.weir.driver.kafka.SharedCluster.answer;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.driver.kafka.SharedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Compares the backlog that a run reports with the consumer lag that the brokers report. */
@Order(2)
class BacklogOnKafkaTest extends CommandTest {
    /** Two groups fall behind by 800 messages a second, and catch up by 1,860 at most. */
    @Test
    void drainsWhenTheBrokersSayThatItDoes() throws IOException {
        Files.writeString(workload, """
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
                """);
        Path driver = write("kafka.yaml", """
                driver: kafka
                namePrefix: backlog-
                commonConfig: {bootstrap.servers: '%s'}
                consumerConfig: {enable.auto.commit: false, offsetCommitLingerMs: 100}
                """.formatted(SharedCluster.servers()));
        Path file = folder.resolve("r.json");
        try (var lag = new CommittedLag()) {
            succeeds("-q", "-d", driver, "-o", file, workload);

            JsonNode result = json(file);
            JsonNode backlog = result.at("/weir/backlog");
            long built = backlog.path("builtMessages").asLong();
            long drainMillis = Math.round(1e3 * backlog.path("drainSeconds").asDouble(Double.NaN));
            long drainedAt = millis(result, "the backlog was drained");
            assertThat(built).isGreaterThanOrEqualTo((long) (0.01 * (1 << 30)) / 1024);
            assertThat(drainMillis).isPositive();
            // Within shares of the drain: a busy host makes all of it slower.
            assertThat(lag.highest()).isBetween(built * 9 / 10, built * 13 / 10);
            assertThat(lag.at(millis(result, "the backlog has"))).isGreaterThan(built / 2);
            assertThat(lag.at(drainedAt - drainMillis / 4)).isGreaterThan(built / 10);
            assertThat(lag.at(drainedAt + drainMillis / 4)).isLessThan(built / 10);
        }
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

    /** The consumer lag of all groups of a run, which a thread of its own reads from the brokers every 100 ms. */
    private static final class CommittedLag implements AutoCloseable {
        private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
        private final ConcurrentSkipListMap<Long, Long> lagByMillis = new ConcurrentSkipListMap<>();
        private final Admin admin = Admin.create(Map.of("bootstrap.servers", SharedCluster.servers()));
        private final Future<?> reading = thread.scheduleWithFixedDelay(this::read, 0, 100, TimeUnit.MILLISECONDS);
        private volatile @Nullable Throwable failure;

        /** The last that was known at a moment, in epoch milliseconds. */
        long at(long epochMillis) {
            return Optional.ofNullable(lagByMillis.floorEntry(epochMillis))
                    .orElseThrow(() -> new AssertionError("no broker had reported the consumer lag by then", failure))
                    .getValue();
        }

        long highest() {
            return Collections.max(lagByMillis.values());
        }

        /** Reads the ends of the logs less the committed offsets. */
        private void read() {
            try {
                // The mark of a run reads nothing.
                Map<String, ListConsumerGroupOffsetsSpec> groups = answer(
                                admin.listGroups().all())
                        .stream()
                        .map(GroupListing::groupId)
                        .filter(group -> group.startsWith("backlog-") && !group.endsWith("-mark"))
                        .collect(Collectors.toMap(group -> group, group -> new ListConsumerGroupOffsetsSpec()));
                var committed =
                        answer(admin.listConsumerGroupOffsets(groups).all()).values();
                long now = System.currentTimeMillis();
                var ends = answer(admin.listOffsets(committed.stream()
                                .flatMap(offsets -> offsets.keySet().stream())
                                .distinct()
                                .collect(Collectors.toMap(each -> each, each -> OffsetSpec.latest())))
                        .all());
                lagByMillis.put(
                        now,
                        committed.stream()
                                .flatMap(offsets -> offsets.entrySet().stream())
                                .mapToLong(offset -> Objects.requireNonNull(ends.get(offset.getKey()))
                                                .offset()
                                        - offset.getValue().offset())
                                .sum());
            } catch (RuntimeException | AssertionError e) {
                // Topics and groups come and go; the next answer is a moment away.
                failure = e;
            }
        }

        @Override
        public void close() {
            reading.cancel(true);
            thread.shutdownNow();
            admin.close();
        }
    }
}
