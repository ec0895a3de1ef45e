package dev.weir.workload.message;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Distribution of the messages of a topic over its partitions.
 *
 * @param listed weights by partition, each at least 0
 * @param others weight of all other partitions together, at least 0; they share it evenly
 */
public record PartitionWeights(Map<Integer, Double> listed, double others) {
    /** The client chooses partitions. */
    public static final PartitionWeights NONE = new PartitionWeights(Map.of(), 0);

    public PartitionWeights {
        listed = Collections.unmodifiableMap(new TreeMap<>(listed));
        if (others < 0 || listed.values().stream().anyMatch(weight -> !(weight >= 0))) {
            throw new IllegalArgumentException("partitionWeights must be at least 0, got " + listed + ", * " + others);
        }
    }

    public boolean isNone() {
        return listed.isEmpty() && others == 0;
    }

    /** Returns each partition's share of a topic; throws if a listed one is missing, or all weights are 0. */
    public double[] shares(int partitions) {
        double[] weights = new double[partitions];
        Arrays.fill(weights, others / Math.max(1, partitions - listed.size()));
        listed.forEach((partition, weight) -> {
            if (partition < 0 || partition >= partitions) {
                throw new IllegalArgumentException("names partition " + partition + " of a topic that has " + partitions
                        + ", which are counted from 0");
            }
            weights[partition] = weight;
        });
        double sum = Arrays.stream(weights).sum();
        if (!(sum > 0)) {
            throw new IllegalArgumentException("must have a weight above 0");
        }
        return Arrays.stream(weights).map(weight -> weight / sum).toArray();
    }
}
