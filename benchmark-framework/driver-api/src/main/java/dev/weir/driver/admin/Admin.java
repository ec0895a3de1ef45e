package dev.weir.driver.admin;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.share.ShareGroupSpec;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/** Administers the system under test. Used by one thread at a time; every call blocks, at most for its deadline. */
public interface Admin extends AutoCloseable {

    /**
     * Creates topics, and returns when each partition of each can be produced to. If that fails, deletes those that it
     * has created, and leaves those that existed.
     *
     * @param progress may receive the number of topics that have been created so far, on the calling thread
     * @throws DriverException if one cannot be created, exists already, or has no leader at the deadline; the message
     *     names the topics that could not be deleted then
     */
    void createTopics(List<TopicSpec> topics, Duration deadline, IntConsumer progress);

    /** Creates topics without reports of the progress. */
    default void createTopics(List<TopicSpec> topics, Duration deadline) {
        createTopics(topics, deadline, created -> {});
    }

    /**
     * Deletes topics, and the data that their consumers left in the system. Topics that do not exist are ignored.
     *
     * @throws DriverException if one still exists when the deadline is over
     */
    void deleteTopics(Collection<String> topics, Duration deadline);

    /** Names of the topics that begin with the prefix. */
    List<String> topicsWithPrefix(String prefix, Duration deadline);

    /**
     * Marks a run as under way for {@link #mayBeUnderWay}, also if it is asked on another host. Does not wait for the
     * system, and does not throw: a run without a mark is not known to have ended.
     *
     * @param name of the mark; it begins with the name of the topic
     * @param topic a topic of the run; the system deletes the mark with it
     */
    default RunMark mark(String name, String topic) {
        return RunMark.NONE;
    }

    /**
     * Returns which runs are not known to have ended, and why, for a person. A run has ended if its mark exists and has
     * ended, no consumer uses its topics, and nothing is written to them. What cannot be found out is a reason, too.
     *
     * @param runs the topics of each run, by the name of its mark; not empty
     * @return the reason by the name of the mark
     */
    default Map<String, String> mayBeUnderWay(Map<String, List<String>> runs, Duration deadline) {
        Map<String, String> reasons = new TreeMap<>();
        runs.keySet().forEach(mark -> reasons.put(mark, "this driver cannot find out whether the run has ended"));
        return reasons;
    }

    /**
     * The offsets at both ends of each partition's log, by topic; empty if the system does not report them.
     *
     * @throws DriverException if it cannot be found out before the deadline is over
     */
    default Map<String, List<LogRange>> logRanges(List<TopicSpec> topics, Duration deadline) {
        return Map.of();
    }

    /**
     * Topics as they are now, by name. Topics that do not exist are left out; a driver that cannot find this out returns
     * an empty map.
     *
     * @throws DriverException if it cannot be found out before the deadline is over
     */
    default Map<String, TopicState> topicStates(Collection<String> topics, Duration deadline) {
        return Map.of();
    }

    /**
     * The drives of the system; empty if the system does not report them.
     *
     * @throws DriverException if it cannot be found out before the deadline is over
     */
    default Optional<Storage> storage(Duration deadline) {
        return Optional.empty();
    }

    /**
     * Whether any node of the system answers within the deadline. May be called during other calls, on another thread.
     * A driver that cannot find this out returns true.
     */
    default boolean isReachable(Duration deadline) {
        return true;
    }

    /**
     * The brokers of the system that serve now; empty if it does not report them. May be called during other calls, on
     * another thread.
     *
     * @throws DriverException if it cannot be found out before the deadline is over
     */
    default List<BrokerNode> brokers(Duration deadline) {
        return List.of();
    }

    /**
     * The id of the broker that leads each partition of these topics, by topic; -1 for a partition without a leader.
     * Topics that do not exist are left out; empty if the system does not report leaders. May be called during other
     * calls, on another thread.
     *
     * @throws DriverException if it cannot be found out before the deadline is over
     */
    default Map<String, List<Integer>> leaders(Collection<String> topics, Duration deadline) {
        return Map.of();
    }

    /**
     * The number of partitions of each of these topics; topics that do not exist are left out.
     *
     * @throws DriverException if that cannot be found out before the deadline is over
     */
    default Map<String, Integer> partitions(Collection<String> topics, Duration deadline) {
        throw new DriverException("this driver cannot use topics that exist already");
    }

    /**
     * The ones of these topics that accept only messages with keys; empty if there are none, or that is unknown.
     *
     * @throws DriverException if there is no answer before the deadline is over
     */
    default List<String> topicsThatNeedKeys(Collection<String> topics, Duration deadline) {
        return List.of();
    }

    /**
     * Sets up share groups that have no members yet.
     *
     * @throws DriverException if the system has no share groups, or refuses a setting
     */
    default void configureShareGroups(List<ShareGroupSpec> groups, Duration deadline) {
        throw new DriverException("this driver has no share groups");
    }

    /**
     * Returns what the system lacks that consumers with such a configuration need, for a person; empty if it lacks
     * nothing, or that is unknown. Called before a run.
     *
     * @throws DriverException if it cannot be determined before the deadline
     */
    default Optional<String> missingForConsumers(DriverConfig config, Duration deadline) {
        return Optional.empty();
    }

    /**
     * Settings of the whole cluster; empty if they cannot be changed while it runs. Usable until this administration is
     * closed.
     */
    default Optional<ClusterSettings> clusterSettings() {
        return Optional.empty();
    }

    /**
     * The endpoints at which the system's nodes serve metrics in Prometheus' text format, one http or https URL for
     * each node; empty if the system does not report them. Weir samples them while the load runs, in addition to the
     * endpoints in the files.
     *
     * @throws DriverException if it cannot be found out before the deadline is over
     */
    default List<URI> metricsEndpoints(Duration deadline) {
        return List.of();
    }

    /**
     * Returns what the user may not do that a run needs, for a person; empty if that cannot be found out. Changes
     * nothing.
     *
     * @param prefix begins the names of topics and groups of runs
     */
    default Optional<List<String>> missingRights(String prefix, Duration deadline) {
        return Optional.empty();
    }

    /**
     * Returns the name of the driver that the system needs instead of this one; empty if this one is right, or the
     * system is unknown. Called before anything is created.
     */
    default Optional<String> rightDriver(Duration deadline) {
        return Optional.empty();
    }

    /**
     * Facts about the system for the result's provenance: version, nodes, and everything that changes the meaning of a
     * figure. Name to value, sorted; facts that cannot be found out are absent.
     */
    Map<String, String> facts(Duration deadline);

    /**
     * What an acknowledgement means on topics as they are now. Values that cannot be found out are
     * {@link DurabilitySource#UNKNOWN}; the method does not throw because of them.
     *
     * @param topics that exist; if they differ, the result has the values of all of them
     */
    default Durability durability(Collection<String> topics, Duration deadline) {
        return Durability.NONE;
    }

    @Override
    void close();
}
