package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.live.MergedBuckets;
import dev.weir.live.OtlpReceiver;
import dev.weir.measure.Latency;
import dev.weir.result.interval.PhaseSpan;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The option {@code --otlp}, with a collector of OpenTelemetry. */
class OtlpCommandTest extends CommandTest {
    @Test
    void exportsMetricsAndTheTraceOfARun() throws IOException {
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
            hasTheTrace(collector.spans(), result);
            assertThat(out.toString())
                    .contains("exported to  " + collector.url())
                    .doesNotContain("secret-word");
            assertThat(Files.readString(file))
                    .doesNotContain("secret-word")
                    .contains("--otlp http://[hidden]@127.0.0.1");
        }
    }

    private static void hasTheTrace(List<Span> spans, StoredResult result) {
        Span root = spans.get(0);
        assertThat(root.getName()).isEqualTo("run");
        assertThat(root.getParentSpanId()).isEmpty();
        assertThat(OtlpReceiver.attributes(root.getAttributesList()))
                .containsAllEntriesOf(Map.of(
                        "weir.workload",
                        "tiny",
                        "weir.driver",
                        "none",
                        "weir.outcome",
                        result.outcome().name(),
                        "weir.run.id",
                        result.weir().course().run().orElseThrow().id()));
        List<Span> phases = spans.subList(1, spans.size());
        assertThat(phases)
                .extracting(Span::getName)
                .containsExactlyElementsOf(
                        result.phases().stream().map(PhaseSpan::phase).toList())
                .contains("warm-up", "measurement");
        assertThat(phases).allSatisfy(phase -> {
            assertThat(phase.getParentSpanId()).isEqualTo(root.getSpanId());
            assertThat(phase.getTraceId()).isEqualTo(root.getTraceId());
            assertThat(phase.getStartTimeUnixNano()).isBetween(root.getStartTimeUnixNano(), phase.getEndTimeUnixNano());
            assertThat(phase.getEndTimeUnixNano()).isLessThanOrEqualTo(root.getEndTimeUnixNano());
        });
    }

    @Test
    void exportsATraceOfEachRunOfASearch() throws IOException {
        Files.writeString(workload, Files.readString(workload).replace("producerRate: 500\n", """
                search:
                  start: 500
                  most: 1000
                  precision: 0.5
                  probeDuration: 1s
                  probeWarmup: 100ms
                  criteria: achievedRate >= 70% of target
                """));
        try (var collector = new OtlpReceiver(200)) {
            execute(
                    "-d",
                    "none",
                    "--otlp",
                    collector.url(),
                    "-o",
                    folder.resolve("r.json").toString(),
                    workload.toString());

            long runs = collector.spans().stream()
                    .filter(span -> span.getName().equals("run"))
                    .count();
            assertThat(runs).as(err.toString()).isGreaterThan(1);
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
            // The trace and the last metrics; on a slow host also metrics of the run.
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
