package dev.weir.cli.output;

import dev.weir.coordinator.request.ProgressListener;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import java.time.Duration;
import java.util.Optional;

/** Shows nothing during a run. */
public final class SilentDisplay implements ProgressListener {
    @Override
    public void phaseBegins(Phase phase, Optional<Duration> planned) {}

    @Override
    public void step(String what) {}

    @Override
    public void tick(Interval tick, double targetMessagesPerSecond) {}

    @Override
    public void interval(Interval interval, double targetMessagesPerSecond) {}
}
