package dev.weir.feature.backlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.GenuineResults;
import dev.weir.coordinator.MiniCluster;
import dev.weir.coordinator.WholeRuns;
import dev.weir.feature.backlog.BacklogSection.BacklogSpec;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.interval.PartSummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Whole runs with a backlog. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class BacklogRunTest extends WholeRuns {
    private static final Duration WARMUP = Duration.ofMillis(600);

    @Test
    void aBacklogIsBuiltWhileConsumersPauseAndDrainedWhenTheyContinue() {
        RunResult result = verifiedRun(
                2,
                Workloads.small()
                        .subscriptionsPerTopic(2, 1)
                        // On a busy host, consumers are behind by hundreds of messages before the backlog begins.
                        .section(new BacklogSection(), new BacklogSpec(250_000, 1, 500, 1000, 0))
                        .endless(WARMUP),
                Map.of());

        assertThat(result.failure()).isEmpty();
        BacklogResult backlog = Backlog.PART.in(result.weir()).orElseThrow();
        assertThat(backlog.wantedMessages()).isEqualTo(2500);
        // Two subscriptions fall behind by 500 messages a second each.
        assertThat(backlog.builtMessages()).isGreaterThanOrEqualTo(2500);
        assertThat(backlog.buildMessagesPerSecond()).isGreaterThan(0);
        assertThat(backlog.drained()).isTrue();
        assertThat(backlog.lag())
                .isNotEmpty()
                .allSatisfy(lag -> assertThat(lag.messages()).hasSize(2));
        assertThat(MiniCluster.events(result)).containsExactly(EventKind.LOAD_CHANGED, EventKind.LOAD_CHANGED);
        assertThat(MiniCluster.texts(result, EventKind.LOAD_CHANGED))
                .satisfiesExactly(
                        text -> assertThat(text).startsWith("the backlog has "),
                        text -> assertThat(text).startsWith("the backlog was drained in "));
        assertThat(result.weir().course().phases())
                .extracting(PhaseSpan::phase)
                .containsExactly("prepare", "warm-up", "backlog", "drain", "settle", "close");
        assertThat(result.audit().verdict()).isEqualTo("clean");
    }

    /** What waited was due long before it arrived: in the drain, and so in the result. */
    @Test
    void aTestThatIsLongerThanTheDrainContinuesAsMeasurement() {
        RunResult result = run(
                2,
                Workloads.small()
                        .section(new BacklogSection(), new BacklogSpec(100_000, 1, 1000, 500, 0))
                        .durations(WARMUP, Duration.ofSeconds(6)),
                Map.of());

        List<PartSummary> parts = result.weir().course().parts().stream()
                .filter(part -> !part.part().equals("drained"))
                .toList();
        assertThat(parts).extracting(PartSummary::part).containsExactly("warm-up", "backlog", "drain", "measurement");
        assertThat(result.throughput().seconds()).isBetween(5.0, 7.0);
        assertThat(parts.get(2).latency())
                .extractingByKey(Latency.END_TO_END_RESPONSE.key())
                .satisfies(summary -> assertThat(summary.maxNanos()).isGreaterThan(900_000_000));
        assertThat(result.measured().of(Latency.END_TO_END_RESPONSE).count())
                .isEqualTo(result.measured().of(Latency.PUBLISH_RESPONSE).count());
    }

    @Test
    void anInterruptedBacklogIsDeliveredAndNoFinding() {
        try (var cluster = new MiniCluster(1, folder)) {
            RunResult result = GenuineResults.verified(
                    cluster,
                    folder,
                    Workloads.small()
                            .section(new BacklogSection(), new BacklogSpec(1L << 40, 1, 1000, 1000, 0))
                            .endless(WARMUP)
                            .build(),
                    MiniCluster.none(Map.of()),
                    (coordinator, tick) -> {
                        if (tick.phase() == Phase.BACKLOG) {
                            coordinator.interrupt();
                        }
                    });

            assertThat(result.failure()).isEmpty();
            assertThat(result.interrupted()).isTrue();
            assertThat(result.audit().verdict()).isEqualTo("clean");
            assertThat(result.audit().complete()).isTrue();
            assertThat(Backlog.PART.in(result.weir())).isEmpty();
            assertThat(result.findings()).extracting(Finding::code).doesNotContain(FindingCode.DELIVERY_NOT_MET);
        }
    }
}
