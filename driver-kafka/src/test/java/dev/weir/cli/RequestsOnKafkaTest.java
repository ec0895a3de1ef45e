package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.driver.kafka.SharedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Requests and reads on an embedded broker. */
class RequestsOnKafkaTest extends CommandTest {
    private static final int SECONDS = 3;
    private static final int QPS = 40;
    private static final int BATCH = 50;

    @Test
    void everyRequestIsAnsweredAndEveryReadBringsMessagesThatWereThereBefore() throws IOException {
        Path file = folder.resolve("requests.json");
        Files.writeString(workload, """
                topics: 4
                partitionsPerTopic: 1
                producersPerTopic: 1
                keys: {distributor: RANDOM_NANO, size: 20}
                messageSize: 180
                arrival: burst
                burstPeriod: 1s
                producerRate: %d
                recordsPerRequest: %d
                readRatio: 0.5
                warmupDuration: 1s
                testDuration: %ds
                sampleRateMillis: 1000
                """.formatted(QPS * BATCH, BATCH, SECONDS));
        succeeds("run", "-b", SharedCluster.servers(), "-o", file, workload);

        assertThat(out.toString()).containsPattern("(sent|read)( +[0-9.,]+\\*?){6}");
        JsonNode result = json(file);

        // On a busy host, the last requests can be too late to be sent.
        long left = result.at("/weir/unsent").asLong() / BATCH;
        long answered = result.at("/weir/requests/answered").asLong();
        long reads = result.at("/weir/requests/read").asLong();
        assertThat(answered).isPositive();
        assertThat(reads).isPositive();
        assertThat(answered + reads).isEqualTo((long) QPS * (SECONDS + 1) - left);
        assertThat(result.at("/weir/requests/unanswered").asLong()).isZero();
        assertThat(result.at("/weir/audit/acknowledged").asLong()).isEqualTo(BATCH * answered);
        assertThat(result.at("/weir/requests/readFailed").asLong()).isZero();
        assertThat(result.at("/weir/requests/readMessages").asLong()).isGreaterThan(100 * reads);
        assertThat(result.at("/weir/requests/readBytes").asLong())
                .isEqualTo(180 * result.at("/weir/requests/readMessages").asLong());
        assertThat(result.at("/weir/latency/requestResponse/summary/count").asLong()
                        + result.at("/weir/latency/readResponse/summary/count").asLong())
                .isEqualTo((long) QPS * SECONDS - left);
        assertThat(result.at("/weir/findings").toString()).doesNotContain("errors of consumers");
    }
}
