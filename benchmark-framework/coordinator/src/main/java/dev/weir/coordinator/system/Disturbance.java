package dev.weir.coordinator.system;

import dev.weir.coordinator.workers.RunObserver;
import dev.weir.result.code.RunEvent;
import java.util.List;

/**
 * Something that a feature does to the tested system during a run, such as faults of its brokers. No method waits: the
 * work is done on threads of its own.
 */
public interface Disturbance extends RunObserver {
    /**
     * An event of a disturbance.
     *
     * @param isBegin whether something begins with it that the load may have to recover from
     */
    record DisturbanceEvent(RunEvent event, boolean isBegin) {}

    /** Announces the begin of the measurement in advance, and the first topic of the run. */
    void measurementBegins(long atNanos, String topic);

    /**
     * Starts to bring the system back to its state before the run, after the {@link #end} of all observers. Then {@link
     * #hasEnded} returns whether the system is back.
     */
    void restore();

    /** Returns the events that {@link #takeEvents} has returned, in order. */
    List<DisturbanceEvent> events();
}
