package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.search.SearchPoint;
import dev.weir.workload.Workloads;
import dev.weir.workload.goal.Threshold;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ThresholdRunTest extends WholeRuns {
    /** A driver that fails every tenth message, in a run that would take an hour. */
    @Test
    void endsTheRunInGoodOrderWhenOneWithAbortIsMissed() {
        var threshold =
                new Threshold(Workloads.condition("failed < 30"), Optional.empty(), true, Duration.ofMillis(200));
        Workloads workload = Workloads.small()
                .durations(Duration.ofMillis(200), Duration.ofHours(1))
                .goals(List.of(threshold));

        RunResult result = verifiedRun(2, workload, Map.of("failEvery", "10"));

        assertThat(result.failure()).isEmpty();
        assertThat(result.interrupted()).isFalse();
        assertThat(result.throughput().seconds()).isLessThan(30);
        assertThat(result.findings()).extracting(Finding::code).contains(FindingCode.ENDED_BY_THRESHOLD);
        assertThat(result.audit().complete()).isTrue();
        assertThat(result.thresholds().get(0).endedRun()).isTrue();
        assertThat(result.thresholds().get(0).isMissed()).isTrue();
        assertThat(result.thresholds().get(0).number().orElseThrow()).isGreaterThanOrEqualTo(30);
    }

    /**
     * Of messages that are acknowledged and never delivered it is known for how long delivery was waited for: until
     * consumers had read all logs to their ends.
     */
    @Test
    void missesAnEndToEndLimitForMessagesThatAreLost() {
        RunResult result = run(2, Workloads.small().thresholds("endToEndResponse.p95 < 1s"), Map.of("loseEvery", "10"));

        assertThat(result.thresholds().get(0).isMissed()).isTrue();
        assertThat(result.thresholds().get(0).greaterThan()).isTrue();
        assertThat(result.thresholds().get(0).number().orElseThrow()).isPositive();
        for (Latency latency : List.of(Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE)) {
            LatencySamples endToEnd = result.measured().of(latency);
            long due = result.measured().of(Latency.SEND_DELAY).count()
                    + (latency == Latency.END_TO_END_RESPONSE
                            ? result.weir().load().unsent().orElseThrow()
                            : 0);
            assertThat(endToEnd.total()).as(latency.key()).isEqualTo(due);
            assertThat(endToEnd.censored())
                    .as(latency.key())
                    .isBetween(
                            due / 10, due / 10 + result.weir().load().unsent().orElseThrow());
        }
        assertThat(result.measured().of(Latency.PUBLISH_SERVICE).censored()).isZero();
    }

    /** Their senders gave them up, and nothing is missing at the consumers. */
    @Test
    void doesNotMissAnEndToEndLimitForMessagesThatFailedAndWereDelivered() {
        RunResult result = run(
                2,
                Workloads.small().thresholds("endToEndService.p90 < 1h", "publishService.p90 < 1h"),
                Map.of("deliverFailedEvery", "4"));

        assertThat(result.thresholds().get(0).met()).isTrue();
        assertThat(result.thresholds().get(1).isMissed()).isTrue();
        assertThat(result.measured().of(Latency.END_TO_END_SERVICE).censored()).isZero();
        assertThat(result.findings())
                .extracting(Finding::code)
                .contains(FindingCode.OPERATIONS_FAILED, FindingCode.DELIVERED_THOUGH_FAILED);
        assertThat(result.audit().counts().failed())
                .isEqualTo(result.audit().violations().deliveredThoughFailed())
                .isEqualTo(350);
        assertThat(result.audit().counts().delivered()).isEqualTo(1400);
        assertThat(result.audit().violations().duplicated()).isZero();
        SearchPoint probe = SearchPoint.of(SearchPoint.Kind.PROBE, result, folder.resolve("probe.json"));
        assertThat(probe.sustained()).isFalse();
        assertThat(probe.why()).startsWith("publishService.p90 < 1h: > ");
    }
}
