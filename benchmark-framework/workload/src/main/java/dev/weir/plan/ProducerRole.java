package dev.weir.plan;

import java.util.List;

/**
 * A producer that a worker runs.
 *
 * @param producer its number among all producers of the run, from 0
 * @param clientId name in the client's logs and the system's metrics
 * @param probedPartitions partitions to which it sends the probes that prove the topic usable
 */
public record ProducerRole(
        int producer, String clientId, String topic, int partitions, List<Integer> probedPartitions) {
    public ProducerRole {
        probedPartitions = List.copyOf(probedPartitions);
    }

    /** Returns the partition from which it reads, if it does: one of its own, if there are enough for all. */
    public int readPartition() {
        return probedPartitions.isEmpty() ? producer % partitions : probedPartitions.get(0);
    }
}
