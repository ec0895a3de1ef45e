package dev.weir.driver.durability;

import java.util.Locale;

/** Where a value is known from. */
public enum DurabilitySource {
    /** The driver file says so. */
    DRIVER_FILE,
    /** The client's own default, or what follows from other settings of it. */
    CLIENT,
    /** The topic has it. */
    TOPIC,
    /** The topic has what the cluster gives those that say nothing. */
    CLUSTER,
    /** The system cannot do otherwise. */
    SYSTEM,
    /** A process of the run says so of itself. */
    WORKER,
    /** From nowhere. */
    UNKNOWN;

    /** As results have it, such as {@code driver file}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
