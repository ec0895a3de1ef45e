package dev.weir.worker.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.measure.PairRecorder;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecordersTest {
    private static final int MANY = 10_000;

    @Test
    void fewProducersHaveTheirOwn() {
        var recorders = new Recorders(true, false, false, false);

        assertThat(recorders.ofProducer(Latency.SEND_DELAY, Latency.SEND_CALL, 1))
                .isNotSameAs(recorders.ofProducer(Latency.SEND_DELAY, Latency.SEND_CALL, 9));
    }

    @Test
    void tenThousandProducersAndConsumersShareAFewDozen() {
        var recorders = new Recorders(true, true, true, false);
        Set<PairRecorder> different = new HashSet<>();
        for (int client = 0; client < MANY; client++) {
            PairRecorder sends = recorders.ofProducer(Latency.SEND_DELAY, Latency.SEND_CALL, client);
            PairRecorder answers = recorders.ofProducer(Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE, client);
            PairRecorder receipts = recorders.ofConsumer(client % 2, false, client, true);
            sends.record(true, client, 1);
            answers.record(true, 2, 3);
            receipts.record(true, 5, 4);
            different.addAll(List.of(sends, answers, receipts));
            recorders.late().record(7);
        }

        assertThat(different).hasSizeLessThanOrEqualTo(32);
        var measured = new LatencySet();
        var late = new LatencySamples();
        recorders.drainInto(new LatencySet(), measured, late);
        assertThat(measured.of(Latency.SEND_DELAY).count()).isEqualTo(MANY);
        assertThat(measured.of(Latency.SEND_DELAY).maxNanos()).isBetween(MANY - 10L, MANY + 10L);
        assertThat(measured.of(Latency.PUBLISH_SERVICE).count()).isEqualTo(MANY);
        assertThat(measured.of(Latency.END_TO_END_RESPONSE).count()).isEqualTo(MANY);
        assertThat(late.count()).isEqualTo(MANY);
    }

    @Test
    void takesTheSamplesOfASubscriptionOnce() {
        var recorders = new Recorders(true, false, true, false);
        recorders.ofConsumer(0, false, 1, true).record(true, 5, 4);
        recorders.ofConsumer(0, true, 1, true).record(true, 5, 4);
        recorders.ofConsumer(1, false, 2, true).record(true, 5, 4);

        var measured = new LatencySet();
        var sameHost = new LatencySet();
        recorders.takeSubscription(0, measured, sameHost);
        recorders.takeSubscription(0, measured, sameHost);

        assertThat(measured.of(Latency.END_TO_END_RESPONSE).count()).isEqualTo(1);
        assertThat(sameHost.of(Latency.END_TO_END_RESPONSE).count()).isEqualTo(1);
    }
}
