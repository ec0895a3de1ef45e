package dev.weir.doctor;

import dev.weir.clock.ClockSpread;
import java.util.List;
import java.util.Optional;

/** Judges the clock offset between several workers, by the same rule as in a run. Any thread. */
public final class ClockAgreement {
    private ClockAgreement() {}

    /** Judges workers that were checked before; empty if the clocks of fewer than two of them are known. */
    public static Optional<Diagnosis> of(List<WorkerCheck> workers) {
        return ClockSpread.of(workers, worker -> worker.address().toString(), WorkerCheck::offset)
                .map(spread -> new Diagnosis("workers together", List.of(judge(spread))));
    }

    static Check judge(ClockSpread spread) {
        String found = Text.of(
                "at most %.3f ms apart (%s and %s), bound %.3f ms",
                spread.apartNanos() / 1e6, spread.slowest(), spread.fastest(), spread.boundNanos() / 1e6);
        if (spread.isTooUncertain()) {
            return Check.warn(
                    "clocks",
                    found + ": end-to-end times can be wrong by that bound, and runs will be marked DEGRADED",
                    "check again while nothing else runs; or use workers that are closer to each other");
        }
        return Check.ok("clocks", spread.isWithinBound() ? found : found + ": runs correct for it");
    }
}
