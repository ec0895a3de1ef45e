package dev.weir.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PairRecorderTest {
    private static final long START = 1_700_000_000_000_000_000L;

    private final MeasurementWindow window = new MeasurementWindow();
    private final PairRecorder recorder = new PairRecorder(Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE, true);
    private final LatencySet warmup = new LatencySet();
    private final LatencySet measured = new LatencySet();

    @Test
    void countsAMessageInThePhaseInWhichItWasDueHoweverLateItIs() {
        window.startAt(START);
        recorder.record(window.includes(START - 1), 5_000_000_000L, 10);
        recorder.record(window.includes(START), 30, 20);
        recorder.record(window.includes(START + 1), 50, 40);
        recorder.drainInto(warmup, measured);

        assertThat(values(warmup, Latency.PUBLISH_RESPONSE).count()).isEqualTo(1);
        assertThat(values(warmup, Latency.PUBLISH_RESPONSE).maxNanos()).isGreaterThanOrEqualTo(5_000_000_000L);
        assertThat(values(warmup, Latency.PUBLISH_SERVICE).maxNanos()).isEqualTo(10);
        assertThat(values(measured, Latency.PUBLISH_RESPONSE).count()).isEqualTo(2);
        assertThat(values(measured, Latency.PUBLISH_RESPONSE).maxNanos()).isEqualTo(50);
        assertThat(values(measured, Latency.PUBLISH_SERVICE).minNanos()).isEqualTo(20);
        assertThat(values(measured, Latency.SEND_CALL).count()).isZero();
    }

    @Test
    void measuresNothingUntilTheWindowIsSet() {
        recorder.record(window.includes(Long.MAX_VALUE - 1), 1, 1);
        recorder.drainInto(warmup, measured);

        assertThat(values(warmup, Latency.PUBLISH_RESPONSE).count()).isEqualTo(1);
        assertThat(values(measured, Latency.PUBLISH_RESPONSE).count()).isZero();
    }

    @Test
    void reportsAllSamplesWhateverHasBeenDrained() {
        window.startAt(START);
        recorder.record(window.includes(START - 1), 7, 7);
        recorder.record(window.includes(START), 30, -20);
        recorder.drainInto(warmup, measured);
        recorder.record(window.includes(START + 1), 5_000_000_000L, 40);
        var all = new LatencySet();
        recorder.addAllMeasuredTo(all);
        recorder.drainInto(warmup, measured);

        assertThat(values(all, Latency.PUBLISH_RESPONSE).count()).isEqualTo(2);
        assertThat(values(all, Latency.PUBLISH_RESPONSE).maxNanos()).isGreaterThanOrEqualTo(5_000_000_000L);
        assertThat(values(measured, Latency.PUBLISH_RESPONSE).count()).isEqualTo(2);
        assertThat(all.of(Latency.PUBLISH_SERVICE).negativeMagnitudes().count()).isEqualTo(1);
        assertThat(all.of(Latency.PUBLISH_SERVICE).count()).isEqualTo(2);
    }

    private static LatencyHistogram values(LatencySet set, Latency latency) {
        return set.of(latency).values();
    }
}
