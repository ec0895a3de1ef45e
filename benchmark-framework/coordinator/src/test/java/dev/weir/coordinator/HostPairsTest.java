package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.SystemClock;
import dev.weir.driver.loading.Drivers;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.document.Clocks;
import dev.weir.result.interval.LatencySummary;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs on workers that say they are on this host or that. */
class HostPairsTest {
    private static final Workload WORKLOAD = Workloads.small()
            .topics(1, 4)
            .producersPerTopic(2)
            .subscriptionsPerTopic(1, 2)
            .durations(Duration.ofMillis(400), Duration.ofSeconds(2))
            .build();

    @TempDir
    Path folder;

    @Test
    void areDistinguishedWhereARunHasBothKinds() {
        RunResult result;
        try (var cluster =
                MiniCluster.onHosts(folder, Drivers.onClassPath(), SystemClock.INSTANCE, List.of("a", "b"))) {
            result = cluster.run(WORKLOAD, MiniCluster.none(Map.of()));
        }
        assertThat(result.failure()).isEmpty();

        Clocks pairs = result.weir().checks().clock().orElseThrow();
        for (Latency latency : List.of(Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE)) {
            long same = count(pairs.sameHost().orElseThrow(), latency);
            long across = count(pairs.acrossHosts().orElseThrow(), latency);
            assertThat(same).isPositive();
            assertThat(across).isPositive();
            assertThat(same + across).isEqualTo(result.measured().of(latency).count());
        }
    }

    private static long count(Map<String, LatencySummary> summaries, Latency latency) {
        return Objects.requireNonNull(summaries.get(latency.key())).count();
    }
}
