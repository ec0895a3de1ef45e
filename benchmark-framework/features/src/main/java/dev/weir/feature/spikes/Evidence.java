package dev.weir.feature.spikes;

import dev.weir.result.code.SpikeCause;

/**
 * Something that was observed and can have held up messages.
 *
 * @param where the broker, worker or event, with its part if the cause does not name it
 * @param order among evidence of one cause: what can bring about the others has a lower one
 * @param beginNanos earliest begin, epoch nanoseconds of the coordinator
 * @param endNanos latest end
 * @param heldNanos for how long it can have held up messages within this time; {@link #ANY} if it cannot be known
 */
record Evidence(SpikeCause cause, String where, int order, long beginNanos, long endNanos, long heldNanos) {
    static final long ANY = Long.MAX_VALUE;

    Evidence(SpikeCause cause, String where, long beginNanos, long endNanos, long heldNanos) {
        this(cause, where, 0, beginNanos, endNanos, heldNanos);
    }

    /** Returns the one that held up messages longer, in the time of both. */
    Evidence longer(Evidence other) {
        Evidence found = heldNanos >= other.heldNanos ? this : other;
        long begin = Math.min(beginNanos, other.beginNanos);
        long end = Math.max(endNanos, other.endNanos);
        return new Evidence(found.cause, found.where, found.order, begin, end, found.heldNanos);
    }
}
