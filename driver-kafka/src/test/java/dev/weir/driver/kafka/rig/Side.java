package dev.weir.driver.kafka.rig;

import java.util.Optional;

/** One of those that are compared. */
interface Side {
    /** Whether it knows such a load. */
    default boolean canCarry(Load load) {
        return true;
    }

    /** Carries the load, on a broker without topics, and tells what it took. */
    Run run(Load load);

    /**
     * One run of one side.
     *
     * @param sendDelays how late sends were, where that is told
     * @param parkLoop how late a bare park loop was beside this load, if it is such a one
     */
    record Run(Window window, Optional<Delays> sendDelays, Optional<Delays> parkLoop) {}
}
