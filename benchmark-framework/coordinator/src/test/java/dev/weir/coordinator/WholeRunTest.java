package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.driver.durability.DurabilityKey;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.document.Harness;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.wire.TestCertificates;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class WholeRunTest extends WholeRuns {
    private static final Duration WARMUP = Duration.ofMillis(400);
    private static final Duration TEST = Duration.ofSeconds(2);

    @Test
    void deliversAllAcknowledgedMessagesAcrossTwoWorkersOverTls() {
        Path certificates = TestCertificates.make(folder.resolve("certs"));
        RunResult result;
        try (var cluster = MiniCluster.secured(2, folder, certificates, TestCertificates.coordinator(certificates))) {
            result = cluster.runUndisturbed(
                    Workloads.small().rates(2000, 2000).durations(WARMUP, TEST).build(), MiniCluster.none(Map.of()));
        }

        assertThat(result.failure()).isEmpty();
        assertThat(result.outcome()).isIn(Outcome.VALID, Outcome.DEGRADED);
        // On a busy host, the last acknowledgements and deliveries can come after so short a measurement.
        assertThat(result.findings())
                .extracting(Finding::code)
                .isSubsetOf(FindingCode.LOAD_NOT_MET, FindingCode.DELIVERY_NOT_MET);
        assertThat(result.audit().verdict()).isEqualTo("clean");
        assertThat(result.audit().counts().acknowledged()).isEqualTo(4800);
        assertThat(result.audit().counts().delivered()).isEqualTo(4800);
        assertThat(result.measured().of(Latency.PUBLISH_RESPONSE).count()).isEqualTo(4000);
        assertThat(result.measured().of(Latency.END_TO_END_RESPONSE).count()).isEqualTo(4000);
        assertThat(result.throughput().achievedMessagesPerSecond()).isBetween(1000.0, 3000.0);
        assertThat(result.weir().instrument().workers()).allSatisfy(worker -> {
            assertThat(worker.producers()).isEqualTo(1);
            assertThat(worker.consumers()).isEqualTo(1);
        });
        assertThat(result.durability().find(DurabilityKey.FSYNC))
                .hasValueSatisfying(fsync -> assertThat(fsync.value()).isEqualTo("never"));
        assertThat(result.durability().knows(DurabilityKey.CLIENT_HEAP)).isTrue();
        assertThat(result.weir().instrument().harness().orElseThrow().processes())
                .extracting(Harness.ObservedProcess::process)
                .containsExactly("worker-0", "worker-1");
        assertThat(result.weir().instrument().harness().orElseThrow().processes())
                .allSatisfy(process -> {
                    assertThat(process.seconds())
                            .isCloseTo(result.throughput().seconds(), Percentage.withPercentage(30));
                    assertThat(process.hiccups().wakeUps().orElseThrow()).isPositive();
                });
    }

    @Test
    void showsAStallInTheResponseTimesOfAllItDelayedWhileServiceTimesHideIt() {
        RunResult result = verifiedRun(
                1,
                Workloads.small().durations(Duration.ZERO, Duration.ofSeconds(5)),
                Map.of("stallAtMessage", "500", "stallMillis", "1000"));

        LatencySamples response = result.measured().of(Latency.PUBLISH_RESPONSE);
        LatencySamples service = result.measured().of(Latency.PUBLISH_SERVICE);
        // 5,000 messages, of which the 1,000 that were due in the stall waited between 0 and 1 s. A busy host can
        // only add to that.
        assertThat(response.percentileNanos(99)).isGreaterThanOrEqualTo(940_000_000L);
        assertThat(response.percentileNanos(90)).isGreaterThanOrEqualTo(490_000_000L);
        assertThat(response.maxNanos()).isGreaterThanOrEqualTo(1_000_000_000L);
        assertThat(service.percentileNanos(99)).isLessThan(response.percentileNanos(99) / 2);
        assertThat(service.maxNanos()).isGreaterThanOrEqualTo(1_000_000_000L);
    }

    @Test
    void countsLostAndRepeatedMessages() {
        RunResult result = run(
                1,
                Workloads.small().rates(2000, 2000).durations(WARMUP, TEST),
                Map.of("loseEvery", "100", "duplicateEvery", "150"));

        assertThat(result.findings())
                .extracting(Finding::code)
                .contains(FindingCode.MESSAGES_LOST, FindingCode.MESSAGES_DUPLICATED);
        assertThat(result.audit().counts().acknowledged()).isEqualTo(4800);
        assertThat(result.audit().violations().lost()).isEqualTo(48);
        // Of the 32 that would be delivered twice, 16 are lost.
        assertThat(result.audit().violations().duplicated()).isEqualTo(16);
        assertThat(result.audit().violations().reordered()).hasValue(0);
        // Without a threshold in the workload.
        assertThat(result.outcome()).isNotEqualTo(Outcome.FAILED);
        assertThat(result.thresholds())
                .extracting(ThresholdCheck::text, ThresholdCheck::isMissed)
                .containsExactly(tuple("audit.lost == 0", true), tuple("audit.duplicated == 0", true));
    }

    /** Delivery is waited for nevertheless, by the counts. */
    @Test
    void runsWithoutAnAuditOnRequest() {
        RunResult result = verifiedRun(
                2,
                Workloads.small().rates(2000, 2000).durations(WARMUP, TEST).withoutAudit(),
                Map.of("duplicateEvery", "150"));

        assertThat(result.audit().verdict()).isEqualTo("off");
        assertThat(result.audit().complete()).isTrue();
        assertThat(result.audit().counts().acknowledged()).isEqualTo(4800);
        assertThat(result.audit().counts().delivered()).isEqualTo(4800);
        assertThat(result.intervals().stream()
                        .mapToLong(interval -> interval.counts().receipts().repeated())
                        .sum())
                .isEqualTo(32);
        // A busy host may send late, which is a finding of its own.
        assertThat(result.findings())
                .extracting(Finding::code)
                .doesNotContain(
                        FindingCode.MESSAGES_LOST, FindingCode.MESSAGES_DUPLICATED, FindingCode.MESSAGES_REORDERED);
        assertThat(result.reasons()).extracting(Reason::code).contains(ReasonCode.NOT_AUDITED);
    }
}
