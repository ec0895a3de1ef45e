package dev.weir.coordinator.system;

import dev.weir.coordinator.workers.RunObserver;
import dev.weir.result.code.RunEvent;
import java.time.Duration;
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

    /** Fails the run with a {@code RunFailedException} if the system cannot be disturbed. */
    void require();

    /**
     * Announces the begin of the measurement in advance.
     *
     * @param topic first topic of the run
     */
    void measurementBegins(long atNanos, String topic);

    /** Drops what has not begun, and ends what has an end. The rest lasts until {@link #end}. */
    void loadEnds();

    /** Starts to bring the system back to its state before the run; {@link #hasEnded} returns whether it is. */
    void end();

    boolean hasEnded();

    /** Returns how long the next run waits for {@link #hasEnded}. */
    Duration endLimit();

    /** Returns the events that {@link #takeEvents} has returned, in order. */
    List<DisturbanceEvent> events();
}
