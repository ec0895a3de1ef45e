package dev.weir.driver.omb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.loading.Drivers;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs on a real RabbitMQ through a driver of the same kind as OMB's. */
class RabbitMqRunTest {
    private static @Nullable RabbitMqServer server;
    private static @Nullable Drivers drivers;

    @TempDir
    Path folder;

    @BeforeAll
    static void startServer(@TempDir Path shared) throws IOException {
        server = RabbitMqServer.start(shared);
        drivers = DriverFolder.drivers(DriverFolder.make(shared, RabbitMqServer.DRIVER, RabbitMqServer.LIBRARIES));
    }

    @AfterAll
    static void endServer() {
        if (server != null) {
            server.close();
        }
    }

    private RunResult run(Workloads workload, String further) throws IOException {
        Drivers all = Objects.requireNonNull(drivers);
        try (var cluster = new MiniCluster(2, folder, all)) {
            RunResult result = cluster.runUndisturbed(
                    workload.topics(1, 1).build(),
                    DriverFolder.read(Objects.requireNonNull(server).driverFile(further), folder, all));
            assertThat(result.failure()).isEmpty();
            return result;
        }
    }

    @Test
    void followsEveryMessageThroughRabbitMq() throws IOException {
        RunResult result = run(Workloads.small(), "");

        assertThat(result.audit().verdict()).isEqualTo("clean");
        assertThat(result.audit().counts().acknowledged())
                .isEqualTo(result.audit().counts().delivered());
        assertThat(result.audit().counts().acknowledged()).isGreaterThanOrEqualTo(1000);
    }

    @Test
    void findsMessagesThatRabbitMqAcknowledgedAndDropped() throws IOException {
        RunResult result = run(
                Workloads.small()
                        .producersPerTopic(1)
                        .rates(1000, 1000)
                        .durations(Duration.ZERO, Duration.ofSeconds(2)),
                "loseEvery: 100\n");

        assertThat(result.findings()).extracting(Finding::code).contains(FindingCode.MESSAGES_LOST);
        // 2,000 messages and a few that look whether the consumers receive anything.
        assertThat(result.audit().violations().lost()).isBetween(19L, 21L);
    }
}
