package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.driver.kafka.SharedCluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Requests and reads on an embedded broker. */
class RequestsOnKafkaTest {
    private static final int SECONDS = 3;
    private static final int QPS = 40;
    private static final int BATCH = 50;

    @TempDir
    Path folder;

    @Test
    void everyRequestIsAnswered() throws IOException {
        JsonNode result = run(0);

        long left = left(result);
        long requests = (long) QPS * (SECONDS + 1) - left;
        assertThat(result.at("/weir/requests/answered").asLong()).isEqualTo(requests);
        assertThat(result.at("/weir/requests/unanswered").asLong()).isZero();
        assertThat(result.at("/weir/latency/requestResponse/summary/count").asLong())
                .isEqualTo((long) QPS * SECONDS - left);
        assertThat(result.at("/weir/audit/acknowledged").asLong()).isEqualTo(BATCH * requests);
    }

    @Test
    void everyReadBringsMessagesThatWereThereBefore() throws IOException {
        JsonNode result = run(1);

        long left = left(result);
        long reads = (long) QPS * (SECONDS + 1) - left;
        assertThat(result.at("/weir/requests/read").asLong()).isEqualTo(reads).isPositive();
        assertThat(result.at("/weir/requests/readFailed").asLong()).isZero();
        assertThat(result.at("/weir/requests/readMessages").asLong()).isGreaterThan(100 * reads);
        assertThat(result.at("/weir/requests/readBytes").asLong())
                .isEqualTo(180 * result.at("/weir/requests/readMessages").asLong());
        assertThat(result.at("/weir/latency/readResponse/summary/count").asLong())
                .isEqualTo((long) QPS * SECONDS - left);
        assertThat(result.at("/weir/findings").toString()).doesNotContain("errors of consumers");
    }

    /** Returns how many requests were not sent: on a busy host, the last ones can be too late. */
    private static long left(JsonNode result) {
        return result.at("/weir/unsent").asLong() / BATCH;
    }

    private JsonNode run(double readRatio) throws IOException {
        Path file = folder.resolve("requests.json");
        Path workload = Files.writeString(
                folder.resolve("requests.yaml"), """
                topics: 4
                partitionsPerTopic: 1
                producersPerTopic: 1
                keys: {distributor: RANDOM_NANO, size: 20}
                messageSize: 180
                arrival: burst
                burstPeriod: 1s
                producerRate: %d
                recordsPerRequest: %d
                readRatio: %s
                warmupDuration: 1s
                testDuration: %ds
                sampleRateMillis: 1000
                """.formatted(QPS * BATCH, BATCH, readRatio, SECONDS));
        var out = new StringWriter();
        var err = new StringWriter();
        CommandLine commands =
                Benchmark.commands().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));

        String brokers = SharedCluster.config("kafka").clients().common().getOrDefault("bootstrap.servers", "");

        int status = Benchmark.execute(commands, "run", "-b", brokers, "-o", file.toString(), workload.toString());

        assertThat(status).as(out.toString() + err).isZero();
        assertThat(out.toString()).containsPattern("(sent|read)( +[0-9.,]+\\*?){6}");
        return new ObjectMapper().readTree(file.toFile());
    }
}
