package dev.weir.driver;

import java.util.Objects;

/**
 * A topic to create. Replication and topic properties are the {@link DriverConfig}'s.
 *
 * @param partitions in [1, 1,000,000]
 */
public record TopicSpec(String name, int partitions) {
    public TopicSpec {
        Objects.requireNonNull(name);
        if (partitions < 1 || partitions > 1_000_000) {
            throw new IllegalArgumentException("partitions must be in [1, 1000000], got " + partitions);
        }
    }
}
