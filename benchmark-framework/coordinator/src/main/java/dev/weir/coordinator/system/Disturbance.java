package dev.weir.coordinator.system;

import dev.weir.coordinator.workers.RunObserver;
import java.util.List;

/**
 * Something that a feature does to the tested system during a run, such as faults of its brokers. No method waits: the
 * work is done on threads of its own.
 */
public interface Disturbance extends RunObserver {
    /** Announces the begin of the measurement in advance, and the first topic of the run. */
    void measurementBegins(long atNanos, String topic);

    /**
     * Starts to bring the system back to its state before the run, after the {@link #end} of all observers. Then {@link
     * #hasEnded} returns whether the system is back.
     */
    void restore();

    /** Returns the events since the last call, in order, several times a second. */
    List<DisturbanceEvent> takeDisturbances();
}
