package dev.weir.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Counts what one consumer's thread receives from each partition of its topic, for another thread to read: plain
 * stores, as {@link Counter} has them. A histogram for each partition would take too much memory; mean and maximum show
 * the partition whose leader is slow.
 */
public final class PartitionRecorder {
    private static final int RECEIVED = 0;
    private static final int MEASURED = 1;
    private static final int SUM = 2;
    private static final int MAX = 3;
    private static final int FIGURES = 4;

    /** Partitions of a chunk: a consumer receives from some of thousands. */
    private static final int CHUNK_BITS = 5;

    private static final int CHUNK = 1 << CHUNK_BITS;

    /** The figures of {@value #CHUNK} partitions each, made when first used. */
    private final AtomicReferenceArray<@Nullable AtomicLongArray> chunks;

    private final int partitions;

    public PartitionRecorder(int partitions) {
        this.partitions = partitions;
        chunks = new AtomicReferenceArray<>((partitions + CHUNK - 1) >> CHUNK_BITS);
    }

    /**
     * Counts a message. Always the same thread; no lock, no clock, no allocation but of a chunk.
     *
     * @param partition ignored if it is below 0, or was added to the topic after the begin of the run
     * @param isMeasured whether it was due in the measurement, see {@link MeasurementWindow}
     * @param endToEndResponseNanos of any sign
     */
    public void record(int partition, boolean isMeasured, long endToEndResponseNanos) {
        if (partition < 0 || partition >= partitions) {
            return;
        }
        AtomicLongArray chunk = chunks.getPlain(partition >> CHUNK_BITS);
        if (chunk == null) {
            chunk = newChunk();
            chunks.setRelease(partition >> CHUNK_BITS, chunk);
        }
        int at = (partition & (CHUNK - 1)) * FIGURES;
        chunk.setOpaque(at + RECEIVED, chunk.getPlain(at + RECEIVED) + 1);
        if (isMeasured) {
            chunk.setOpaque(at + MEASURED, chunk.getPlain(at + MEASURED) + 1);
            chunk.setOpaque(at + SUM, chunk.getPlain(at + SUM) + endToEndResponseNanos);
            if (endToEndResponseNanos > chunk.getPlain(at + MAX)) {
                chunk.setOpaque(at + MAX, endToEndResponseNanos);
            }
        }
    }

    private static AtomicLongArray newChunk() {
        var chunk = new AtomicLongArray(CHUNK * FIGURES);
        for (int partition = 0; partition < CHUNK; partition++) {
            chunk.setPlain(partition * FIGURES + MAX, Long.MIN_VALUE);
        }
        return chunk;
    }

    /** Returns the partitions with messages, in order. Any thread; exact when the writer has ended. */
    public List<PartitionFigures> figures() {
        List<PartitionFigures> figures = new ArrayList<>();
        for (int c = 0; c < chunks.length(); c++) {
            AtomicLongArray chunk = chunks.getAcquire(c);
            for (int at = 0; chunk != null && at < CHUNK * FIGURES; at += FIGURES) {
                if (chunk.getOpaque(at + RECEIVED) > 0) {
                    figures.add(new PartitionFigures(
                            (c << CHUNK_BITS) + at / FIGURES,
                            chunk.getOpaque(at + RECEIVED),
                            chunk.getOpaque(at + MEASURED),
                            chunk.getOpaque(at + SUM),
                            chunk.getOpaque(at + MAX)));
                }
            }
        }
        return figures;
    }

    /**
     * What one consumer received from one partition.
     *
     * @param received messages from first to last, warm-up included
     * @param measured of those, messages that were due in the measurement
     * @param sumNanos of the measured ones' end-to-end response times, with their signs
     * @param maxNanos the largest of these; {@link Long#MIN_VALUE} if none was measured
     */
    public record PartitionFigures(int partition, long received, long measured, long sumNanos, long maxNanos) {
        public PartitionFigures {
            if (partition < 0 || received < 0 || measured < 0) {
                throw new IllegalArgumentException("partition, received and measured must be at least 0, got "
                        + partition + ", " + received + ", " + measured);
            }
        }

        public static PartitionFigures none(int partition) {
            return new PartitionFigures(partition, 0, 0, 0, Long.MIN_VALUE);
        }

        /** Returns the sum of what two consumers received from the same partition, one after the other. */
        public PartitionFigures plus(PartitionFigures other) {
            return new PartitionFigures(
                    partition,
                    received + other.received,
                    measured + other.measured,
                    sumNanos + other.sumNanos,
                    Math.max(maxNanos, other.maxNanos));
        }
    }
}
