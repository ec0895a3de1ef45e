package dev.weir.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistogramLogTest {
    private static final long START = 1_700_000_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path folder;

    @Test
    void isReadByHdrHistogramItself() throws IOException {
        Path file = folder.resolve("run.hlog");
        try (var log = new HistogramLog(Files.newOutputStream(file), START)) {
            log.interval(0, START, START + SECOND);
            log.append(true, "host-1:8080", START, START + SECOND, set(5, 0));
            log.interval(1, START + SECOND, START + 2 * SECOND);
            log.append(false, "host-1:8080", START + SECOND, START + 2 * SECOND, set(7, 3));
            // What a killed coordinator leaves: nothing is held back until the log is closed.
            assertThat(read(file)).hasSize(3);
        }

        List<Histogram> read = read(file);
        long start = START / 1_000_000;
        assertThat(read)
                .extracting(
                        Histogram::getTag,
                        Histogram::getTotalCount,
                        Histogram::getStartTimeStamp,
                        Histogram::getEndTimeStamp)
                .containsExactly(
                        tuple("warmUp.sendDelay@host-1:8080", 5L, start, start + 1000),
                        tuple("sendDelay@host-1:8080", 7L, start + 1000, start + 2000),
                        tuple("sendDelay.negative@host-1:8080", 3L, start + 1000, start + 2000));
        assertThat(read.get(1).getMaxValue()).isEqualTo(1000);
    }

    private static LatencySet set(int positive, int negative) {
        var set = new LatencySet();
        set.of(Latency.SEND_DELAY).values().record(1000, positive);
        set.of(Latency.SEND_DELAY).negativeMagnitudes().record(1000, negative);
        return set;
    }

    private static List<Histogram> read(Path file) throws IOException {
        List<Histogram> all = new ArrayList<>();
        try (var reader = new HistogramLogReader(file.toFile())) {
            for (EncodableHistogram next = reader.nextIntervalHistogram();
                    next != null;
                    next = reader.nextIntervalHistogram()) {
                all.add((Histogram) next);
            }
        }
        return all;
    }
}
