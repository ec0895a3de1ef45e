package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Command lines of scripts that parse OMB's log, and driver files of OMB that ask for transactions. */
class OmbCommandTest extends CommandTest {
    @Test
    void printsOmbsLogOnStandardOutputAndAllElseOnStandardError() throws IOException {
        Path result = folder.resolve("out.json");
        // If a busy host sent nothing, the result would have no latencies, and the log would say NaN.
        replace("testDuration: 600ms", "testDuration: 4s");

        succeeds(line("--log-format omb -d none -o %s %s", result, workload));

        assertThat(out.toString().lines())
                .allMatch(line ->
                        line.matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} \\[main] INFO (Benchmark|WorkloadGenerator) - .*"));
        assertThat(err.toString())
                .contains("tiny on none", "audit      clean", "result     " + result)
                .doesNotContain("Pub rate");
        assertThat(out.toString()).contains("Starting warm-up traffic (200ms)", "Writing test result into " + result);
        String measured = out.toString().split("Starting benchmark traffic \\(4s\\)------", 2)[1];
        JsonNode json = json(result);
        assertThat(found("Pub rate +(\\S+)", measured)).isEqualTo(numbers(json.path("publishRate")));
        assertThat(found("Cons rate +(\\S+)", measured)).isEqualTo(numbers(json.path("consumeRate")));
        assertThat(found("rate.*? Pub Latency .*? 99%: (\\S+)", measured))
                .isEqualTo(numbers(json.path("publishLatency99pct")));
        List<String> delays = numbers(json.path("publishDelayLatencyAvg"));
        List<String> latencies = numbers(json.path("publishLatencyAvg"));
        // Without a publish latency, the log has no delay either, although a message may have been sent.
        assertThat(found("Pub Delay Latency \\(us\\) avg: (\\S+)", measured))
                .isEqualTo(IntStream.range(0, delays.size())
                        .mapToObj(i -> latencies.get(i).equals("NaN") ? "NaN" : delays.get(i))
                        .toList());
        // Without an end-to-end latency, the log has no line.
        List<String> received = new ArrayList<>(numbers(json.path("endToEndLatencyMax")));
        received.removeIf("NaN"::equals);
        assertThat(found("E2E Latency .*Max: (\\S+)", measured)).isEqualTo(received);
        assertThat(found("Aggregated .* 99.99%: (\\S+) - Max: \\S+ \\|", measured))
                .containsExactly(number(json.path("aggregatedPublishLatency9999pct")));
    }

    private static List<String> found(String expression, String text) {
        return Pattern.compile(expression)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static List<String> numbers(JsonNode list) {
        return list.valueStream().map(OmbCommandTest::number).toList();
    }

    /** Where nothing was measured in an interval, the file has null and the log NaN. */
    private static String number(JsonNode value) {
        return String.format(Locale.ROOT, "%.3f", value.isNumber() ? value.doubleValue() : Double.NaN);
    }

    @Test
    void aWorkerPrintsTheReadyLineOfOmbsWorker() throws InterruptedException {
        var worker = new Thread(() -> executeAlone(new WorkerCommand(), line("--log-format omb --port 0")));
        worker.start();
        try {
            await().untilAsserted(() -> assertThat(out.toString()).contains("Javalin has started"));
            assertThat(out.toString().lines())
                    .allMatch(line -> line.matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} \\[main] INFO Javalin - .*"));
            assertThat(err.toString()).contains("listening on 127.0.0.1:", "only coordinators of this host");
        } finally {
            worker.interrupt();
            worker.join();
        }
    }

    @Test
    void requestsPerTransactionOfADriverFileAreThoseOfTheRun() throws IOException {
        Path driver = write("tx.yaml", "driver: none\nrequestsPerTransaction: 5\n");
        Path file = folder.resolve("r.json");

        succeeds("-q", "-d", driver, "-o", file, workload);

        JsonNode result = json(file);
        hasFields(result, "/weir/provenance/workload/transactions/messages: 5\n/weir/audit/verdict: clean");
        long acknowledged = result.at("/weir/audit/acknowledged").asLong();
        assertThat(acknowledged).isGreaterThan(100);
        assertThat(result.at("/weir/transactions/committed").asLong())
                .isBetween(acknowledged / 5, acknowledged / 5 + 1);
    }
}
