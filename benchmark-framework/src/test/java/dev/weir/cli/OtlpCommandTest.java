package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.live.MergedBuckets;
import dev.weir.live.OtlpReceiver;
import dev.weir.measure.Latency;
import dev.weir.result.interval.PhaseSpan;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The option {@code --otlp}, with a collector of OpenTelemetry. */
class OtlpCommandTest extends CommandTest {
    @Test
    void exportsMetricsOfARun() throws IOException {
        Path file = folder.resolve("r.json");
        try (var collector = new OtlpReceiver(200)) {
            String url = collector.url().replace("http://", "http://me:secret-word@");

            int status = execute("-d", "none", "--otlp", url, "-o", file.toString(), workload.toString());

            assertThat(err.toString()).doesNotContain("exports");
            assertThat(status).isIn(0, 3);
            StoredResult result = StoredResult.read(file, new Problems()).orElseThrow();
            assertThat(new MergedBuckets(collector.histograms("weir-coordinator", "publishResponse")).count())
                    .isEqualTo(Objects.requireNonNull(result.latencies().get(Latency.PUBLISH_RESPONSE.key()))
                            .summary()
                            .count())
                    .isPositive();
            assertThat(collector.metrics("weir-coordinator").get(0).byName())
                    .containsKeys("weir_run_info", "weir_phase", "weir_offered_messages_per_second");
            assertThat(out.toString())
                    .contains("exported to  " + collector.url())
                    .doesNotContain("secret-word");
            assertThat(Files.readString(file))
                    .doesNotContain("secret-word")
                    .contains("--otlp http://[hidden]@127.0.0.1");
        }
    }

    @Test
    void aCollectorThatHangsCostsNoResult() throws IOException {
        Path file = folder.resolve("r.json");
        // The kernel accepts connections, and requests are never answered.
        try (var hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String url = "http://127.0.0.1:" + hanging.getLocalPort();

            int status = execute("-d", "none", "--otlp", url, "-o", file.toString(), workload.toString());

            assertThat(status).isIn(0, 3);
            // The last metrics; on a slow host also metrics of the run.
            assertThat(err.toString()).containsPattern("warning: (\\d+) of \\1 exports to " + url + " were dropped");
            StoredResult result = StoredResult.read(file, new Problems()).orElseThrow();
            assertThat(result.isWhole()).isTrue();
            assertThat(result.phases()).extracting(PhaseSpan::phase).contains("measurement", "close");
        }
    }

    @Test
    void refusesAnAddressThatIsNone() throws IOException {
        refuses(
                "--otlp: must be an address such as http://collector:4318, got [hidden]@collector:4318",
                "-d",
                "none",
                "--otlp",
                "me:secret-word@collector:4318",
                workload.toString());
    }
}
