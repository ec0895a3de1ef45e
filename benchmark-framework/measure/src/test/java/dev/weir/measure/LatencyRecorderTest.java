package dev.weir.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.measure.PartitionRecorder.PartitionFigures;
import org.junit.jupiter.api.Test;

class LatencyRecorderTest {
    private static final long START = 1_700_000_000_000_000_000L;

    private final LatencyRecorder recorder = new LatencyRecorder();
    private final LatencySamples samples = new LatencySamples();

    private final MeasurementWindow window = new MeasurementWindow();
    private final PairRecorder pairs = new PairRecorder(Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE, true);
    private final LatencySet warmup = new LatencySet();
    private final LatencySet measured = new LatencySet();

    @Test
    void keepsNegativeSamplesByTheirMagnitude() {
        recorder.record(0);
        recorder.record(250);
        recorder.record(-1);
        recorder.record(-500);
        recorder.record(Long.MIN_VALUE);
        recorder.drainInto(samples);

        assertThat(samples.count()).isEqualTo(5);
        assertThat(samples.values().count()).isEqualTo(2);
        assertThat(samples.values().maxNanos()).isEqualTo(250);
        assertThat(samples.negativeMagnitudes().count()).isEqualTo(3);
        assertThat(samples.negativeMagnitudes().minNanos()).isEqualTo(1);
        assertThat(samples.negativeMagnitudes().nanosOfRank(2)).isEqualTo(500);
        assertThat(samples.negativeMagnitudes().maxNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void addsToTheSamplesOfTheTarget() {
        recorder.record(1);
        recorder.drainInto(samples);
        recorder.record(-2);
        recorder.drainInto(samples);
        var all = new LatencySamples();
        all.add(samples);
        all.add(samples);

        assertThat(samples.count()).isEqualTo(2);
        assertThat(all.count()).isEqualTo(4);
        assertThat(all.negativeMagnitudes().count()).isEqualTo(2);
    }

    @Test
    void countsAMessageInThePhaseInWhichItWasDueHoweverLateItIs() {
        // Nothing is measured until the window is set.
        pairs.record(window.includes(Long.MAX_VALUE - 1), 1, 1);
        window.startAt(START);
        pairs.record(window.includes(START - 1), 5_000_000_000L, 10);
        pairs.record(window.includes(START), 30, 20);
        pairs.record(window.includes(START + 1), 50, 40);
        pairs.drainInto(warmup, measured);

        assertThat(values(warmup, Latency.PUBLISH_RESPONSE).count()).isEqualTo(2);
        assertThat(values(warmup, Latency.PUBLISH_RESPONSE).maxNanos()).isGreaterThanOrEqualTo(5_000_000_000L);
        assertThat(values(warmup, Latency.PUBLISH_SERVICE).maxNanos()).isEqualTo(10);
        assertThat(values(measured, Latency.PUBLISH_RESPONSE).count()).isEqualTo(2);
        assertThat(values(measured, Latency.PUBLISH_RESPONSE).maxNanos()).isEqualTo(50);
        assertThat(values(measured, Latency.PUBLISH_SERVICE).minNanos()).isEqualTo(20);
        assertThat(values(measured, Latency.SEND_CALL).count()).isZero();
    }

    @Test
    void reportsAllSamplesWhateverHasBeenDrained() {
        window.startAt(START);
        pairs.record(window.includes(START - 1), 7, 7);
        pairs.record(window.includes(START), 30, -20);
        pairs.drainInto(warmup, measured);
        pairs.record(window.includes(START + 1), 5_000_000_000L, 40);
        var all = new LatencySet();
        pairs.addAllMeasuredTo(all);
        pairs.drainInto(warmup, measured);

        assertThat(values(all, Latency.PUBLISH_RESPONSE).count()).isEqualTo(2);
        assertThat(values(all, Latency.PUBLISH_RESPONSE).maxNanos()).isGreaterThanOrEqualTo(5_000_000_000L);
        assertThat(values(measured, Latency.PUBLISH_RESPONSE).count()).isEqualTo(2);
        assertThat(all.of(Latency.PUBLISH_SERVICE).negativeMagnitudes().count()).isEqualTo(1);
        assertThat(all.of(Latency.PUBLISH_SERVICE).count()).isEqualTo(2);
    }

    /** A topic can get more partitions while a run uses it. */
    @Test
    void ignoresPartitionsThatWereAddedLater() {
        var partitions = new PartitionRecorder(16);
        partitions.record(3, true, 5);
        partitions.record(16, true, 5);
        partitions.record(4000, true, 5);

        assertThat(partitions.figures()).extracting(PartitionFigures::partition).containsExactly(3);
    }

    private static LatencyHistogram values(LatencySet set, Latency latency) {
        return set.of(latency).values();
    }
}
