package dev.weir.wire;

import dev.weir.audit.AuditNotes;
import dev.weir.audit.SequenceSet;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.ReceivedNotes;
import dev.weir.wire.message.Message.ReceivedNotes.DeliveredOffsets;
import dev.weir.wire.message.Message.ReceivedNotes.Repeats;
import dev.weir.wire.message.Message.SentNumbers;
import dev.weir.wire.message.Message.Throttling;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What a snapshot costs the wire, as a worker sends one each second: of 100,000 messages, on a path with some variety. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class MessageCodecBenchmark {
    private static final int MESSAGES = 100_000;
    private static final int PRODUCERS = 4;

    private final MessageCodec codec = new MessageCodec();
    private final Message.SnapshotTaken snapshot = snapshot();
    private final byte[] encoded = codec.encode(snapshot);

    @Benchmark
    public byte[] encode() {
        return codec.encode(snapshot);
    }

    @Benchmark
    public Message decode() throws IOException {
        return codec.decode(encoded);
    }

    private static Message.SnapshotTaken snapshot() {
        var random = new SplittableRandom(1);
        var measured = new LatencySet();
        for (Latency latency : Latency.values()) {
            for (int i = 0; i < MESSAGES; i++) {
                // From 100 us upwards, half of it below 200 us, and a thousandth beyond 5 ms.
                long nanos = (long) (100_000 - 144_000 * Math.log(1 - random.nextDouble()) * (i % 1000 == 0 ? 20 : 1));
                measured.of(latency).values().record(nanos, 1);
            }
        }
        return new Message.SnapshotTaken(
                new Snapshot(
                        60,
                        1_700_000_000_000_000_000L,
                        1_700_000_001_000_000_000L,
                        new Counts(MESSAGES, MESSAGES, 0, MESSAGES, 0, 0),
                        new LatencySet(),
                        measured),
                new SentNumbers(sequences(6_000_000), new SequenceSet(), new SequenceSet()),
                List.of(new ReceivedNotes(
                        0,
                        MESSAGES,
                        Repeats.NONE,
                        AuditNotes.inOrder(sequences(5_999_500)),
                        new SequenceSet(),
                        DeliveredOffsets.NONE)),
                List.of(),
                List.of(),
                Throttling.NONE,
                MessageSamples.snapshotTaken().instrument());
    }

    private static SequenceSet sequences(long total) {
        var set = new SequenceSet();
        for (int producer = 0; producer < PRODUCERS; producer++) {
            for (int i = 0; i < MESSAGES / PRODUCERS; i++) {
                set.add(producer, total / PRODUCERS - i);
            }
        }
        return set;
    }
}
