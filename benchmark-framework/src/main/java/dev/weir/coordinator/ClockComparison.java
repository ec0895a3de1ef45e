package dev.weir.coordinator;

import dev.weir.clock.ClockOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whether the clocks of any two workers are so far apart that end-to-end times between them are wrong. Looks at how they
 * were when the load began and at how they are now: clocks that drift can agree at either end.
 */
final class ClockComparison {
    /** Below it, an offset cannot be told from the noise of the network that measured it. */
    private static final long TOLERATED_NANOS = 1_000_000;

    private ClockComparison() {}

    /** What to say of the two that are furthest apart; empty if they are close enough. */
    static Optional<String> apart(List<WorkerLink> workers) {
        return apart(workers, WorkerLink::fixedOffset, "when the load began")
                .or(() -> apart(workers, WorkerLink::latestOffset, "at the end"));
    }

    private static Optional<String> apart(
            List<WorkerLink> workers, Function<WorkerLink, ClockOffset> view, String when) {
        Comparator<WorkerLink> byOffset =
                Comparator.comparingLong(worker -> view.apply(worker).offsetNanos());
        List<WorkerLink> known = workers.stream()
                .filter(worker -> !view.apply(worker).equals(ClockOffset.UNKNOWN))
                .sorted(byOffset)
                .toList();
        if (known.size() < 2) {
            return Optional.empty();
        }
        WorkerLink slowest = known.get(0);
        WorkerLink fastest = known.get(known.size() - 1);
        long apart = view.apply(fastest).offsetNanos() - view.apply(slowest).offsetNanos();
        long bound = view.apply(fastest).boundNanos() + view.apply(slowest).boundNanos();
        if (apart <= TOLERATED_NANOS + bound) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "the clocks of the workers %s and %s were %.3f ms apart %s (bound %.3f ms), and end-to-end times between"
                        + " workers are not corrected for it",
                slowest.name(),
                fastest.name(),
                apart / 1e6,
                when,
                bound / 1e6));
    }
}
