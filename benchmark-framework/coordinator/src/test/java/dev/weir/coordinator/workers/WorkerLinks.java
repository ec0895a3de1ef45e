package dev.weir.coordinator.workers;

import dev.weir.audit.SequenceSet;
import dev.weir.clock.Clock;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.Ticks;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.measure.Counts;
import dev.weir.measure.LatencySet;
import dev.weir.measure.Snapshot;
import dev.weir.wire.WireClient;
import dev.weir.wire.message.Message;
import java.util.List;

/** Workers for tests, without a network. */
public final class WorkerLinks {
    private WorkerLinks() {}

    /** The workers of a run that has none. */
    public static Workers none(Clock clock) {
        return new Workers(
                "run",
                List.of(),
                clock,
                new WireClient(SystemClock.INSTANCE),
                List.of(),
                ProgressListener.NONE,
                change -> {});
    }

    /** A worker that has reported one snapshot, with these counts. */
    public static WorkerLink after(int number, Counts counts) {
        var worker = new WorkerLink(number, "worker");
        var snapshot = new Snapshot(0, 0, 1_000_000_000, counts, new LatencySet(), new LatencySet());
        worker.note(Ticks.taken(snapshot, new SequenceSet(), List.of()));
        return worker;
    }

    /** A worker that is silent, after it has reported its end or without. */
    public static WorkerLink silent(boolean reportedEnd) {
        var worker = new WorkerLink(0, "worker");
        if (reportedEnd) {
            worker.note(new Message.Failed("the client broke"));
        }
        return worker;
    }
}
