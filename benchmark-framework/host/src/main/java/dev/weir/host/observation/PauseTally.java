package dev.weir.host.observation;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Pauses of one kind.
 *
 * @param longest the longest ones, at most 5, longest first
 */
public record PauseTally(long count, long totalNanos, long over10Millis, long over100Millis, List<Pause> longest) {
    static final PauseTally NONE = new PauseTally(0, 0, 0, 0, List.of());

    private static final int KEPT = 5;
    private static final long LONG_NANOS = 10_000_000;
    private static final long VERY_LONG_NANOS = 100_000_000;

    /** Adds pauses whose times are on a clock that is behind the run's by this time. */
    PauseTally plus(List<Pause> pauses, long aheadNanos) {
        return new PauseTally(
                count + pauses.size(),
                totalNanos + pauses.stream().mapToLong(Pause::nanos).sum(),
                over10Millis + longer(pauses, LONG_NANOS),
                over100Millis + longer(pauses, VERY_LONG_NANOS),
                Stream.concat(longest.stream(), pauses.stream().map(pause -> pause.onClockAheadBy(aheadNanos)))
                        .sorted(Comparator.comparingLong(Pause::nanos).reversed())
                        .limit(KEPT)
                        .toList());
    }

    private static long longer(List<Pause> pauses, long nanos) {
        return pauses.stream().filter(pause -> pause.nanos() > nanos).count();
    }

    /** Returns the longest one; empty if there was none. */
    public Optional<Pause> worst() {
        return longest.stream().findFirst();
    }
}
