package dev.weir.clock;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The two of several clocks that are furthest apart: by so much would times be wrong that one takes and the other ends, if
 * they were not corrected.
 *
 * @param slowest the name of the one that is behind
 * @param fastest the name of the one that is ahead
 * @param apartNanos the estimate of by how much, at least 0
 * @param boundNanos the estimate's error is at most this: the bounds of both offsets
 */
public record ClockSpread(String slowest, String fastest, long apartNanos, long boundNanos) {
    /** An error of more than that makes end-to-end times of a fast system useless. */
    public static final long TOLERATED_NANOS = 1_000_000;

    /**
     * Of those whose offset is known, which all have to be to the same clock.
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

    /** Whether they cannot be told apart: the offsets lie within their bounds. */
    public boolean isWithinBound() {
        return apartNanos <= boundNanos;
    }

    /** Whether the estimate's error, which no correction takes away, is larger than is tolerated. */
    public boolean isTooVague() {
        return boundNanos > TOLERATED_NANOS;
    }
}
