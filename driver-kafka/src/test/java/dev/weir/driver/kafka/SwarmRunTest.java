package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.client.Connections;
import dev.weir.feature.connections.ConnectionCounts;
import dev.weir.feature.connections.ProducerConnections;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs in which each producer keeps hundreds of connections, on an embedded broker. */
@Order(1)
class SwarmRunTest {
    private static final int CONNECTIONS = 150;

    @TempDir
    Path folder;

    @Test
    void messagesOfAllConnectionsAreAuditedAndTheirSetUpIsTimed() {
        try (var cluster = new MiniCluster(2, folder).losingNothing()) {
            RunResult result = cluster.run(
                    Workloads.small()
                            .section(
                                    ProducerConnections.SECTION, new Connections(CONNECTIONS, Double.POSITIVE_INFINITY))
                            .rates(200, 200)
                            .durations(Duration.ofSeconds(2), Duration.ofSeconds(4))
                            .build(),
                    SharedCluster.config("kafka").withSettings(Map.of("client", "wire")));

            assertThat(result.failure()).isEmpty();
            assertThat(result.audit().verdict()).as(result.audit().toString()).isEqualTo("clean");
            assertThat(result.audit().violations().reordered()).hasValue(0);
            ConnectionCounts connections =
                    ProducerConnections.PART.in(result.weir()).orElseThrow();
            assertThat(connections.asked()).isEqualTo(2 * CONNECTIONS);
            assertThat(connections.made() - connections.lost()).isEqualTo(2 * CONNECTIONS);
            assertThat(result.measured().of(Latency.CONNECTION_TCP).count()).isEqualTo(connections.made());
            assertThat(result.measured().of(Latency.CONNECTION_FIRST_MESSAGE).count())
                    .isGreaterThanOrEqualTo(2 * CONNECTIONS);
            assertThat(result.measured().has(Latency.CONNECTION_TLS)).isFalse();
            assertThat(result.measured().has(Latency.CONNECTION_SASL)).isFalse();
        }
    }
}
