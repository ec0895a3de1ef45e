package dev.weir.result.run;

/**
 * Clocks by which end-to-end times are measured: decided before the load; later it can only change from system to
 * corrected.
 */
public enum ClockMode {
    /** The workers' own clocks, as they are: their offsets are within the error of the estimate. */
    SYSTEM("system"),
    /**
     * The workers' own clocks, corrected by their offsets from the coordinator's, possibly only from a time in the load
     * on.
     */
    CORRECTED("corrected");

    private final String key;

    ClockMode(String key) {
        this.key = key;
    }

    /** Returns the name in results. */
    public String key() {
        return key;
    }
}
