package dev.weir.coordinator.figures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.audit.AuditResult;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySet;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NeverDeliveredTest {
    private static final long WAITED = 5_000_000;

    private final LatencySet measured = new LatencySet();

    NeverDeliveredTest() {
        // 100 messages were due: 10 not sent, 20 failed, 70 acknowledged.
        measured.of(Latency.SEND_DELAY).values().record(1, 90);
        measured.of(Latency.SEND_DELAY).lowerBounds().record(1000, 10);
        measured.of(Latency.SEND_CALL).values().record(1, 90);
        measured.of(Latency.PUBLISH_RESPONSE).values().record(2, 70);
        measured.of(Latency.PUBLISH_RESPONSE).lowerBounds().record(1000, 10);
        measured.of(Latency.PUBLISH_SERVICE).values().record(2, 70);
        for (int i = 1; i <= 20; i++) {
            measured.of(Latency.PUBLISH_RESPONSE).lowerBounds().record(100L * i, 1);
            measured.of(Latency.PUBLISH_SERVICE).lowerBounds().record(90L * i, 1);
        }
    }

    @Test
    void countsUnsentAndFailedMessagesOnceForEachSubscription() {
        received(140);

        LatencySet never = NeverDelivered.of(measured, audit(true, 0, 0, 0), 2, WAITED);

        assertBounds(never, Latency.END_TO_END_RESPONSE, 2 * (10 + 20), 2000);
        assertBounds(never, Latency.END_TO_END_SERVICE, 2 * 20, 1800);
    }

    /** Which ones is not known: the bounds that stay must not be larger than those of the others can be. */
    @Test
    void skipsAsManyMessagesAsWereDeliveredThoughTheyFailed() {
        received(70 + 15);

        LatencySet never = NeverDelivered.of(measured, audit(true, 0, 15, 0), 1, WAITED);

        assertBounds(never, Latency.END_TO_END_RESPONSE, 10 + 5, 1000);
        assertBounds(never, Latency.END_TO_END_SERVICE, 5, 450);
    }

    /** Messages that were received, lost and duplicated in the whole run, and how many of those due in the measurement are lost. */
    @ParameterizedTest
    @CsvSource({
        "66, 7, 3, 7",
        // Seven were lost in the whole run, and only two are missing from the measurement.
        "68, 7, 0, 2"
    })
    void lostMessagesCountWithTheTimeThatDeliveryWasAwaited(
            long received, long lost, long duplicated, long lostOfMeasurement) {
        received(received);

        LatencySet never = NeverDelivered.of(measured, audit(true, lost, 0, duplicated), 1, WAITED);

        for (Latency latency : List.of(Latency.END_TO_END_RESPONSE, Latency.END_TO_END_SERVICE)) {
            assertThat(bounds(never, latency).countAbove(WAITED - WAITED / 100)).isEqualTo(lostOfMeasurement);
        }
    }

    @Test
    void doesNotReportMessagesAsLostThatMayStillArrive() {
        received(60);

        LatencySet never = NeverDelivered.of(measured, audit(false, 10, 0, 0), 1, WAITED);

        assertThat(bounds(never, Latency.END_TO_END_SERVICE).count()).isEqualTo(20);
    }

    /** Without an audit, a message that failed may have been delivered; one that was not sent cannot. */
    @Test
    void countsOnlyUnsentMessagesWithoutAnAudit() {
        received(60);
        var off = AuditResult.off(true, 1, new AuditResult.Totals(70, 20, 0, 60, 0));

        LatencySet never = NeverDelivered.of(measured, off, 1, WAITED);

        assertThat(bounds(never, Latency.END_TO_END_RESPONSE).count()).isEqualTo(10);
        assertThat(never.has(Latency.END_TO_END_SERVICE)).isFalse();
    }

    @Test
    void countsNothingIfNothingIsToBeDelivered() {
        LatencySet never = NeverDelivered.of(measured, audit(true, 0, 0, 0), 0, WAITED);

        assertThat(never.has(Latency.END_TO_END_RESPONSE)).isFalse();
    }

    private void received(long messages) {
        measured.of(Latency.END_TO_END_RESPONSE).values().record(3, messages);
        measured.of(Latency.END_TO_END_SERVICE).values().record(3, messages);
    }

    private static void assertBounds(LatencySet set, Latency latency, long count, long maxNanos) {
        assertThat(bounds(set, latency).count()).isEqualTo(count);
        assertThat(bounds(set, latency).maxNanos()).isEqualTo(maxNanos);
    }

    private static LatencyHistogram bounds(LatencySet set, Latency latency) {
        return set.of(latency).lowerBounds();
    }

    private static AuditResult audit(boolean complete, long lost, long deliveredThoughFailed, long duplicated) {
        return new AuditResult(
                true,
                complete,
                1,
                new AuditResult.Totals(70, 20, 0, 70 - lost, 0),
                new AuditResult.Violations(lost, duplicated, OptionalLong.of(0), deliveredThoughFailed, 0),
                AuditResult.Blocks.NONE);
    }
}
