package dev.weir.report.compare;

import java.util.List;

/** What stands against holding two sides against each other, whatever their figures are. */
@FunctionalInterface
public interface Gate {
    /** In any order; none if nothing does. */
    List<ComparisonRemark> remarks(RunGroup a, RunGroup b, ComparisonRules rules);
}
