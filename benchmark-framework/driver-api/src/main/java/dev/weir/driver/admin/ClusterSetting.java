package dev.weir.driver.admin;

import java.util.Objects;

/**
 * A setting of a whole cluster, as it is now.
 *
 * @param name as the cluster itself calls it
 * @param value as text: the value that was set, or else the default of the cluster
 * @param isDefault whether the cluster has no value of its own for it
 */
public record ClusterSetting(String name, String value, boolean isDefault) {
    public ClusterSetting {
        Objects.requireNonNull(name);
        Objects.requireNonNull(value);
    }

    /** As {@code 604800000 (default)}. */
    public String shown() {
        return value + (isDefault ? " (default)" : "");
    }
}
