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

    PauseTally plus(Pause pause) {
        return new PauseTally(
                count + 1,
                totalNanos + pause.nanos(),
                over10Millis + (pause.nanos() > LONG_NANOS ? 1 : 0),
                over100Millis + (pause.nanos() > VERY_LONG_NANOS ? 1 : 0),
                Stream.concat(longest.stream(), Stream.of(pause))
                        .sorted(Comparator.comparingLong(Pause::nanos).reversed())
                        .limit(KEPT)
                        .toList());
    }

    /** Returns the longest one; empty if there was none. */
    public Optional<Pause> worst() {
        return longest.stream().findFirst();
    }
}
