package dev.weir.doctor;

import dev.weir.clock.ClockSpread;
import java.util.List;
import java.util.Optional;

/** How far the clocks of several workers are apart, judged by the rule by which a run is marked. Any thread. */
public final class ClockAgreement {
    private ClockAgreement() {}

    /** Of workers that were checked before; empty if fewer than two of them told the time. */
    public static Optional<Diagnosis> of(List<WorkerCheck> workers) {
        return ClockSpread.of(workers, worker -> worker.address().toString(), WorkerCheck::offset)
                .map(spread -> new Diagnosis("workers together", List.of(judge(spread))));
    }

    static Check judge(ClockSpread spread) {
        String found = Text.of(
                "at most %.3f ms apart (%s and %s), bound %.3f ms",
                spread.apartNanos() / 1e6, spread.slowest(), spread.fastest(), spread.boundNanos() / 1e6);
        if (spread.isTooVague()) {
            return Check.warn(
                    "clocks",
                    found + ": end-to-end times can be wrong by that bound, and runs will be marked DEGRADED",
                    "look again while nothing else runs; or use workers that are closer to each other");
        }
        return Check.ok("clocks", spread.isWithinBound() ? found : found + ": runs correct for it");
    }
}
