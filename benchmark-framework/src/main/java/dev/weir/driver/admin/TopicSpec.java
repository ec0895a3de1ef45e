package dev.weir.driver.admin;

import dev.weir.driver.config.DriverConfig;
import java.util.Objects;

/**
 * A topic to create. Replication and topic properties are the {@link DriverConfig}'s.
 *
 * @param partitions in [1, 1,000,000]
 * @param retention comes before what the driver's topic properties say of it
 */
public record TopicSpec(String name, int partitions, Retention retention) {
    public TopicSpec {
        Objects.requireNonNull(name);
        Objects.requireNonNull(retention);
        if (partitions < 1 || partitions > 1_000_000) {
            throw new IllegalArgumentException("partitions must be in [1, 1000000], got " + partitions);
        }
    }

    /** One of whose retention nothing is said. */
    public TopicSpec(String name, int partitions) {
        this(name, partitions, Retention.UNSAID);
    }
}
