package dev.weir.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatencyRecorderTest {
    private final LatencyRecorder recorder = new LatencyRecorder();
    private final LatencySamples samples = new LatencySamples();

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
}
