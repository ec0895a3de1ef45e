package dev.weir.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts what one consumer's thread receives from each partition of its topic, for another thread to read: plain stores,
 * as {@link Counter} has them. A histogram for each partition would be worth its memory to nobody; mean and maximum show
 * the partition whose leader is slow.
 */
public final class PartitionRecorder {
    private final AtomicLongArray received;
    private final AtomicLongArray measured;
    private final AtomicLongArray sumNanos;
    private final AtomicLongArray maxNanos;

    /** For a topic with so many partitions. */
    public PartitionRecorder(int partitions) {
        received = new AtomicLongArray(partitions);
        measured = new AtomicLongArray(partitions);
        sumNanos = new AtomicLongArray(partitions);
        maxNanos = new AtomicLongArray(partitions);
        for (int partition = 0; partition < partitions; partition++) {
            maxNanos.setPlain(partition, Long.MIN_VALUE);
        }
    }

    /**
     * Counts a message. Always the same thread; no allocation, no lock, no clock.
     *
     * @param isMeasured whether it was due in the measurement, see {@link MeasurementWindow}
     * @param endToEndResponseNanos of any sign
     */
    public void record(int partition, boolean isMeasured, long endToEndResponseNanos) {
        received.setOpaque(partition, received.getPlain(partition) + 1);
        if (isMeasured) {
            measured.setOpaque(partition, measured.getPlain(partition) + 1);
            sumNanos.setOpaque(partition, sumNanos.getPlain(partition) + endToEndResponseNanos);
            if (endToEndResponseNanos > maxNanos.getPlain(partition)) {
                maxNanos.setOpaque(partition, endToEndResponseNanos);
            }
        }
    }

    /** Those from which something was received, in order. Any thread; exact when the writer has ended. */
    public List<PartitionFigures> figures() {
        List<PartitionFigures> figures = new ArrayList<>();
        for (int partition = 0; partition < received.length(); partition++) {
            if (received.getOpaque(partition) > 0) {
                figures.add(new PartitionFigures(
                        partition,
                        received.getOpaque(partition),
                        measured.getOpaque(partition),
                        sumNanos.getOpaque(partition),
                        maxNanos.getOpaque(partition)));
            }
        }
        return figures;
    }
}
