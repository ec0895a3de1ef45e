package dev.weir.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PartitionRecorderTest {
    /** A topic can get more partitions while a run uses it. */
    @Test
    void ignoresPartitionsThatWereAddedLater() {
        var recorder = new PartitionRecorder(16);
        recorder.record(3, true, 5);
        recorder.record(16, true, 5);
        recorder.record(4000, true, 5);

        assertThat(recorder.figures()).extracting(PartitionFigures::partition).containsExactly(3);
    }
}
