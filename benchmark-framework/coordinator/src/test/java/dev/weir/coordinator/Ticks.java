package dev.weir.coordinator;

import dev.weir.audit.AuditNotes;
import dev.weir.audit.SequenceSet;
import dev.weir.coordinator.workers.RunObserver.Tick;
import dev.weir.coordinator.workers.WorkerStandstills.Absence;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.ProcessSample;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.measure.TopicGaps;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.InstrumentSample;
import dev.weir.wire.message.Message.ReceivedNotes;
import dev.weir.wire.message.Message.ReceivedNotes.DeliveredOffsets;
import dev.weir.wire.message.Message.ReceivedNotes.Repeats;
import dev.weir.wire.message.Message.SentNumbers;
import dev.weir.wire.message.Message.Throttling;
import java.util.List;
import java.util.OptionalDouble;

/** Snapshots of workers for tests, as they are sent and merged. */
public final class Ticks {
    private Ticks() {}

    /** The numbers of a producer's messages, from one to before another. */
    public static SequenceSet sequences(int producer, long from, long to) {
        var set = new SequenceSet();
        for (long sequence = from; sequence < to; sequence++) {
            set.add(producer, sequence);
        }
        return set;
    }

    /** An interval of all workers, with latencies of the messages that were due in its phase. */
    public static Interval interval(Phase phase, long fromNanos, long toNanos, Counts counts, LatencySet latencies) {
        boolean warmup = phase == Phase.WARM_UP;
        return new Interval(
                phase,
                fromNanos,
                toNanos,
                (toNanos - fromNanos) / 1e9,
                counts,
                0,
                warmup ? latencies : new LatencySet(),
                warmup ? new LatencySet() : latencies);
    }

    /** A second without latencies. */
    public static Interval second(Phase phase, long number, Counts counts) {
        return interval(phase, number * 1_000_000_000, (number + 1) * 1_000_000_000, counts, new LatencySet());
    }

    /** A tick of a load without a rate, with all workers. */
    public static Tick tick(Interval interval) {
        return new Tick(interval, 0, OptionalDouble.empty(), Absence.NONE, Absence.NONE, List.of());
    }

    /** A snapshot with what a worker observed beside its load. */
    public static Message.SnapshotTaken taken(
            Snapshot snapshot, Throttling throttling, LatencySamples late, Observation observation, TopicGaps... gaps) {
        return new Message.SnapshotTaken(
                snapshot,
                new SentNumbers(new SequenceSet(), new SequenceSet(), new SequenceSet()),
                List.of(),
                List.of(),
                List.of(),
                throttling,
                new InstrumentSample(late, new ProcessSample(0, 0), observation, List.of(gaps)));
    }

    /** What a subscription received: so many messages, in order and none twice. */
    public static ReceivedNotes received(int subscription, long messages, SequenceSet sequences) {
        return new ReceivedNotes(
                subscription,
                messages,
                Repeats.NONE,
                AuditNotes.inOrder(sequences),
                new SequenceSet(),
                DeliveredOffsets.NONE);
    }

    /** A snapshot with the numbers of its messages. */
    public static Message.SnapshotTaken taken(
            Snapshot snapshot, SequenceSet acknowledged, List<ReceivedNotes> received) {
        return new Message.SnapshotTaken(
                snapshot,
                new SentNumbers(acknowledged, new SequenceSet(), new SequenceSet()),
                received,
                List.of(),
                List.of(),
                Throttling.NONE,
                new InstrumentSample(new LatencySamples(), new ProcessSample(0, 0), Observation.NONE, List.of()));
    }
}
