package dev.weir.measure;

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
            throw new IllegalArgumentException("partition, received and measured must be at least 0, got " + partition
                    + ", " + received + ", " + measured);
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
