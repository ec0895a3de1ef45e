package dev.weir.driver.client;

/** Where a consumer begins to read. */
public enum ReadFrom {
    /** A topic of the run's own: at its first message, unless the driver file says otherwise. */
    RUN,
    /** A topic that existed before the run: what is sent from now on. */
    END,
    /**
     * A topic that existed before the run: the first message that it still has. The consumer is opened paused, and begins
     * with {@link Consumer#resume}.
     */
    FIRST
}
