package dev.weir.feature.brokermetrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.coordinator.MiniCluster;
import dev.weir.coordinator.WholeRuns;
import dev.weir.coordinator.WrappedNone;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.EmptyAdmin;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.driver.loading.Drivers;
import dev.weir.result.ResultFile;
import dev.weir.result.RunResult;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Whole runs beside which endpoints are sampled. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class BrokerMetricsRunTest extends WholeRuns {
    private static final String TELLING = "telling";

    @AutoClose
    private final FakeExporter exporter = new FakeExporter();

    /** Those of the driver file come first, then those of the workload and of the system; a URL is asked once. */
    @Test
    void relatesTheWritesOfAllDrivesToThePayloadAndContinuesWithoutAMissingEndpoint() throws IOException {
        MetricsEndpoint both = exporter.endpoint("/both", FakeExporter::growing);
        MetricsEndpoint other = exporter.endpoint("/other", FakeExporter::growing);
        var missing = MetricsEndpoint.of(URI.create("http://127.0.0.1:1/metrics"));
        var named = new MetricsEndpoint(both.url(), "broker-1", List.of(), List.of());
        URI found = URI.create(exporter.endpoint("/found", FakeExporter::growing)
                .url()
                .toString()
                .replace("127.0.0.1", "localhost"));
        var drivers = new Drivers(List.of(telling(List.of(found, URI.create("ftp://broker-1/metrics")))));
        try (var cluster = new MiniCluster(1, folder, drivers)) {
            RunResult result = cluster.runUndisturbed(
                    Workloads.small()
                            .durations(Duration.ZERO, Duration.ofSeconds(4))
                            .brokerMetrics(List.of(both, other, missing))
                            .build(),
                    DriverConfig.of(TELLING).withBrokerMetrics(List.of(named)));

            BrokerMetrics brokers = BrokerMetricsFeature.PART.in(result.weir()).orElseThrow();
            assertThat(brokers.drives())
                    .extracting(BrokerMetrics.Drive::host)
                    .containsExactly("broker-1", "127.0.0.1", "localhost");
            assertThat(brokers.drives()).allSatisfy(drive -> {
                assertThat(drive.meanBytesPerSecond().orElseThrow().doubleValue())
                        .isCloseTo(FakeExporter.BYTES_PER_SECOND, Percentage.withPercentage(5));
                assertThat(drive.coveredSeconds().orElseThrow().doubleValue())
                        .isCloseTo(4, Percentage.withPercentage(30));
            });
            double payload = result.throughput().achievedMebibytesPerSecond() * (1 << 20);
            assertThat(brokers.writeAmplification()
                            .orElseThrow()
                            .ratio()
                            .orElseThrow()
                            .doubleValue())
                    .isCloseTo(3 * FakeExporter.BYTES_PER_SECOND / payload, Percentage.withPercentage(10));
            assertThat(result.outcome()).isIn(Outcome.VALID, Outcome.DEGRADED);
            assertThat(result.reasons())
                    .filteredOn(reason -> reason.code() == ReasonCode.BROKER_METRICS_MISSING)
                    .allMatch(reason -> reason.severity() == Severity.NOTE)
                    .extracting(Reason::text)
                    .satisfiesExactlyInAnyOrder(
                            unknown -> assertThat(unknown)
                                    .isEqualTo(
                                            "the system names an endpoint that cannot be asked: ftp://broker-1/metrics"),
                            unusable -> assertThat(unusable).contains(" was unusable before the load began: "),
                            silent -> assertThat(silent).contains(" gave no usable answer in "));
            Path file = folder.resolve("a.json");
            ResultFile.write(result, List.of(), file);
            JsonNode metrics = new ObjectMapper().readTree(file.toFile()).at("/weir/brokerMetrics");
            JsonNode values = metrics.at("/endpoints/0/series/0/values");
            assertThat(values.size())
                    .isEqualTo(metrics.get("endSeconds").size())
                    .isGreaterThan(3);
            // Of one second, in which an answer can be late.
            assertThat(values.get(1).doubleValue())
                    .isCloseTo(FakeExporter.BYTES_PER_SECOND, Percentage.withPercentage(50));
        }
    }

    /** The driver none, which says where its metrics are. */
    private static DriverFactory telling(List<URI> endpoints) {
        return WrappedNone.factory(TELLING, () -> new WrappedNone(Map.of()) {
            @Override
            public Admin openAdmin() {
                Admin none = super.openAdmin();
                return new EmptyAdmin() {
                    @Override
                    public void createTopics(List<TopicSpec> topics, Duration deadline, IntConsumer progress) {
                        none.createTopics(topics, deadline, progress);
                    }

                    @Override
                    public List<URI> metricsEndpoints(Duration deadline) {
                        return endpoints;
                    }
                };
            }
        });
    }
}
