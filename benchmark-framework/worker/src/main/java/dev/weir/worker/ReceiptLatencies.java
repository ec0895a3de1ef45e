package dev.weir.worker;

import dev.weir.measure.GapRecorder;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.LatencySource;
import dev.weir.measure.PairRecorder;
import dev.weir.measure.PartitionRecorder;
import dev.weir.measure.PartitionRecorder.PartitionFigures;
import dev.weir.measure.PhasedRecorder;
import dev.weir.plan.Assignment;
import dev.weir.plan.ConsumerRole;
import dev.weir.worker.message.Stamp;
import dev.weir.worker.recording.ClockCorrections;
import dev.weir.worker.recording.Recorders;
import dev.weir.worker.recording.RunMaterial;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Latencies of the messages that one consumer receives. {@code c} is read once for each poll, before any of its
 * messages is handled; {@code i} and {@code s} come from the message's stamp, by the clock of the worker that sent it.
 *
 * <p>So each latency is {@code c - i}, plus how far the producer's clock is ahead of this one. That offset is computed
 * for all producers at the first poll after {@link #CORRECTION_NANOS}: within that time, clocks that drift by 50 parts
 * per million diverge by half a nanosecond. It is the offset at {@code c}; at {@code i} it differed by the drift in
 * between. That is 50 millionths of the latency, which three digits do not show. Written by the consumer's thread.
 */
final class ReceiptLatencies {
    private static final long CORRECTION_NANOS = 10_000_000;

    private final int subscription;
    private final Recorders recorders;
    private final boolean sharesRecorder;
    private final PairRecorder recorder;
    private final @Nullable PairRecorder sameHostRecorder;
    private final @Nullable PhasedRecorder visible;
    private volatile @Nullable PhasedRecorder repeated;
    private final PartitionRecorder partitions;
    private final ClockCorrections corrections;
    private final long[] aheadNanos;
    private long correctAgainNanos = Long.MIN_VALUE;
    private long receivedNanos;

    /** Absent where gaps are expected: in shared partitions, in a group whose members change, before it has caught up. */
    private final @Nullable GapRecorder gaps;

    private final @Nullable GapRecorder gapsOfAll;

    ReceiptLatencies(Assignment assignment, ConsumerRole role, RunMaterial material) {
        boolean countsForRun = role.kind().startsWithLoad();
        this.subscription = role.subscription();
        this.recorders = material.recorders();
        this.sharesRecorder = recorders.consumersShare() && countsForRun;
        this.recorder = recorderOf(role, false);
        this.corrections = material.corrections();
        this.aheadNanos = new long[corrections.workers()];
        this.sameHostRecorder = corrections.hasNeighbours() ? recorderOf(role, true) : null;
        this.visible = assignment.load().committedOnly() ? new PhasedRecorder(Latency.TRANSACTION_VISIBLE) : null;
        this.partitions = new PartitionRecorder(role.partitions());
        boolean expectsGaps =
                assignment.clients().isInChangingGroup(role) || role.kind().sharesPartitions();
        this.gaps = countsForRun && !expectsGaps
                ? recorders.gaps(role.topic(), role.subscription(), role.partitions())
                : null;
        this.gapsOfAll = countsForRun ? recorders.gapsOfAll(0) : null;
    }

    private PairRecorder recorderOf(ConsumerRole role, boolean sameHost) {
        return recorders.ofConsumer(subscription, sameHost, role.consumer(), sharesRecorder);
    }

    /** A poll has returned then; epoch nanoseconds. */
    void batch(long nowNanos) {
        receivedNanos = nowNanos;
        if (nowNanos >= correctAgainNanos) {
            corrections.putAhead(nowNanos, aheadNanos);
            correctAgainNanos = nowNanos + CORRECTION_NANOS;
        }
    }

    /** When the last poll returned. */
    long receivedNanos() {
        return receivedNanos;
    }

    /** When the last poll returned, by the clock of the message's producer. */
    long correctedNanos(byte[] stamp) {
        return receivedNanos + aheadNanos[corrections.worker(Stamp.producer(stamp))];
    }

    /** Records a message of the load that was not delivered before. */
    void record(byte[] stamp, int partition) {
        boolean measured = Stamp.isMeasured(stamp);
        long correctedNanos = correctedNanos(stamp);
        long responseNanos = correctedNanos - Stamp.intendedNanos(stamp);
        long serviceNanos = correctedNanos - Stamp.sentNanos(stamp);
        recorder.record(measured, responseNanos, serviceNanos);
        if (sameHostRecorder != null && corrections.isNeighbour(Stamp.producer(stamp))) {
            sameHostRecorder.record(measured, responseNanos, serviceNanos);
        }
        if (gaps != null) {
            gaps.progress(partition, receivedNanos - serviceNanos, receivedNanos);
        }
        if (gapsOfAll != null) {
            gapsOfAll.progress(0, receivedNanos - serviceNanos, receivedNanos);
        }
        if (visible != null && Stamp.isLast(stamp)) {
            visible.record(measured, serviceNanos);
        }
        partitions.record(partition, measured, responseNanos);
    }

    /** Records a message of the load that was delivered before. */
    void recordRepeated(byte[] stamp) {
        PhasedRecorder ofRepeated = repeated;
        if (ofRepeated == null) {
            ofRepeated = new PhasedRecorder(Latency.REPEATED_END_TO_END);
            repeated = ofRepeated;
        }
        ofRepeated.record(Stamp.isMeasured(stamp), correctedNanos(stamp) - Stamp.intendedNanos(stamp));
    }

    /** All that only this consumer records. */
    List<LatencySource> sources() {
        List<LatencySource> sources = new ArrayList<>();
        if (!sharesRecorder) {
            sources.add(recorder);
        }
        if (visible != null) {
            sources.add(visible);
        }
        PhasedRecorder ofRepeated = repeated;
        if (ofRepeated != null) {
            sources.add(ofRepeated);
        }
        return sources;
    }

    /** Adds all measured samples, and to {@code sameHost} those of messages that stayed on this host. */
    void addAllMeasuredTo(LatencySet target, LatencySet sameHost) {
        sources().forEach(source -> source.addAllMeasuredTo(target));
        if (sharesRecorder) {
            recorders.takeSubscription(subscription, target, sameHost);
        } else if (sameHostRecorder != null) {
            sameHostRecorder.addAllMeasuredTo(sameHost);
        }
    }

    List<PartitionFigures> partitions() {
        return partitions.figures();
    }
}
