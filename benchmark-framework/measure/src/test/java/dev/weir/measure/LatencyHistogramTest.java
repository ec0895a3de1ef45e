package dev.weir.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyHistogramTest {
    @Test
    void comesBackFromBothOfItsForms() {
        for (LatencyHistogram histogram : List.of(filled(6), new LatencyHistogram())) {
            assertThat(List.of(
                            LatencyHistogram.decode(histogram.encode()),
                            LatencyHistogram.decodeCompressed(histogram.encodeCompressed())))
                    .allSatisfy(back -> assertThat(back.encode()).isEqualTo(histogram.encode()))
                    .allSatisfy(back -> assertThat(back.count()).isEqualTo(histogram.count()));
        }
    }

    /** Decoded and compacted ones on their way too, as they come from workers. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void hasTheFiguresOfHdrHistogram(long seed) throws DataFormatException {
        var theirs = new Histogram(3);
        var ours = new LatencyHistogram();
        var random = new SplittableRandom(seed);
        for (int part = 0; part < 20; part++) {
            var some = new LatencyHistogram();
            for (int i = 0; i < 200; i++) {
                long value = random.nextLong() >>> random.nextInt(20, 64);
                long times = random.nextInt(1, 1000);
                some.record(value, times);
                theirs.recordValueWithCount(value, times);
            }
            ours.add(random.nextBoolean() ? LatencyHistogram.decode(some.encode()) : some);
            if (random.nextInt(3) == 0) {
                ours.compact();
            }
        }

        assertThat(inHdrForm(ours)).isEqualTo(theirs);
        assertThat(LatencyHistogram.decodeCompressed(bytes(theirs)).encode()).isEqualTo(ours.encode());
        assertThat(ours.count()).isEqualTo(theirs.getTotalCount());
        assertThat(ours.maxNanos()).isEqualTo(theirs.getMaxValue());
        assertThat(ours.minNanos()).isEqualTo(theirs.getMinValue());
        assertThat(ours.meanNanos()).isEqualTo(theirs.getMean());
        for (double percentile = 0; percentile <= 100; percentile += 0.1) {
            assertThat(percentileNanos(ours, percentile)).isEqualTo(theirs.getValueAtPercentile(percentile));
        }
    }

    /** A search continues where the last one ended, but not when samples came or went since then. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void hasThePercentilesOfHdrHistogramInAnyOrderAndBetweenChanges(long seed) {
        var theirs = new Histogram(3);
        var ours = new LatencyHistogram();
        var random = new SplittableRandom(seed);
        for (int change = 0; change < 300; change++) {
            long value = random.nextLong() >>> random.nextInt(20, 64);
            var some = new LatencyHistogram();
            some.record(value, 3);
            switch (random.nextInt(5)) {
                case 0 -> ours.record(value, 3);
                case 1 -> ours.add(some);
                case 2 -> ours.add(LatencyHistogram.decode(some.encode()));
                case 3 -> {
                    ours.add(some);
                    ours.compact();
                }
                default -> {
                    ours.clear();
                    ours.add(some);
                    theirs.reset();
                }
            }
            theirs.recordValueWithCount(value, 3);
            for (int i = 0; i < 5; i++) {
                double percentile = random.nextDouble(0, 100);
                assertThat(percentileNanos(ours, percentile)).isEqualTo(theirs.getValueAtPercentile(percentile));
            }
        }
    }

    @Test
    void isNotChangedByWhatItWasAddedTo() {
        LatencyHistogram one = LatencyHistogram.decode(filled(13).encode());
        byte[] before = one.encode();
        var sum = new LatencyHistogram();
        sum.add(one);
        sum.add(filled(14));
        sum.compact();
        sum.record(5, 1);

        assertThat(one.encode()).isEqualTo(before);
    }

    @Test
    void refusesBytesThatAreNoHistogram() {
        var random = new SplittableRandom(9);
        for (int i = 0; i < 2000; i++) {
            byte[] garbage = new byte[random.nextInt(200)];
            random.nextBytes(garbage);

            assertThatThrownBy(() -> LatencyHistogram.decodeCompressed(garbage))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("not a compressed histogram: ")
                    .hasMessageNotContaining("null");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "05, it ends inside a count",
        "85, it ends inside a count",
        "0581, it ends inside a count",
        "0500, its counts cannot be read",
        "05808000, its counts cannot be read",
        "0581808080808080808001, its counts cannot be read",
        "FFFF0301, it has too many buckets",
        "8080808001, it has too many buckets",
        "00FFFFFFFFFFFFFFFF7F0001, its counts cannot be read",
    })
    void refusesImpossibleCounts(String bytes, String why) {
        assertThatThrownBy(() -> LatencyHistogram.decode(HexFormat.of().parseHex(bytes)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a histogram: " + why);
    }

    /** Five digits make a histogram of 50 MB of forty bytes: the header is looked at before anything is made. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4, 5})
    void refusesOtherDigits(int digits) {
        var fine = new Histogram(digits);
        fine.recordValue(77_777_777);

        assertThatThrownBy(() -> LatencyHistogram.decodeCompressed(bytes(fine)))
                .hasMessage("not a compressed histogram: it must have 3 significant digits, got " + digits);
    }

    @Test
    void refusesAnotherUnit() {
        var coarse = new Histogram(1024, Long.MAX_VALUE / 2, 3);
        coarse.recordValue(77_777_777);

        assertThatThrownBy(() -> LatencyHistogram.decodeCompressed(bytes(coarse)))
                .hasMessage("not a compressed histogram: it must count in units of 1, got 1024");
    }

    /** Our histogram as the library reads it. */
    static Histogram inHdrForm(LatencyHistogram histogram) throws DataFormatException {
        return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(histogram.encodeCompressed()), 0);
    }

    private static byte[] bytes(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity() + 64);
        return Arrays.copyOf(buffer.array(), histogram.encodeIntoCompressedByteBuffer(buffer));
    }

    private static long percentileNanos(LatencyHistogram values, double percentile) {
        return new LatencySamples(values, new LatencyHistogram(), new LatencyHistogram()).percentileNanos(percentile);
    }

    private static LatencyHistogram filled(long seed) {
        var random = new SplittableRandom(seed);
        var histogram = new LatencyHistogram();
        for (int i = 0; i < 1000; i++) {
            histogram.record(random.nextLong() >>> random.nextInt(20, 64), random.nextInt(1, 100_000));
        }
        return histogram;
    }

    @Test
    void skipsTheLargest() {
        var histogram = new LatencyHistogram();
        for (int value = 1; value <= 100; value++) {
            histogram.record(value, 2);
        }

        assertThat(histogram.withoutLargest(51).count()).isEqualTo(149);
        assertThat(histogram.withoutLargest(51).maxNanos()).isEqualTo(75);
        assertThat(histogram.withoutLargest(0).count()).isEqualTo(200);
        assertThat(histogram.withoutLargest(1000).count()).isZero();
    }
}
