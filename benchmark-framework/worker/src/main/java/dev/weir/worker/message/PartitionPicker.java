package dev.weir.worker.message;

import dev.weir.workload.message.PartitionWeights;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Draws the partition of each message of one producer by the partitions' weights. Used by one thread. */
public final class PartitionPicker {
    /** Cumulated weights: the share of messages that go to a partition or to one before it. */
    private final double[] sums;

    private final long seed;
    private final int producer;
    private SplittableRandom random;

    public PartitionPicker(PartitionWeights weights, int partitions, long seed, int producer) {
        sums = weights.shares(partitions);
        Arrays.parallelPrefix(sums, Double::sum);
        this.seed = seed;
        this.producer = producer;
        random = RandomStream.PARTITION_CHOICE.ofProducer(seed, producer);
    }

    public void beginSegment(int segment) {
        random = RandomStream.PARTITION_CHOICE.ofSegment(seed, producer, segment);
    }

    public int next() {
        // A number exactly on a boundary belongs to the next partition; the sums may end slightly before 1.
        int found = Arrays.binarySearch(sums, random.nextDouble() * sums[sums.length - 1]);
        int partition = found >= 0 ? found + 1 : -found - 1;
        while (sums[partition] == (partition == 0 ? 0 : sums[partition - 1])) {
            partition++;
        }
        return partition;
    }
}
