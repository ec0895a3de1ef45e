package dev.weir.report.compare;

import dev.weir.workload.text.Checks;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Rules of a comparison, all fixed before the figures are read.
 *
 * @param falseAlarms share of comparisons of equal sides in which any primary figure may show a difference, however
 *     often runs are added and the sides compared again
 * @param plannedRuns number of runs on each side that was fixed before the first run; empty if runs may be added
 * @param margin largest relative difference, up or down, of equivalent sides
 * @param evenInvalid whether failed and invalid runs are compared too
 * @param differs fields of workloads and drivers that are meant to differ
 */
public record ComparisonRules(
        double falseAlarms, OptionalInt plannedRuns, double margin, boolean evenInvalid, Set<String> differs) {
    public static final ComparisonRules DEFAULT = new ComparisonRules(0.05, OptionalInt.empty(), 0.03, false, Set.of());

    public ComparisonRules {
        Checks.refuseIf(
                !(falseAlarms > 0 && falseAlarms <= 0.5), "falseAlarms must be in (0, 0.5], got " + falseAlarms);
        Checks.refuseIf(!(margin > 0 && margin <= 1), "margin must be in (0, 1], got " + margin);
        differs = Set.copyOf(differs);
    }

    /** Returns the level of each of several primary figures, which share the false alarms (Bonferroni). */
    TestLevel level(int figures) {
        return new TestLevel(falseAlarms / figures, plannedRuns);
    }
}
