package dev.weir.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.measure.LatencyRecorder.BucketCounts;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketCountsTest {

    @ParameterizedTest
    @ValueSource(
            longs = {
                0, 1, 1022, 1023, 1024, 1025,
                2046, 2047, 2048, 2049, 4095, 4096,
                4097, 1L << 40, (1L << 62) - 1, 1L << 62, Long.MAX_VALUE - 1, Long.MAX_VALUE
            })
    void putsAValueIntoTheBucketOfHdrHistogram(long value) throws DataFormatException {
        var counts = new BucketCounts(false);
        counts.increment(value);
        var drained = new LatencyHistogram();
        counts.drainInto(drained);
        var theirs = new Histogram(3);
        theirs.recordValue(value);

        // Not equals(): to HdrHistogram a smallest value of Long.MAX_VALUE means that there is none.
        assertThat(drained.count()).isEqualTo(1);
        assertThat(LatencyHistogramTest.inHdrForm(drained).getCountAtValue(value))
                .isEqualTo(1);
        assertThat(drained.maxNanos()).isEqualTo(theirs.getMaxValue());
    }

    @Test
    void countsEveryValueOfManyThreadsWhereItIsShared() {
        var counts = new BucketCounts(true);
        Runnable write = () -> {
            for (int i = 0; i < 200_000; i++) {
                counts.increment(i % 5_000);
            }
        };
        List<Thread> writers = Stream.generate(() -> new Thread(write)).limit(4).toList();
        writers.forEach(Thread::start);
        var drained = new LatencyHistogram();
        while (writers.stream().anyMatch(Thread::isAlive)) {
            counts.drainInto(drained);
        }
        counts.drainInto(drained);

        assertThat(drained.count()).isEqualTo(800_000);
    }

    @Test
    void losesAndDuplicatesNoValueOfAnyMagnitudeUnderARunningWriter() throws DataFormatException {
        int values = 5_000_000;
        var counts = new BucketCounts(false);
        var theirs = new Histogram(3);
        var writer = new Thread(
                () -> {
                    var random = new SplittableRandom(5);
                    for (int i = 0; i < values; i++) {
                        long value = random.nextLong() >>> random.nextInt(1, 64);
                        counts.increment(value);
                        theirs.recordValue(value);
                    }
                },
                "writer");
        writer.start();
        var drained = new LatencyHistogram();
        do {
            counts.drainInto(drained);
        } while (writer.isAlive());
        counts.drainInto(drained);

        assertThat(LatencyHistogramTest.inHdrForm(drained)).isEqualTo(theirs);
        assertThat(drained.count()).isEqualTo(values);
    }
}
