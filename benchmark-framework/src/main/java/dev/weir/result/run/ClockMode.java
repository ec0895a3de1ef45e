package dev.weir.result.run;

/** Which clocks end-to-end times are taken with: decided before the load; later only from system to corrected. */
public enum ClockMode {
    /** The workers' own, as they are: they agree as well as can be told. */
    SYSTEM("system"),
    /** The workers' own, each with its distance from the coordinator's taken off; maybe only since a moment of the load. */
    CORRECTED("corrected");

    private final String key;

    ClockMode(String key) {
        this.key = key;
    }

    /** The name in results. */
    public String key() {
        return key;
    }
}
