package dev.weir.host.observation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Pauses of one kind, counted; the longest are kept with their times. Not thread-safe. */
public final class PauseTally {
    private static final int KEPT = 5;
    private static final long LONG_NANOS = 10_000_000;
    private static final long VERY_LONG_NANOS = 100_000_000;

    private final List<Pause> longest = new ArrayList<>();
    private long count;
    private long totalNanos;
    private long over10Millis;
    private long over100Millis;

    void add(Pause pause) {
        count++;
        totalNanos += pause.nanos();
        over10Millis += pause.nanos() > LONG_NANOS ? 1 : 0;
        over100Millis += pause.nanos() > VERY_LONG_NANOS ? 1 : 0;
        longest.add(pause);
        longest.sort(Comparator.comparingLong(Pause::nanos).reversed());
        longest.subList(Math.min(KEPT, longest.size()), longest.size()).clear();
    }

    /** How many. */
    public long count() {
        return count;
    }

    /** All together. */
    public long totalNanos() {
        return totalNanos;
    }

    /** How many were longer than 10 ms. */
    public long over10Millis() {
        return over10Millis;
    }

    /** How many were longer than 100 ms. */
    public long over100Millis() {
        return over100Millis;
    }

    /** The longest ones, at most 5, longest first. */
    public List<Pause> longest() {
        return List.copyOf(longest);
    }

    /** The longest one; empty if there was none. */
    public Optional<Pause> worst() {
        return longest.stream().findFirst();
    }
}
