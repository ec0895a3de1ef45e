package dev.weir.report.compare;

import java.util.List;

/** Checks whether two sides may be compared, whatever their figures are. */
@FunctionalInterface
public interface Gate {
    /** Returns remarks in any order; empty if there is no objection. */
    List<ComparisonRemark> remarks(RunGroup a, RunGroup b, ComparisonRules rules);
}
