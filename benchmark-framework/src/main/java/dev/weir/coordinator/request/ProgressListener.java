package dev.weir.coordinator.request;

import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import java.time.Duration;
import java.util.Optional;

/** Hears how a run goes on. Called on the coordinator's thread, which must not be held up. */
public interface ProgressListener {

    /**
     * A phase begins.
     *
     * @param planned how long it takes; empty if that is not known
     */
    void phaseBegins(Phase phase, Optional<Duration> planned);

    /** What it is doing now, for a person. */
    void step(String what);

    /** Something happened that changes what the figures around it mean. */
    default void event(RunEvent event) {
        step(event.text());
    }

    /**
     * What all workers did since the last tick, once a second or so while the load runs.
     *
     * @param targetMessagesPerSecond asked for in this phase
     */
    void tick(Interval tick, double targetMessagesPerSecond);

    /** The same of a whole reporting interval. */
    void interval(Interval interval, double targetMessagesPerSecond);
}
