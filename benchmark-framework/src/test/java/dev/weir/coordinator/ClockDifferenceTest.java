package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.Clock;
import dev.weir.clock.SystemClock;
import dev.weir.driver.Drivers;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.result.Outcome;
import dev.weir.result.Reason;
import dev.weir.result.RunResult;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClockDifferenceTest {
    private static final long AHEAD_NANOS = 2_000_000_000;

    @TempDir
    Path folder;

    @Test
    void isSaidAndSpoilsNeitherCountsNorRates() {
        Clock right = SystemClock.INSTANCE;
        Clock ahead = () -> SystemClock.INSTANCE.epochNanos() + AHEAD_NANOS;
        Workload workload = Workloads.small()
                .durations(Duration.ofMillis(600), Duration.ofSeconds(2))
                .build();
        RunResult result;
        try (var cluster = new MiniCluster(folder, Drivers.onClassPath(), List.of(right, ahead))) {
            result = cluster.run(workload, MiniCluster.none(Map.of()));
        }

        assertThat(result.failure()).isEmpty();
        assertThat(result.outcome()).isEqualTo(Outcome.DEGRADED);
        assertThat(result.reasons()).extracting(Reason::code).contains("CLOCK_OFFSET", "NEGATIVE_LATENCIES");
        assertThat(result.workers().get(1).clockOffsetNanos()).isCloseTo(AHEAD_NANOS, Percentage.withPercentage(5));
        assertThat(result.audit().verdict()).isEqualTo("clean");
        // Which messages are measured is the sending worker's word, whatever the receiving one's clock says.
        LatencySamples endToEnd = result.measured().of(Latency.END_TO_END_RESPONSE);
        assertThat(endToEnd.count()).isEqualTo(2000);
        assertThat(endToEnd.negativeMagnitudes().count()).isPositive();
        assertThat(result.measured().of(Latency.PUBLISH_RESPONSE).count()).isEqualTo(2000);
        // Taken as it stands, the difference would make it four seconds.
        assertThat(result.throughput().seconds()).isBetween(1.0, 3.5);
        assertThat(result.throughput().achievedMessagesPerSecond()).isBetween(700.0, 1500.0);
    }
}
