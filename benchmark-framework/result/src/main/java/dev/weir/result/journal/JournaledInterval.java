package dev.weir.result.journal;

import dev.weir.result.interval.IntervalSummary;
import dev.weir.result.interval.Phase;
import dev.weir.workload.text.Checks;

/**
 * A reporting interval in a journal.
 *
 * @param part part of the load in which it lies
 * @param fromNanos its begin, epoch nanoseconds
 */
record JournaledInterval(String part, long fromNanos, long toNanos, IntervalSummary interval) {
    JournaledInterval {
        Checks.refuseIf(
                toNanos < fromNanos || Phase.of(interval.phase()).isEmpty(),
                "an interval must end after it began, in a phase that there is");
    }

    Phase phase() {
        return Phase.of(interval.phase()).orElseThrow();
    }

    boolean is(long begin, long end) {
        return fromNanos == begin && toNanos == end;
    }
}
