package dev.weir.report;

import dev.weir.result.code.Reason;
import dev.weir.result.code.Severity;
import java.util.List;

/** Explains what an outcome means for the figures of a run, on pages and terminals. */
public final class OutcomeText {
    private OutcomeText() {}

    /** Explains a degraded run: the first reason, and what to do about it. */
    public static String degraded(List<Reason> reasons) {
        return "The results can be used, but they are less reliable: " + why(reasons, Severity.DEGRADED);
    }

    /** Explains an invalid run: the first reason, and what to do about it. */
    public static String invalid(List<Reason> reasons) {
        return "The results are invalid and must not be used: " + why(reasons, Severity.INVALID);
    }

    private static String why(List<Reason> all, Severity severity) {
        List<Reason> reasons =
                all.stream().filter(reason -> reason.severity() == severity).toList();
        if (reasons.isEmpty()) {
            return "the result file contains no reason.";
        }
        Reason first = reasons.get(0);
        String more = reasons.size() > 1 ? " (" + (reasons.size() - 1) + " more below)" : "";
        String remedy = first.code()
                .explanation()
                .map(explanation -> " " + explanation.remedy())
                .orElse("");
        return first.text() + more + "." + remedy;
    }
}
