package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.result.Finding;
import dev.weir.result.Outcome;
import dev.weir.result.RunResult;
import dev.weir.result.ThresholdResult;
import dev.weir.workload.Threshold;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThresholdRunTest {
    @TempDir
    Path folder;

    /** A driver that fails every tenth message, in a run that would take an hour. */
    @Test
    void endsTheRunInGoodOrderWhenOneWithAbortIsMissed() {
        var threshold =
                new Threshold(Workloads.condition("failed < 30"), Optional.empty(), true, Duration.ofMillis(200));
        Workload workload = Workloads.small()
                .durations(Duration.ofMillis(200), Duration.ofHours(1))
                .goals(List.of(threshold))
                .build();

        RunResult result = run(workload, Map.of("failEvery", "10"));

        assertThat(result.failure()).isEmpty();
        assertThat(result.interrupted()).isFalse();
        assertThat(result.throughput().seconds()).isLessThan(30);
        assertThat(result.findings()).extracting(Finding::code).contains("ENDED_BY_THRESHOLD");
        assertThat(result.audit().complete()).isTrue();
        assertThat(result.thresholds().get(0).ended()).isTrue();
        assertThat(result.thresholds().get(0).isMissed()).isTrue();
        assertThat(result.thresholds().get(0).value().orElseThrow()).isGreaterThanOrEqualTo(30);
    }

    @Test
    void seesALossThatNobodyAskedFor() {
        RunResult result = run(Workloads.small().build(), Map.of("loseEvery", "100"));

        assertThat(result.outcome()).isNotEqualTo(Outcome.FAILED);
        assertThat(result.thresholds())
                .extracting(each -> each.threshold().condition().text())
                .containsExactly("audit.lost == 0", "audit.duplicated == 0");
        assertThat(result.thresholds()).extracting(ThresholdResult::isMissed).containsExactly(true, false);
    }

    @Test
    void showsAStallInTheWorstWindow() {
        var window = new Threshold(
                Workloads.condition("publishResponse.max < 100ms"),
                Optional.of(Duration.ofMillis(400)),
                false,
                Duration.ZERO);
        Workload workload = Workloads.small()
                .durations(Duration.ofMillis(200), Duration.ofSeconds(2))
                .goals(List.of(window))
                .build();

        RunResult result = run(workload, Map.of("stallAtMessage", "500", "stallMillis", "400"));

        ThresholdResult judged = result.thresholds().get(0);
        assertThat(judged.isMissed()).isTrue();
        assertThat(judged.value().orElseThrow()).isGreaterThan(300e6);
        assertThat(judged.when().orElseThrow().seconds()).isBetween(0.3, 1.5);
    }

    private RunResult run(Workload workload, Map<String, String> settings) {
        try (var cluster = new MiniCluster(2, folder)) {
            return cluster.run(workload, MiniCluster.none(settings));
        }
    }
}
