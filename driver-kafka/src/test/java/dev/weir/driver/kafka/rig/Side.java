package dev.weir.driver.kafka.rig;

import java.util.Optional;

/** One of the two that are compared. */
interface Side {
    /** Carries the load, on a broker without topics, and tells what it took. */
    Run run(Load load);

    /**
     * One run of one side.
     *
     * @param delays how late sends were, or those of the park loop beside this load, if it is a paced one
     */
    record Run(Window window, Optional<Delays> delays) {}
}
