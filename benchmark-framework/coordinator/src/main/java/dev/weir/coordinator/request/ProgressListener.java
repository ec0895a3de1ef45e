package dev.weir.coordinator.request;

import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import java.time.Duration;
import java.util.List;
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

    static ProgressListener all(List<ProgressListener> listeners) {
        return new ProgressListener() {
            @Override
            public void phaseBegins(Phase phase, Optional<Duration> planned) {
                listeners.forEach(each -> each.phaseBegins(phase, planned));
            }

            @Override
            public void step(String what) {
                listeners.forEach(each -> each.step(what));
            }

            @Override
            public void event(RunEvent event) {
                listeners.forEach(each -> each.event(event));
            }

            @Override
            public void tick(Interval tick, double targetMessagesPerSecond) {
                listeners.forEach(each -> each.tick(tick, targetMessagesPerSecond));
            }

            @Override
            public void interval(Interval interval, double targetMessagesPerSecond) {
                listeners.forEach(each -> each.interval(interval, targetMessagesPerSecond));
            }
        };
    }
}
