package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Command lines of scripts that parse OMB's log, and driver files of OMB that ask for transactions. */
class OmbCommandTest extends CommandTest {
    @Test
    void printsOmbsLogOnStandardOutputAndAllElseOnStandardErrorAlsoOfTransactions() throws IOException {
        Path driver = write("tx.yaml", "name: none\ndriver: none\nrequestsPerTransaction: 5\n");
        Path file = folder.resolve("out.json");

        succeeds(line("--log-format omb -d %s -o %s %s", driver, file, workload));

        assertThat(out.toString().lines())
                .allMatch(line ->
                        line.matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} \\[main] INFO (Benchmark|WorkloadGenerator) - .*"));
        assertThat(err.toString())
                .contains("tiny on none", "audit      clean", "result     " + file)
                .doesNotContain("Pub rate");
        assertThat(out.toString()).contains("Starting warm-up traffic (200ms)", "Writing test result into " + file);
        String measured = out.toString().split("Starting benchmark traffic \\(600ms\\)------", 2)[1];
        assertThat(measured.lines().filter(line -> line.contains("Pub rate ")))
                .hasSameSizeAs(json(file).path("publishRate"));

        JsonNode result = json(file);
        hasFields(result, "/weir/provenance/workload/transactions/messages: 5\n/weir/audit/verdict: clean");
        long acknowledged = result.at("/weir/audit/acknowledged").asLong();
        assertThat(acknowledged).isGreaterThan(100);
        // The first is the probes'. The last may have fewer messages: a busy host leaves some unsent.
        assertThat(result.at("/weir/transactions/committed").asLong())
                .isBetween(acknowledged / 5, acknowledged / 5 + 2);
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
}
