package dev.weir.cli;

import dev.weir.result.Outcome;
import dev.weir.result.RunResult;
import dev.weir.result.ThresholdResult;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What the process tells its caller. */
final class ExitStatus {
    static final int OK = 0;
    static final int FAILED = 1;
    static final int BAD_INPUT = 2;
    static final int INVALID = 3;
    static final int THRESHOLD_MISSED = 99;
    static final int INTERRUPTED = 130;

    private ExitStatus() {}

    /**
     * Of a campaign of so many planned runs: the first in the order failed, invalid, threshold missed, interrupted that applies to any of its
     * runs.
     *
     * @param strict whether degraded figures count as invalid
     */
    static int of(List<RunResult> results, int planned, boolean strict) {
        if (results.stream().anyMatch(result -> result.outcome() == Outcome.FAILED)) {
            return FAILED;
        }
        Set<Outcome> invalid = strict ? EnumSet.of(Outcome.INVALID, Outcome.DEGRADED) : EnumSet.of(Outcome.INVALID);
        if (results.stream().anyMatch(result -> invalid.contains(result.outcome()))) {
            return INVALID;
        }
        if (results.stream().flatMap(result -> result.thresholds().stream()).anyMatch(ThresholdResult::isMissed)) {
            return THRESHOLD_MISSED;
        }
        // To be interrupted is how a run without a duration ends.
        boolean early = results.stream()
                .anyMatch(result -> result.interrupted() && !result.workload().isEndless());
        return early || results.size() < planned ? INTERRUPTED : OK;
    }
}
