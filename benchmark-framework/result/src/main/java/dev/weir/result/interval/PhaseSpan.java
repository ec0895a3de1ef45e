package dev.weir.result.interval;

import dev.weir.result.value.Moment;

/**
 * Time span of a phase, on the coordinator's clock.
 *
 * @param phase its key; see {@link Phase#of}
 * @param seconds its length
 */
public record PhaseSpan(String phase, Moment begin, Moment end, double seconds) {
    /** Creates the span of a phase between two times in epoch nanoseconds. */
    public static PhaseSpan of(Phase phase, long beginNanos, long endNanos) {
        return new PhaseSpan(phase.key(), new Moment(beginNanos), new Moment(endNanos), (endNanos - beginNanos) / 1e9);
    }
}
