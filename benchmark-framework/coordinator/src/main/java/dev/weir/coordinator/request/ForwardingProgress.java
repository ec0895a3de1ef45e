package dev.weir.coordinator.request;

import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import java.time.Duration;
import java.util.Optional;

/** Forwards all progress to another listener. Subclasses override the methods that they handle themselves. */
public class ForwardingProgress implements ProgressListener {
    private final ProgressListener next;

    public ForwardingProgress(ProgressListener next) {
        this.next = next;
    }

    @Override
    public void phaseBegins(Phase phase, Optional<Duration> planned) {
        next.phaseBegins(phase, planned);
    }

    @Override
    public void step(String what) {
        next.step(what);
    }

    @Override
    public void event(RunEvent event) {
        next.event(event);
    }

    @Override
    public void tick(Interval tick, double targetMessagesPerSecond) {
        next.tick(tick, targetMessagesPerSecond);
    }

    @Override
    public void interval(Interval interval, double targetMessagesPerSecond) {
        next.interval(interval, targetMessagesPerSecond);
    }
}
