package dev.weir.cli.process;

import dev.weir.result.RunResult;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.stored.StoredResult;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What the process tells its caller. */
public final class ExitStatus {
    public static final int OK = 0;
    public static final int FAILED = 1;
    public static final int BAD_INPUT = 2;
    public static final int INVALID = 3;
    public static final int THRESHOLD_MISSED = 99;
    public static final int INTERRUPTED = 130;

    private ExitStatus() {}

    /**
     * Of a campaign of so many planned runs: the first in the order failed, invalid, threshold missed, interrupted that applies to any of its
     * runs.
     *
     * @param strict whether degraded figures count as invalid
     */
    public static int of(List<Verdict> verdicts, int planned, boolean strict) {
        if (verdicts.stream().anyMatch(verdict -> verdict.outcome() == Outcome.FAILED)) {
            return FAILED;
        }
        Set<Outcome> invalid = strict ? EnumSet.of(Outcome.INVALID, Outcome.DEGRADED) : EnumSet.of(Outcome.INVALID);
        if (verdicts.stream().anyMatch(verdict -> invalid.contains(verdict.outcome()))) {
            return INVALID;
        }
        if (verdicts.stream().anyMatch(Verdict::hasMissed)) {
            return THRESHOLD_MISSED;
        }
        return verdicts.stream().anyMatch(Verdict::endedEarly) || verdicts.size() < planned ? INTERRUPTED : OK;
    }

    /**
     * What decides about the status of one run.
     *
     * @param hasMissed whether it has missed a threshold
     * @param endedEarly whether a person ended it before its time
     */
    public record Verdict(Outcome outcome, boolean hasMissed, boolean endedEarly) {
        public static Verdict of(RunResult run) {
            // Then there are no figures that could be invalid, or miss anything.
            boolean tooEarly = run.interrupted() && run.throughput().seconds() == 0;
            if (tooEarly && run.outcome() != Outcome.FAILED) {
                return new Verdict(Outcome.VALID, false, true);
            }
            // To be interrupted is how a run without a duration ends.
            boolean early = run.interrupted() && !run.workload().isEndless();
            boolean missed = run.thresholds().stream().anyMatch(ThresholdCheck::isMissed);
            return new Verdict(run.outcome(), missed && !run.run().place().isDiscarded(), early);
        }

        /** Of a run that was carried out to its end before. */
        public static Verdict of(StoredResult run) {
            return new Verdict(run.outcome(), run.hasMissed() && !run.isDiscarded(), false);
        }
    }
}
