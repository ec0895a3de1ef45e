package dev.weir.coordinator;

import dev.weir.clock.ClockOffset;
import dev.weir.clock.ClockSpread;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whether the clocks of any two workers are so far apart that end-to-end times between them are wrong. Looks at how they
 * were when the load began and at how they are now: clocks that drift can agree at either end.
 */
final class ClockComparison {
    private ClockComparison() {}

    /** What to say of the two that are furthest apart; empty if they are close enough. */
    static Optional<String> apart(List<WorkerLink> workers) {
        return apart(workers, WorkerLink::fixedOffset, "when the load began")
                .or(() -> apart(workers, WorkerLink::latestOffset, "at the end"));
    }

    private static Optional<String> apart(
            List<WorkerLink> workers, Function<WorkerLink, ClockOffset> view, String when) {
        return ClockSpread.of(workers, WorkerLink::name, view)
                .filter(ClockSpread::isTooFar)
                .map(spread -> String.format(
                        Locale.ROOT,
                        "the clocks of the workers %s and %s were %.3f ms apart %s (bound %.3f ms), and end-to-end times"
                                + " between workers are not corrected for it",
                        spread.slowest(),
                        spread.fastest(),
                        spread.apartNanos() / 1e6,
                        when,
                        spread.boundNanos() / 1e6));
    }
}
