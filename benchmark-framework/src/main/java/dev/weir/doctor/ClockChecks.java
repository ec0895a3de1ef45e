package dev.weir.doctor;

import dev.weir.clock.ClockFigures;
import java.util.List;

/** Judges the precision of this host's clock and of waiting for it. Any thread. */
public final class ClockChecks {
    /** A message costs about four readings, so this leaves a sender more than a million messages a second. */
    private static final double DEAREST_READING_NANOS = 200;

    private static final long LARGEST_STEP_NANOS = 1_000;

    /** Linux lets a parked thread sleep 50 us longer (its timer slack), and waking up takes additional time. */
    private static final long LATEST_P50_NANOS = 200_000;

    private static final long LATEST_P99_NANOS = 1_000_000;

    private ClockChecks() {}

    /** Judges the figures. */
    public static List<Check> of(ClockFigures figures) {
        return List.of(reading(figures), parking(figures));
    }

    private static Check reading(ClockFigures figures) {
        String found = ReadableNumbers.of(
                "%.0f ns a reading, in steps of %,d ns or less", figures.readingNanos(), figures.stepNanos());
        boolean good = figures.readingNanos() <= DEAREST_READING_NANOS && figures.stepNanos() <= LARGEST_STEP_NANOS;
        return good
                ? Check.ok("time", found)
                : Check.warn(
                        "time",
                        found + ": too dear or too coarse for microseconds",
                        "use a clock source that is read without a call into the kernel: see 'clocksource'");
    }

    private static Check parking(ClockFigures figures) {
        String found = ReadableNumbers.of(
                "a sender wakes up %.3f ms late (p50), %.3f ms (p99)",
                figures.park().lateP50Nanos() / 1e6, figures.park().lateP99Nanos() / 1e6);
        boolean good = figures.park().lateP50Nanos() <= LATEST_P50_NANOS
                && figures.park().lateP99Nanos() <= LATEST_P99_NANOS;
        return good
                ? Check.ok("pacing", found)
                : Check.warn(
                        "pacing",
                        found + ": latencies from the intended time contain that",
                        "end what else runs here (top), and keep cores from deep sleep: sudo cpupower idle-set -D 10");
    }
}
