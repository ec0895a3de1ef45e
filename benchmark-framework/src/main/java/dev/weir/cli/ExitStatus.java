package dev.weir.cli;

import dev.weir.result.Outcome;
import dev.weir.result.RunResult;
import java.util.List;

/** What the process tells its caller. */
final class ExitStatus {
    static final int OK = 0;
    static final int FAILED = 1;
    static final int BAD_INPUT = 2;
    static final int INVALID = 3;
    static final int INTERRUPTED = 130;

    private ExitStatus() {}

    /** Of a campaign of so many planned runs: the first in the order failed, invalid, interrupted that applies to any of its runs. */
    static int of(List<RunResult> results, int planned) {
        if (results.stream().anyMatch(result -> result.outcome() == Outcome.FAILED)) {
            return FAILED;
        }
        if (results.stream().anyMatch(result -> result.outcome() == Outcome.INVALID)) {
            return INVALID;
        }
        // To be interrupted is how a run without a duration ends.
        boolean early = results.stream()
                .anyMatch(result ->
                        result.interrupted() && result.workload().testDuration().isPresent());
        return early || results.size() < planned ? INTERRUPTED : OK;
    }
}
