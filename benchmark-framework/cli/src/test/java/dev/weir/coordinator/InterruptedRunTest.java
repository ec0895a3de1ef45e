package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.Driver;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.none.NoneDriverFactory;
import dev.weir.report.RunSummary;
import dev.weir.result.RunResult;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class InterruptedRunTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    Path folder;

    @Test
    void showsNoFiguresDuringTheWarmUp() {
        RunResult result = interrupted(Workloads.small().durations(HOUR, HOUR).build(), Phase.WARM_UP);

        assertThat(result.interrupted()).isTrue();
        assertThat(result.outcome()).isEqualTo(Outcome.INVALID);
        assertThat(result.reasons())
                .extracting(Reason::code)
                .contains(ReasonCode.NOTHING_MEASURED, ReasonCode.INTERRUPTED);
        assertThat(result.audit().verdict()).isEqualTo("clean");
        assertThat(RunSummary.lines(result, folder.resolve("none.json"), false))
                .contains("  The run was interrupted before it measured anything.")
                .noneMatch(line -> line.contains("threshold open") || line.contains("CLIENT_ERROR"));
    }

    /** Each producer has sent its first message and waits ten seconds for the next, which belongs to the measurement. */
    @Test
    void inTheWarmUpOfASlowLoadTheLoadEndsToo() {
        RunResult result = interrupted(
                Workloads.small()
                        .rates(0.2, 1000)
                        .durations(Duration.ofSeconds(9), HOUR)
                        .build(),
                Phase.WARM_UP);

        assertThat(result.interrupted()).isTrue();
        assertThat(result.audit().counts().acknowledged()).isLessThanOrEqualTo(2);
    }

    /** In the shorter run, the workers have received the planned end before the interruption. */
    @ParameterizedTest
    @ValueSource(strings = {"PT18S", "PT1H"})
    void showsTheFiguresMeasuredSoFarAndEndsAtOnce(Duration planned) {
        RunResult result = interrupted(
                Workloads.small()
                        .rates(1000, 1000)
                        .durations(Duration.ofMillis(200), planned)
                        .build(),
                Phase.MEASUREMENT);

        assertThat(result.interrupted()).isTrue();
        assertThat(result.reasons())
                .extracting(Reason::code)
                .contains(ReasonCode.INTERRUPTED)
                .doesNotContain(ReasonCode.NOTHING_MEASURED);
        assertThat(result.throughput().seconds()).isPositive();
        assertThat(result.audit().counts().acknowledged()).isBetween(1L, 9_000L);
        assertThat(result.audit().verdict()).isEqualTo("clean");
    }

    /** It ends only by an interruption, so that is no early end, unless it has not measured anything. */
    @Test
    void aRunWithoutADurationIsWholeOnceItMeasures() {
        RunResult early = interrupted(Workloads.small().endless(HOUR).build(), Phase.WARM_UP);
        RunResult result =
                interrupted(Workloads.small().endless(Duration.ofMillis(200)).build(), Phase.MEASUREMENT);

        assertThat(early.interrupted()).isTrue();
        assertThat(early.reasons()).extracting(Reason::code).contains(ReasonCode.INTERRUPTED);
        assertThat(result.interrupted()).isFalse();
        assertThat(result.reasons()).extracting(Reason::code).doesNotContain(ReasonCode.INTERRUPTED);
        assertThat(result.throughput().seconds()).isPositive();
    }

    /** Interrupted at the first tick of a phase; its topics are gone then. */
    private RunResult interrupted(Workload workload, Phase phase) {
        // Another driver is open all the while: the topics of this process would go with the last one.
        try (Driver other = new NoneDriverFactory().open(MiniCluster.none(Map.of()));
                Admin admin = other.openAdmin();
                var cluster = new MiniCluster(2, folder)) {
            RunResult result = cluster.run(workload, MiniCluster.none(Map.of()), (coordinator, tick) -> {
                if (tick.phase() == phase) {
                    coordinator.interrupt();
                }
            });
            assertThat(result.failure()).isEmpty();
            assertThat(admin.topicsWithPrefix("weir-" + result.run().id(), Duration.ofSeconds(5)))
                    .isEmpty();
            return result;
        }
    }
}
