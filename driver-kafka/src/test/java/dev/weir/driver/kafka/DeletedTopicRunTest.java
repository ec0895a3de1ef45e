package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.availability.Availability;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole run whose topic is deleted under it, so that senders wait in their clients for what never comes. */
@Order(1)
class DeletedTopicRunTest {
    private static final String PREFIX = "deleted-";

    @TempDir
    Path folder;

    /** Some waits fail in the measurement, and one outlasts it. */
    @Test
    void waitsThatFailAreNotTheInstruments() {
        RunResult result = run();

        assertThat(result.failure()).isEmpty();
        assertThat(result.findings())
                .extracting(Finding::code)
                .contains(
                        FindingCode.LOAD_NOT_MET,
                        FindingCode.CLIENT_ERROR,
                        FindingCode.UNAVAILABLE,
                        FindingCode.OPERATIONS_FAILED);
        assertThat(Availability.PART.in(result.weir()).orElseThrow().publish().unavailableSeconds())
                .isGreaterThan(1);
        assertThat(result.findings()).extracting(Finding::text).noneMatch(text -> text.contains("senders could send"));
        assertThat(result.reasons()).extracting(Reason::code).doesNotContain(ReasonCode.SENDERS_SATURATED);
    }

    private RunResult run() {
        DriverConfig config = SharedCluster.withProducer(
                SharedCluster.withTopics(SharedCluster.config("kafka"), SharedCluster.topics(PREFIX, Map.of())),
                Map.of(
                        "max.block.ms", "12000",
                        "delivery.timeout.ms", "3000",
                        "request.timeout.ms", "1000",
                        "buffer.memory", "50000",
                        "batch.size", "16384"));
        try (var admin = Admin.create(Map.copyOf(config.clients().common()));
                var cluster = new MiniCluster(1, folder)) {
            Workload load = Workloads.small()
                    .rates(1000, 1000)
                    .durations(Duration.ofMillis(400), Duration.ofSeconds(6))
                    .build();
            return MiniCluster.undisturbed(
                    () -> cluster.run(load, config, MiniCluster.inMeasurement(() -> delete(admin))));
        }
    }

    private static void delete(Admin admin) {
        List<String> topics = SharedCluster.answer(admin.listTopics().names()).stream()
                .filter(name -> name.startsWith(PREFIX))
                .toList();
        SharedCluster.answer(admin.deleteTopics(topics).all());
    }
}
