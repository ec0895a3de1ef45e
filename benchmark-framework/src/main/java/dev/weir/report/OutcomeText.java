package dev.weir.report;

import dev.weir.result.code.Reason;
import dev.weir.result.code.Severity;
import dev.weir.workload.text.NumberText;
import java.util.List;
import java.util.Optional;

/** Explains what an outcome means for the figures of a run, on pages and terminals. */
public final class OutcomeText {
    /** Says that a person interrupted the run. */
    public static final String ENDED_EARLY = "A person ended the run early.";

    private OutcomeText() {}

    /** Explains a degraded run: the first reason, and what to do about it. */
    public static String degraded(List<Reason> reasons) {
        return "The results can be used, but they are less reliable: " + why(reasons, Severity.DEGRADED);
    }

    /** Explains an invalid run: the first reason, and what to do about it. */
    public static String invalid(List<Reason> reasons) {
        return "The results are invalid and must not be used: " + why(reasons, Severity.INVALID);
    }

    /** Returns the reason that these texts explain. */
    static Optional<Reason> first(List<Reason> reasons, Severity severity) {
        return reasons.stream().filter(reason -> reason.severity() == severity).findFirst();
    }

    private static String why(List<Reason> all, Severity severity) {
        Optional<Reason> explained = first(all, severity);
        if (explained.isEmpty()) {
            return "the result file contains no reason.";
        }
        Reason first = explained.get();
        long others =
                all.stream().filter(reason -> reason.severity() == severity).count() - 1;
        String more = others > 0 ? " (" + NumberText.counted(others, "more reason") + " below)" : "";
        String remedy = Optional.of(first)
                .filter(reason -> !reason.figures().containsKey(Reason.NEEDED_WORKERS))
                .flatMap(reason -> reason.code().explanation())
                .map(explanation -> " " + explanation.remedy())
                .orElse("");
        return first.text() + more + "." + remedy;
    }
}
