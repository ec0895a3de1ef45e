package dev.weir.driver.admin;

import dev.weir.driver.config.DriverConfig;

/**
 * A topic to create. The {@link DriverConfig} has its replication factor and properties.
 *
 * @param partitions in [1, 1,000,000]
 * @param retention overrides the topic properties of the driver file
 */
public record TopicSpec(String name, int partitions, Retention retention) {
    public TopicSpec {
        if (partitions < 1 || partitions > 1_000_000) {
            throw new IllegalArgumentException("partitions must be in [1, 1000000], got " + partitions);
        }
    }

    /** A topic with the retention of the driver file or of the system. */
    public TopicSpec(String name, int partitions) {
        this(name, partitions, Retention.UNSAID);
    }
}
