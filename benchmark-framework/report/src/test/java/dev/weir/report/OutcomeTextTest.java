package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.code.Reason;
import dev.weir.result.code.Reason.NamedFigures;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.RunDetails.RunMeasurements;
import dev.weir.result.document.RunDetails.RunVerdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutcomeTextTest {
    private static final long MILLI = 1_000_000;
    private static final Reason LATE = explains(ReasonCode.SENDS_LATE, Severity.NOTE, 100);
    private static final Reason EMBEDDED =
            Reason.of(ReasonCode.EMBEDDED_CLUSTER, "the brokers shared this host with their load");

    private final LatencySet measured = new LatencySet();

    @ParameterizedTest
    @CsvSource({"5,''", "100,p90", "1000,p99", "20000,p99.9", "200000,p99.99"})
    void aValidRunHoldsUpToThePercentileThatHasEnoughSamples(int messages, String last) {
        measured.of(Latency.PUBLISH_RESPONSE).values().record(MILLI, 1_000_000);
        measured.of(Latency.END_TO_END_RESPONSE).values().record(2 * MILLI, messages);

        assertThat(valid())
                .isEqualTo("Weir found nothing in itself that puts these figures in doubt, "
                        + (last.isEmpty()
                                ? "but percentiles of latencies do not hold."
                                : "up to the " + last + " of latencies."));
    }

    @Test
    void aValidRunHoldsBelowWhatWeirItselfExplains() {
        measured.of(Latency.PUBLISH_RESPONSE).values().record(MILLI, 1_000_000);

        assertThat(valid(LATE)).contains("up to the p99.99 of");
        assertThat(valid(LATE, explains(ReasonCode.WORKER_PAUSED, Severity.NOTE, 99.99)))
                .contains("up to the p99.9 of");
    }

    @Test
    void aValidRunHoldsBelowMessagesThatNeverEnded() {
        measured.of(Latency.PUBLISH_RESPONSE).values().record(MILLI, 1_000_000);
        measured.of(Latency.PUBLISH_RESPONSE).lowerBounds().record(MILLI, 30_000);

        assertThat(valid()).contains("up to the p95 of");
    }

    @Test
    void namesAnEmbeddedCluster() {
        assertThat(valid(EMBEDDED))
                .isEqualTo(
                        "Weir found nothing in itself that puts these figures in doubt. They are those of an embedded"
                                + " cluster, whose brokers share this host with their load.");
    }

    @Test
    void theReasonThatWeighsMostComesFirst() {
        Reason gaps = Reason.of(ReasonCode.BROKER_METRICS_MISSING, "an endpoint did not answer");
        Reason saturated = Reason.of(ReasonCode.HOST_SATURATED, Severity.DEGRADED, "no CPU time left");
        Reason hiccups = explains(ReasonCode.WORKER_PAUSED, Severity.DEGRADED, 99.9);
        Reason collections = explains(ReasonCode.WORKER_PAUSED, Severity.DEGRADED, 50);
        Reason nothing = Reason.of(ReasonCode.NOTHING_MEASURED, "nothing was measured");
        List<Reason> reasons = List.of(gaps, LATE, EMBEDDED, saturated, hiccups, collections, nothing);
        var verdict = new RunVerdict(reasons, List.of(), Optional.empty(), false);

        assertThat(verdict.reasons()).containsExactly(nothing, collections, hiccups, saturated, EMBEDDED, LATE, gaps);
        assertThat(OutcomeText.unreliable(verdict.reasons(), Severity.DEGRADED)).contains(collections.text());
    }

    private static Reason explains(ReasonCode code, Severity severity, double percentile) {
        return Reason.of(code, severity, "from " + percentile)
                .with(new NamedFigures().with(Reason.FROM_PERCENTILE, percentile));
    }

    private String valid(Reason... reasons) {
        return OutcomeText.valid(
                RunMeasurements.latencies(measured, OptionalLong.empty(), List.of()), List.of(reasons));
    }
}
