package dev.weir.driver.admin;

import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * Settings that hold for a whole cluster and can be changed while it runs. The caller that changes them puts them back:
 * with what {@link #read} gave before, {@link #change} restores exactly what was. Used by one thread at a time; every call
 * blocks, at most for its deadline.
 */
public interface ClusterSettings {

    /**
     * What tells this cluster from all others: the same by whichever of its addresses it is reached, and for as long as it
     * lives.
     *
     * @throws DriverException if it cannot be found out before the deadline is over
     */
    String clusterId(Duration deadline);

    /**
     * Settings as they are now, by the names that were asked for; a cluster may have another name for the same.
     *
     * @throws DriverException if one is not known, cannot be changed while the cluster runs, or does not show its value, so
     *     that it could not be put back; the message names each such one and why. Also if no broker answers in time
     */
    Map<String, ClusterSetting> read(Collection<String> names, Duration deadline);

    /**
     * Changes settings, and returns when every node has the new values. What a setting is called is as in {@link #read}.
     *
     * @param values those that get a value
     * @param defaults those that go back to their defaults
     * @throws DriverException if one is refused or needs a restart of nodes, naming it, or if a node does not have the new
     *     values when the deadline is over; what has been changed is not known then
     */
    void change(Map<String, String> values, Set<String> defaults, Duration deadline);
}
