package dev.weir.coordinator.request;

import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import java.time.Duration;
import java.util.Optional;

/** Receives the progress of a run. Called on the coordinator's thread, so implementations must not block. */
public interface ProgressListener {
    ProgressListener NONE = new ProgressListener() {};

    /** Reports that a phase begins; its planned length is empty if it is unknown. */
    default void phaseBegins(Phase phase, Optional<Duration> planned) {}

    /** Reports the current step, as text for a person. */
    default void step(String what) {}

    /** Reports an event that changes what the figures around it mean. */
    default void event(RunEvent event) {
        step(event.text());
    }

    /** Reports a merged snapshot of all workers, about once a second during the load. */
    default void tick(Interval tick, double targetMessagesPerSecond) {}

    default void interval(Interval interval, double targetMessagesPerSecond) {}
}
