package dev.weir.clock;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The two of several clocks with the largest offset between them, which is the error of uncorrected times between their
 * hosts.
 *
 * @param slowest name of the clock that is behind
 * @param fastest name of the clock that is ahead
 * @param apartNanos estimated offset between them, at least 0
 * @param boundNanos largest error of the estimate: the bounds of both offsets
 */
public record ClockSpread(String slowest, String fastest, long apartNanos, long boundNanos) {
    /** A larger error makes end-to-end times of a fast system useless. */
    public static final long TOLERATED_NANOS = 1_000_000;

    /**
     * Finds the slowest and the fastest among clocks whose offset to a common clock is known.
     *
     * @return empty if fewer than two are known
     */
    public static <T> Optional<ClockSpread> of(
            List<T> clocks, Function<T, String> name, Function<T, ClockOffset> offset) {
        Comparator<T> byOffset =
                Comparator.comparingLong(clock -> offset.apply(clock).offsetNanos());
        List<T> known = clocks.stream()
                .filter(clock -> !offset.apply(clock).equals(ClockOffset.UNKNOWN))
                .sorted(byOffset)
                .toList();
        if (known.size() < 2) {
            return Optional.empty();
        }
        T slowest = known.get(0);
        T fastest = known.get(known.size() - 1);
        ClockOffset behind = offset.apply(slowest);
        ClockOffset ahead = offset.apply(fastest);
        return Optional.of(new ClockSpread(
                name.apply(slowest),
                name.apply(fastest),
                ahead.offsetNanos() - behind.offsetNanos(),
                ahead.boundNanos() + behind.boundNanos()));
    }

    /** Returns whether the clocks can be equal: the offset lies within its bound. */
    public boolean isWithinBound() {
        return apartNanos <= boundNanos;
    }

    /** Returns whether the error of the estimate, which no correction removes, is too large. */
    public boolean isTooUncertain() {
        return boundNanos > TOLERATED_NANOS;
    }
}
