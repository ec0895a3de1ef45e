package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command on an embedded broker, with what a Kafka client makes of requests and reads. */
class BambooOnKafkaTest {
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final int SECONDS = 3;
    private static final int QPS = 20;
    private static final int BATCH = 50;

    @TempDir
    Path folder;

    @Test
    void everyRequestIsAnswered() throws IOException {
        JsonNode result = run("--rw-balance", "1");

        long left = left(result);
        long requests = (long) CORES * QPS * (SECONDS + 1) - left;
        assertThat(result.at("/weir/requests/answered").asLong()).isEqualTo(requests);
        assertThat(result.at("/weir/requests/unanswered").asLong()).isZero();
        assertThat(result.at("/weir/latency/requestResponse/summary/count").asLong())
                .isEqualTo((long) CORES * QPS * SECONDS - left);
        assertThat(result.at("/weir/audit/acknowledged").asLong()).isEqualTo(BATCH * requests);
    }

    @Test
    void everyReadBringsMessagesThatWereThereBefore() throws IOException {
        JsonNode result = run("--rw-balance", "0");

        long left = left(result);
        long reads = (long) CORES * QPS * (SECONDS + 1) - left;
        assertThat(result.at("/weir/requests/read").asLong()).isEqualTo(reads).isPositive();
        assertThat(result.at("/weir/requests/readFailed").asLong()).isZero();
        assertThat(result.at("/weir/requests/readMessages").asLong()).isGreaterThan(100 * reads);
        assertThat(result.at("/weir/requests/readBytes").asLong())
                .isEqualTo(180 * result.at("/weir/requests/readMessages").asLong());
        assertThat(result.at("/weir/latency/readResponse/summary/count").asLong())
                .isEqualTo((long) CORES * QPS * SECONDS - left);
        assertThat(result.at("/weir/findings").toString()).doesNotContain("RECEIVE_ERRORS");
    }

    /** Returns how many requests were not sent: on a busy host, the last ones can be too late. */
    private static long left(JsonNode result) {
        return result.at("/weir/unsent").asLong() / BATCH;
    }

    private JsonNode run(String... flags) throws IOException {
        Path file = folder.resolve("bamboo.json");
        List<String> arguments = new ArrayList<>(List.of(
                "bamboo",
                "--local",
                "--key-size=20",
                "--value-size=180",
                "--write-batch-size=" + BATCH,
                "--qps=" + QPS,
                "--concurrency=2",
                "--seconds-duration=" + SECONDS,
                "--warm-up-seconds=1",
                "-o",
                file.toString()));
        arguments.addAll(List.of(flags));
        String[] words = arguments.toArray(String[]::new);
        var out = new StringWriter();
        var err = new StringWriter();
        CommandLine commands =
                Benchmark.commands().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));

        assertThat(Benchmark.execute(commands, words)).as(out.toString() + err).isZero();
        assertThat(out.toString()).containsPattern("(sent|read)( +[0-9.,]+\\*?){6}");
        return new ObjectMapper().readTree(file.toFile());
    }
}
