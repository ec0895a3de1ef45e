package dev.weir.measure;

import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(read)
                .extracting(Histogram::getTag)
                .containsExactly(
                        "warmUp.sendDelay@host-1:8080", "sendDelay@host-1:8080", "sendDelay.negative@host-1:8080");
        assertThat(read).extracting(Histogram::getTotalCount).containsExactly(5L, 7L, 3L);
        assertThat(read)
                .extracting(Histogram::getStartTimeStamp)
                .containsExactly(START / 1_000_000, START / 1_000_000 + 1000, START / 1_000_000 + 1000);
        assertThat(read)
                .extracting(Histogram::getEndTimeStamp)
                .containsExactly(START / 1_000_000 + 1000, START / 1_000_000 + 2000, START / 1_000_000 + 2000);
        assertThat(read.get(1).getMaxValue()).isEqualTo(1000);
    }

    private static LatencySet set(int positive, int negative) {
        var recorder = new LatencyRecorder();
        for (int i = 0; i < positive; i++) {
            recorder.record(1000);
        }
        for (int i = 0; i < negative; i++) {
            recorder.record(-1000);
        }
        var set = new LatencySet();
        recorder.drainInto(set.of(Latency.SEND_DELAY));
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
