package dev.weir.result;

import java.util.Objects;

/**
 * When a phase was.
 *
 * @param beginNanos epoch nanoseconds of the coordinator
 * @param endNanos likewise
 */
public record PhaseSpan(Phase phase, long beginNanos, long endNanos) {
    public PhaseSpan {
        Objects.requireNonNull(phase);
    }

    /** Its length in seconds. */
    public double seconds() {
        return (endNanos - beginNanos) / 1e9;
    }
}
