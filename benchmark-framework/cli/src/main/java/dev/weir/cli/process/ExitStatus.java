package dev.weir.cli.process;

import dev.weir.result.RunResult;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.stored.StoredResult;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Exit status of the process. */
public final class ExitStatus {
    public static final int OK = 0;
    public static final int FAILED = 1;
    public static final int BAD_INPUT = 2;
    public static final int INVALID = 3;
    /** What was asked could not be judged, such as a change in too few runs. */
    public static final int NOT_JUDGED = 98;

    public static final int THRESHOLD_MISSED = 99;
    public static final int INTERRUPTED = 130;

    /** Heading of the exit statuses in the help of each command. */
    public static final String HELP_HEADING = "%nExit status, the first that applies:%n";

    // Lines in the help of commands, for those that mean the same in several commands.
    public static final String HELP_BAD_INPUT = BAD_INPUT + ":bad input; nothing was started or written";
    public static final String HELP_FAILED = FAILED + ":failed";
    public static final String HELP_OK = OK + ":done";
    public static final String HELP_RUN_FAILED = FAILED + ":a run failed";
    public static final String HELP_INVALID = INVALID + ":the figures of a run are invalid, or Java's heap was full";
    public static final String HELP_THRESHOLD_MISSED =
            THRESHOLD_MISSED + ":a threshold was missed, such as --set 'thresholds=[endToEndResponse.p99 < 50ms]'";
    public static final String HELP_INTERRUPTED = INTERRUPTED + ":interrupted before all runs had ended";

    private ExitStatus() {}

    /**
     * Returns the status of a campaign: the first of failed, invalid, threshold missed, interrupted that applies to any
     * of its runs.
     *
     * @param strict whether degraded figures count as invalid
     */
    public static int of(List<RunEnding> endings, int planned, boolean strict) {
        if (endings.stream().anyMatch(ending -> ending.outcome() == Outcome.FAILED)) {
            return FAILED;
        }
        Set<Outcome> invalid = strict ? EnumSet.of(Outcome.INVALID, Outcome.DEGRADED) : EnumSet.of(Outcome.INVALID);
        if (endings.stream().anyMatch(ending -> invalid.contains(ending.outcome()))) {
            return INVALID;
        }
        if (endings.stream().anyMatch(RunEnding::hasMissed)) {
            return THRESHOLD_MISSED;
        }
        return endings.stream().anyMatch(RunEnding::endedEarly) || endings.size() < planned ? INTERRUPTED : OK;
    }

    /**
     * Facts that decide the status of one run.
     *
     * @param hasMissed whether it has missed a threshold
     * @param endedEarly whether a person ended it early
     */
    public record RunEnding(Outcome outcome, boolean hasMissed, boolean endedEarly) {
        public static RunEnding of(RunResult run) {
            if (run.isEndedBeforeMeasurement()) {
                return new RunEnding(Outcome.VALID, false, true);
            }
            return new RunEnding(
                    run.outcome(),
                    run.countedThresholds().stream().anyMatch(ThresholdCheck::isMissed),
                    run.interrupted());
        }

        public static RunEnding of(StoredResult run) {
            return new RunEnding(run.outcome(), run.hasMissed() && !run.isDiscarded(), false);
        }
    }
}
