package dev.weir.coordinator.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.WholeRuns;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.code.Severity;
import dev.weir.workload.PhaseSpec;
import dev.weir.workload.PhaseSpec.WarmupEnd;
import dev.weir.workload.RetentionSpec;
import dev.weir.workload.Workloads;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole runs with warm-ups of every kind. */
@Order(1)
@Tag("slow")
class LoadPhasesTest extends WholeRuns {
    /** Neither a warm-up nor a measurement of less than half a minute shows that the load is steady: the run is degraded. */
    @ParameterizedTest
    @CsvSource({
        "RETENTION, 'retention had deleted from 0 of 2 partitions'",
        "STEADY, 'the comparison needs the figures of 3 s and has those of '"
    })
    void aWarmUpEndedByItsDurationReportsItsCondition(WarmupEnd condition, String text) {
        RunResult result = run(
                2,
                Workloads.small()
                        .phases(new PhaseSpec(condition, Duration.ZERO, RetentionSpec.UNSAID))
                        .durations(Duration.ofMillis(1500), Duration.ofMillis(600)),
                Map.of());

        assertThat(result.reasons())
                .filteredOn(reason -> reason.text().startsWith("the warm-up "))
                .singleElement()
                .satisfies(reason -> {
                    assertThat(reason.severity()).isEqualTo(Severity.DEGRADED);
                    assertThat(reason.text()).startsWith("the warm-up was ended by its duration: " + text);
                });
    }

    @Test
    void theLoadSettlesAtItsOwnRateAfterTheWarmUp() {
        RunResult result = run(
                2,
                Workloads.small()
                        .rates(500, 2000)
                        .phases(new PhaseSpec(WarmupEnd.DURATION, Duration.ofMillis(400), RetentionSpec.UNSAID))
                        .durations(Duration.ofMillis(600), Duration.ofSeconds(1)),
                Map.of());

        assertThat(result.audit().counts().acknowledged()).isEqualTo(300 + 800 + 2000);
        assertThat(result.measured().of(Latency.PUBLISH_RESPONSE).count()).isEqualTo(2000);
    }
}
