package dev.weir.coordinator;

import dev.weir.clock.Clock;
import dev.weir.result.Interval;
import dev.weir.result.Reason;
import dev.weir.result.Severity;
import java.time.Duration;
import java.util.Locale;

/** When messages last arrived, where nobody knows how many are to come. Used by the coordinator's thread. */
final class LastArrival {
    /** Longer than a fetch takes, also of what a broker first has to read from its slowest storage. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private final Clock clock;
    private long begunNanos;
    private long lastNanos = Long.MAX_VALUE;
    private long messages;

    LastArrival(Clock clock) {
        this.clock = clock;
    }

    void measurementBegins(long nanos) {
        begunNanos = nanos;
        lastNanos = nanos;
    }

    void note(Interval tick) {
        if (tick.phase().isMeasured() && tick.counts().received() > 0) {
            lastNanos = tick.toNanos();
            messages += tick.counts().received();
        }
    }

    /** Whether nothing has come for {@link #SILENCE}; not before the measurement. */
    boolean isLongAgo() {
        return lastNanos != Long.MAX_VALUE && clock.epochNanos() - lastNanos > SILENCE.toNanos();
    }

    /** How long they went on, to the end of the snapshot that has the last one. */
    private double seconds() {
        return (lastNanos - begunNanos) / 1e9;
    }

    /** What there was to consume, when nothing more comes. */
    Reason allConsumed() {
        return new Reason(
                "ALL_CONSUMED",
                Severity.NOTE,
                String.format(
                        Locale.ROOT,
                        "%,d messages came in the first %.1f s of the measurement, %,.0f per second, and then none for %d s:"
                                + " the rates are over the whole of it",
                        messages,
                        seconds(),
                        messages / Math.max(1e-9, seconds()),
                        SILENCE.toSeconds()));
    }
}
