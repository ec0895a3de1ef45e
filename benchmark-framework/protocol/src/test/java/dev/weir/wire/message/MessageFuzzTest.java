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
import java.util.function.Consumer;
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
        fuzz("histograms of messages", histogram().encode(), 4, input -> {
            LatencyHistogram read = LatencyHistogram.decode(input);
            read.add(histogram());
            new LatencySamples(read, new LatencyHistogram(), new LatencyHistogram()).percentileNanos(100);
        });
    }

    @Test
    void compressedHistograms() {
        fuzz(
                "compressed histograms",
                histogram().encodeCompressed(),
                4,
                input -> LatencyHistogram.decodeCompressed(input).minNanos());
    }

    @Test
    void sequences() {
        var set = new SequenceSet();
        for (int i = 0; i < 5000; i += 3) {
            set.add(i % 7, i);
        }
        fuzz("sequences", set.encode(), 16, input -> SequenceSet.decode(input).encode());
    }

    private static void fuzz(String name, byte[] example, int mostMebibytes, Consumer<byte[]> reader) {
        Fuzz.run(name, List.of(example), mostMebibytes, 5_000, input -> {
            try {
                reader.accept(input);
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
