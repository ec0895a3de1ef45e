package dev.weir.driver.admin;

import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.driver.exception.DriverException;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Administers the system under test. Used by one thread at a time; every call blocks, at most for its deadline. */
public interface Admin extends AutoCloseable {

    /**
     * Creates topics, and returns when every partition of each can be produced to.
     *
     * @throws DriverException if one cannot be created, exists already, or has no leader when the deadline is over
     */
    void createTopics(List<TopicSpec> topics, Duration deadline);

    /**
     * Deletes topics, and what consumers of them left in the system. One that does not exist is no error.
     *
     * @throws DriverException if one still exists when the deadline is over
     */
    void deleteTopics(Collection<String> topics, Duration deadline);

    /** Names of the topics that begin with the prefix. */
    List<String> topicsWithPrefix(String prefix, Duration deadline);

    /**
     * What the logs of topics hold, partition by partition; empty if the system does not tell.
     *
     * @throws DriverException if it cannot be found out before the deadline is over
     */
    default Map<String, List<LogRange>> logRanges(List<TopicSpec> topics, Duration deadline) {
        return Map.of();
    }

    /**
     * The drives of the system; empty if it does not tell.
     *
     * @throws DriverException if it cannot be found out before the deadline is over
     */
    default Optional<Storage> storage(Duration deadline) {
        return Optional.empty();
    }

    /**
     * Whether any node of the system answers within the deadline. May be called beside other calls, on another thread. A
     * driver that cannot know says that one does.
     */
    default boolean isReachable(Duration deadline) {
        return true;
    }

    /**
     * How many partitions each of these topics has; a topic that does not exist is left out.
     *
     * @throws DriverException if that cannot be found out before the deadline is over
     */
    default Map<String, Integer> partitions(Collection<String> topics, Duration deadline) {
        throw new DriverException("this driver cannot use topics that exist already");
    }

    /** Settings of the whole cluster, if they can be changed while it runs. Lasts as long as this administration. */
    default Optional<ClusterSettings> clusterSettings() {
        return Optional.empty();
    }

    /**
     * Where the system's nodes tell their figures in Prometheus' text format, one URL for each node, http or https; empty
     * if the system does not tell. They are sampled while the load runs, beside those that the files name.
     *
     * @throws DriverException if it cannot be found out before the deadline is over
     */
    default List<URI> metricsEndpoints(Duration deadline) {
        return List.of();
    }

    /**
     * What is known of the system, for the result's provenance: version, nodes, and whatever changes what a figure
     * means. Name to value, sorted; what cannot be found out is absent.
     */
    Map<String, String> facts(Duration deadline);

    /**
     * What an acknowledgement means on topics as they are now. What cannot be found out is
     * {@link DurabilitySource#UNKNOWN}, and no reason to throw.
     *
     * @param topics that exist; where they differ, all their values are told
     */
    default Durability durability(Collection<String> topics, Duration deadline) {
        return Durability.NONE;
    }

    @Override
    void close();
}
