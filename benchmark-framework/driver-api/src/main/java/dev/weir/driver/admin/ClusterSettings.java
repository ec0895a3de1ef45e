package dev.weir.driver.admin;

import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * Settings of a whole cluster that can be changed while it runs. The caller that changes them restores them:
 * {@link #change} with the result of an earlier {@link #read} restores the earlier state exactly. Used by one thread at
 * a time; every call blocks, at most for its deadline.
 */
public interface ClusterSettings {

    /**
     * An identifier of this cluster that no other cluster has. It is the same through all addresses of the cluster, and
     * never changes.
     *
     * @throws DriverException if it cannot be found out before the deadline is over
     */
    String clusterId(Duration deadline);

    /**
     * Settings as they are now, by the names in the call; the cluster may use other names for them.
     *
     * @throws DriverException if the cluster has no such setting, if a setting cannot be changed while the cluster
     *     runs, or if the cluster hides its value, so that it could not be restored; the message names each such
     *     setting and the reason. Also if no broker answers in time
     */
    Map<String, ClusterSetting> read(Collection<String> names, Duration deadline);

    /**
     * Changes settings, and returns when every node has the new values. Names are as in {@link #read}.
     *
     * @param values settings that get a value
     * @param defaults names of settings that return to their defaults
     * @throws DriverException if the cluster refuses a setting or has to be restarted for it; the message names the
     *     setting. Also if a node does not have the new values when the deadline is over: then it is unknown which
     *     settings have changed
     */
    void change(Map<String, String> values, Set<String> defaults, Duration deadline);
}
