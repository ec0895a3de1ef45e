package dev.weir.cli.output;

import dev.weir.coordinator.request.ProgressListener;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;

/** Shows progress without a terminal: a line for each step, and for each reporting interval. */
final class PlainDisplay implements ProgressListener {
    private final PrintWriter out;
    private Phase phase = Phase.PREPARE;

    PlainDisplay(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void phaseBegins(Phase begun, Optional<Duration> planned) {
        phase = begun;
        planned.ifPresent(duration -> print(begun, "for " + ProgressText.clock(duration.toNanos())));
    }

    @Override
    public void step(String what) {
        print(phase, what);
    }

    @Override
    public void tick(Interval tick, double targetMessagesPerSecond) {
        // Once a second is too often for a log.
    }

    @Override
    public void interval(Interval interval, double targetMessagesPerSecond) {
        if (interval.phase().isLoaded()) {
            print(interval.phase(), String.join("   ", ProgressText.parts(interval, targetMessagesPerSecond)));
        }
    }

    private void print(Phase of, String what) {
        out.printf("%-12s %s%n", of.key(), what);
        out.flush();
    }
}
