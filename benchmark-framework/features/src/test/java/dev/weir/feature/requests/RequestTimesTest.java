package dev.weir.feature.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.measure.RequestCounts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestTimesTest {
    private static final long DUE = 1_000_000;

    private final RequestTimes requests = new RequestTimes(3, true);

    @ParameterizedTest
    @CsvSource({"0, 1, 2", "1, 2, 0"})
    void aRequestIsAnsweredByTheLastAcknowledgementFromItsFirstSendCallOn(int first, int second, int third) {
        acknowledge(first, DUE + 10L * (first + 1), DUE + 100);
        acknowledge(second, DUE + 10L * (second + 1), DUE + 200);
        assertThat(answered()).isZero();
        acknowledge(third, DUE + 10L * (third + 1), DUE + 300);

        assertThat(answered()).isOne();
        assertThat(only(Latency.REQUEST_RESPONSE)).isEqualTo(300);
        assertThat(only(Latency.REQUEST_SERVICE)).isEqualTo(290);
    }

    @Test
    void aRequestWithAMessageThatWasGivenUpIsNeverAnswered() {
        requests.failed(1);
        acknowledge(0, DUE, DUE + 100);
        acknowledge(2, DUE, DUE + 200);
        assertThat(answered()).isZero();

        for (int sequence = 3; sequence < 6; sequence++) {
            acknowledge(sequence, DUE + 1, DUE + 500);
        }
        assertThat(requests.requests(6)).isEqualTo(new RequestCounts(1, 1, 0, 0, 0, 0));
        assertThat(only(Latency.REQUEST_RESPONSE)).isEqualTo(500);
    }

    /** 5,000 of them, far more than there is room for at first, in any order; the oldest is held back to the end. */
    @Test
    void keepsRequestsInFlightApart() {
        List<Integer> sequences =
                new ArrayList<>(IntStream.range(1, 15_000).boxed().toList());
        Collections.shuffle(sequences, new Random(1));
        sequences.forEach(sequence -> acknowledge(sequence, DUE + sequence / 3, DUE + 100_000 + sequence / 3));
        assertThat(answered()).isEqualTo(4_999);
        acknowledge(0, DUE, DUE + 100_000);

        LatencySamples service = measured().of(Latency.REQUEST_SERVICE);
        assertThat(service.count()).isEqualTo(5_000);
        assertThat(service.minNanos()).isEqualTo(service.percentileNanos(0));
        assertThat(service.minNanos()).isBetween(99_900L, 100_000L);
        assertThat(service.maxNanos()).isBetween(100_000L, 100_100L);

        IntStream.range(0, 3).forEach(i -> acknowledge(15_000 + i, DUE, DUE + 7 + i));
        assertThat(answered()).isEqualTo(5_001);
    }

    @Test
    void withoutAScheduleThereAreServiceTimesOnly() {
        var unscheduled = new RequestTimes(1, false);
        unscheduled.acknowledged(true, 0, DUE, DUE, DUE + 5);
        var measured = new LatencySet();
        unscheduled.latencies().forEach(source -> source.drainInto(new LatencySet(), measured));

        assertThat(measured.has(Latency.REQUEST_RESPONSE)).isFalse();
        assertThat(measured.of(Latency.REQUEST_SERVICE).maxNanos()).isEqualTo(5);
    }

    private void acknowledge(long sequence, long sentNanos, long nowNanos) {
        requests.acknowledged(true, sequence, DUE, sentNanos, nowNanos);
    }

    private long answered() {
        return requests.requests(0).answered();
    }

    private LatencySet measured() {
        var measured = new LatencySet();
        requests.latencies().forEach(source -> source.addAllMeasuredTo(measured));
        return measured;
    }

    private long only(Latency latency) {
        LatencySamples samples = measured().of(latency);
        assertThat(samples.count()).isOne();
        return samples.maxNanos();
    }
}
