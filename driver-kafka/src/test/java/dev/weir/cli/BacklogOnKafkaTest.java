package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.driver.kafka.SharedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
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
}
