package dev.weir.driver.durability;

import java.util.Locale;

/** The source of a value. */
public enum DurabilitySource {
    /** The driver file. */
    DRIVER_FILE,
    /** The default of the client library, or a consequence of its other settings. */
    CLIENT,
    /** A setting of the topic. */
    TOPIC,
    /** The default of the cluster for topics without a setting of their own. */
    CLUSTER,
    /** A fixed property of the system. */
    SYSTEM,
    /** A process of the run reported it about itself. */
    WORKER,
    /** No source: the value is unknown. */
    UNKNOWN;

    /** As results have it, such as {@code driver file}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
