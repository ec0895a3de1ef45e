package dev.weir.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketCountsTest {

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                1022,
                1023,
                1024,
                1025,
                2046,
                2047,
                2048,
                2049,
                4095,
                4096,
                1L << 40,
                (1L << 62) - 1,
                1L << 62,
                Long.MAX_VALUE - 1,
                Long.MAX_VALUE
            })
    void putsAValueIntoTheBucketOfHdrHistogram(long value) {
        var counts = new BucketCounts(false);
        counts.increment(value);
        var drained = new LatencyHistogram();
        counts.drainInto(drained);
        var theirs = new Histogram(3);
        theirs.recordValue(value);

        // Not equals(): to HdrHistogram a smallest value of Long.MAX_VALUE means that there is none.
        assertThat(drained.count()).isEqualTo(1);
        assertThat(HdrForm.of(drained).getCountAtValue(value)).isEqualTo(1);
        assertThat(drained.maxNanos()).isEqualTo(theirs.getMaxValue());
    }

    @Test
    void countsEveryValueOfManyThreadsWhereItIsShared() throws InterruptedException {
        var counts = new BucketCounts(true);
        List<Thread> writers = new ArrayList<>();
        for (int writer = 0; writer < 4; writer++) {
            var thread = new Thread(() -> {
                for (int i = 0; i < 200_000; i++) {
                    counts.increment(i % 5_000);
                }
            });
            thread.start();
            writers.add(thread);
        }
        var drained = new LatencyHistogram();
        while (writers.stream().anyMatch(Thread::isAlive)) {
            counts.drainInto(drained);
        }
        for (Thread writer : writers) {
            writer.join();
        }
        counts.drainInto(drained);

        assertThat(drained.count()).isEqualTo(800_000);
    }

    @Test
    void putsValuesOfEveryMagnitudeIntoTheBucketsOfHdrHistogram() {
        var random = new SplittableRandom(4);
        var counts = new BucketCounts(false);
        var drained = new LatencyHistogram();
        var theirs = new Histogram(3);
        for (int i = 0; i < 500_000; i++) {
            long value = random.nextLong() >>> random.nextInt(1, 64);
            counts.increment(value);
            theirs.recordValue(value);
            if (i % 50_000 == 0) {
                counts.drainInto(drained);
            }
        }
        counts.drainInto(drained);

        assertThat(HdrForm.of(drained)).isEqualTo(theirs);
    }

    @Test
    void losesAndDuplicatesNothingUnderARunningWriter() throws InterruptedException {
        int values = 5_000_000;
        var counts = new BucketCounts(false);
        var theirs = new Histogram(3);
        var writer = new Thread(
                () -> {
                    var random = new SplittableRandom(5);
                    for (int i = 0; i < values; i++) {
                        long value = random.nextLong() >>> random.nextInt(20, 64);
                        counts.increment(value);
                        theirs.recordValue(value);
                    }
                },
                "writer");
        writer.start();
        var drained = new LatencyHistogram();
        int drains = 0;
        do {
            counts.drainInto(drained);
            drains++;
        } while (writer.isAlive());
        writer.join();
        counts.drainInto(drained);

        assertThat(HdrForm.of(drained)).isEqualTo(theirs);
        assertThat(drained.count()).isEqualTo(values);
        assertThat(drains).isPositive();
    }
}
