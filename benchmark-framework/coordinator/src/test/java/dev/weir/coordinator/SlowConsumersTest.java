package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.result.RunResult;
import dev.weir.result.code.FindingCode;
import dev.weir.result.interval.IntervalSummary;
import dev.weir.result.run.SubscriptionResult;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Consumers that take so long for each message that they cannot keep up, however fast the host is. */
@Tag("slow")
class SlowConsumersTest {
    @TempDir
    Path folder;

    /** 1,250 deliveries a second at most: as many as 1,000 messages a second seem to need, but each arrives twice. */
    @Test
    void duplicatesDoNotHideThatConsumersFallBehind() {
        RunResult result;
        try (var cluster = new MiniCluster(1, folder)) {
            result = cluster.runUndisturbed(
                    Workloads.small()
                            .consumerProcessingNanos(1_600_000)
                            .durations(Duration.ZERO, Duration.ofSeconds(2))
                            .build(),
                    MiniCluster.none(Map.of("duplicateEvery", "1")));
        }

        assertThat(result.findings())
                .filteredOn(finding -> finding.code() == FindingCode.DELIVERY_NOT_MET)
                .satisfiesExactly(
                        received -> assertThat(received.text()).startsWith("subscription 0 received "),
                        backlog -> assertThat(backlog.text()).startsWith("the backlog grew by "));
        // At most 625 different messages a second have arrived.
        double seconds = result.throughput().seconds();
        double acknowledged = result.throughput().achievedMessagesPerSecond() * seconds;
        List<IntervalSummary> measured = result.intervals().stream()
                .filter(interval -> interval.phase().equals("measurement"))
                .toList();
        double growth = measured.get(measured.size() - 1).backlogMessages();
        assertThat(growth).isGreaterThan(acknowledged - 700 * seconds);
        SubscriptionResult subscription =
                result.weir().clients().subscriptions().get(0);
        assertThat((double) subscription.backlogMessages()).isGreaterThan(acknowledged - 700 * seconds);
    }
}
