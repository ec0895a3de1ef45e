package dev.weir.wire.message;

import dev.weir.audit.SequenceSet;
import dev.weir.fuzz.Fuzz;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import dev.weir.wire.MessageCodec;
import dev.weir.wire.MessageSamples;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program that connects to a worker can send it any bytes. */
@Timeout(value = 6, unit = TimeUnit.HOURS) // The soak asks for more.
class MessageFuzzTest {
    private final MessageCodec codec = new MessageCodec();

    @Test
    void messages() {
        Fuzz.run("messages", MessageSamples.all().stream().map(codec::encode).toList(), 64, 20_000, input -> {
            try {
                codec.encode(codec.decode(input));
                return true;
            } catch (IOException e) {
                return false;
            }
        });
    }

    @Test
    void histogramsOfMessages() {
        Fuzz.run("histograms of messages", List.of(histogram().encode()), 4, 5_000, input -> {
            try {
                LatencyHistogram read = LatencyHistogram.decode(input);
                read.add(histogram());
                new LatencySamples(read, new LatencyHistogram(), new LatencyHistogram()).percentileNanos(100);
                return true;
            } catch (IllegalArgumentException e) {
                return false;
            }
        });
    }

    @Test
    void compressedHistograms() {
        Fuzz.run("compressed histograms", List.of(histogram().encodeCompressed()), 4, input -> {
            try {
                LatencyHistogram.decodeCompressed(input).minNanos();
                return true;
            } catch (IllegalArgumentException e) {
                return false;
            }
        });
    }

    @Test
    void sequences() {
        var set = new SequenceSet();
        for (int i = 0; i < 5000; i += 3) {
            set.add(i % 7, i);
        }
        Fuzz.run("sequences", List.of(set.encode()), 16, input -> {
            try {
                SequenceSet.decode(input).encode();
                return true;
            } catch (IllegalArgumentException e) {
                return false;
            }
        });
    }

    private static LatencyHistogram histogram() {
        var histogram = new LatencyHistogram();
        for (long nanos = 1; nanos < 1L << 40; nanos *= 3) {
            histogram.record(nanos, 1 + nanos % 5);
        }
        return histogram;
    }
}
