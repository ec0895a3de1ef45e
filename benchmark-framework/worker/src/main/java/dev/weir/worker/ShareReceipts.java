package dev.weir.worker;

import dev.weir.audit.SequenceSet;
import dev.weir.clock.Clock;
import dev.weir.driver.Driver;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.ShareSupport;
import dev.weir.driver.exception.DriverException;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySource;
import dev.weir.measure.PhasedRecorder;
import dev.weir.measure.ShareCounts;
import dev.weir.pacing.ProcessingTime;
import dev.weir.wire.message.ReceivedNotes.ShareNotes;
import dev.weir.worker.message.Stamp;
import dev.weir.worker.share.ShareConsumer;
import dev.weir.worker.share.ShareRecording;
import dev.weir.worker.share.ShareRecording.Delivered;
import dev.weir.workload.ShareGroup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records the messages of a receiver in a share group. A message counts as received when it is not delivered again:
 * when it has been accepted, rejected or archived. So the audit finds messages that the system has lost. Written by the
 * consumer's thread.
 */
final class ShareReceipts implements ShareRecording {
    private final Receiver receiver;
    private final ReceiptLatencies latencies;
    private final ReceiptCounts counts;
    /** Whether messages have no stamp. Then their partitions and offsets identify them, and no latency is known. */
    private final boolean countsAll;

    private final PhasedRecorder accepted = new PhasedRecorder(Latency.ACCEPTED_END_TO_END);
    private final PhasedRecorder held = new PhasedRecorder(Latency.ACQUISITION_TO_ACKNOWLEDGEMENT);
    private final Object lock = new Object();
    private SequenceSet unsure = new SequenceSet();
    private final ShareConsumer consumer;
    /** Used by the session's thread. */
    private ShareCounts reported = ShareCounts.NONE;

    /**
     * Opens the consumer, which begins with {@link #start}.
     *
     * @throws DriverException if it cannot be opened
     */
    ShareReceipts(
            Receiver receiver,
            ReceiptLatencies latencies,
            ReceiptCounts counts,
            boolean countsAll,
            Driver driver,
            ConsumerSpec spec,
            ShareGroup group,
            long seed,
            ProcessingTime processing,
            Clock clock) {
        this.receiver = receiver;
        this.latencies = latencies;
        this.counts = counts;
        this.countsAll = countsAll;
        ShareSupport support =
                driver.shares().orElseThrow(() -> new DriverException("the driver of this worker has no share groups"));
        this.consumer = new ShareConsumer(support, spec, group, seed, processing, clock, this);
    }

    /**
     * Starts the consumer, whose thread then calls the receiver.
     *
     * @param paused whether it begins to read only after {@link Consumer#resume}
     */
    Consumer start(boolean paused) {
        if (!paused) {
            consumer.start();
        }
        return consumer;
    }

    @Override
    public void batch() {
        receiver.batch(1);
    }

    @Override
    public @Nullable Delivered delivered(
            int partition, long offset, byte[] value, byte @Nullable [] header, boolean first) {
        if (countsAll) {
            return new Delivered(partition, offset, true, 0, value.length);
        }
        byte[] stamp = receiver.stamp(partition, offset, value, header);
        if (stamp == null) {
            return null;
        }
        if (first) {
            latencies.record(stamp, partition);
        } else {
            latencies.recordRepeated(stamp);
        }
        receiver.arrived(partition);
        return new Delivered(
                Stamp.producer(stamp),
                Stamp.sequence(stamp),
                Stamp.isMeasured(stamp),
                latencies.correctedNanos(stamp) - Stamp.intendedNanos(stamp),
                receiver.bytes(value));
    }

    @Override
    public void acknowledged(Delivered message, boolean wasAccepted, long heldNanos) {
        if (wasAccepted && !countsAll) {
            accepted.record(message.measured(), message.responseNanos());
        }
        held.record(message.measured(), heldNanos);
    }

    /**
     * Counts the message without its partition, because the audit would then check the order, which a share group does
     * not keep.
     */
    @Override
    public void ended(Delivered message) {
        if (countsAll) {
            counts.add(true, message.bytes());
        } else {
            counts.addEnded(message.producer(), message.sequence(), message.bytes());
        }
    }

    @Override
    public void unsure(Delivered message) {
        if (!countsAll) {
            synchronized (lock) {
                unsure.add(message.producer(), message.sequence());
            }
        }
    }

    @Override
    public void failed(Throwable cause, boolean fatal) {
        receiver.failed(cause, fatal);
    }

    List<LatencySource> latencies() {
        return List.of(accepted, held);
    }

    /** Returns what was added since the previous call. Always the same thread. */
    ShareNotes take() {
        ShareCounts now = consumer.counts();
        ShareCounts more = now.minus(reported);
        reported = now;
        synchronized (lock) {
            var notes = new ShareNotes(more, unsure);
            unsure = new SequenceSet();
            return notes;
        }
    }
}
