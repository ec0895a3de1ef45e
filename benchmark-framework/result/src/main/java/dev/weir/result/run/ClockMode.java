package dev.weir.result.run;

import java.util.Locale;

/**
 * Clocks by which end-to-end times are measured: decided before the load; later it can only change from system to
 * corrected.
 */
public enum ClockMode {
    /** The workers' own clocks, as they are: their offsets are within the error of the estimate. */
    SYSTEM,
    /**
     * The workers' own clocks, corrected by their offsets from the coordinator's, possibly only from a time in the load
     * on.
     */
    CORRECTED;

    /** Returns the name in results. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
