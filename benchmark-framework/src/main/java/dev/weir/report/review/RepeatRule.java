package dev.weir.report.review;

import dev.weir.report.compare.Comparison;
import dev.weir.report.compare.ComparisonRules;
import dev.weir.report.compare.RunGroup;
import dev.weir.result.code.ReviewCode;

/** The rules about the number of runs of a system. */
final class RepeatRule {
    private RepeatRule() {}

    static void judge(RunGroup system, ComparisonRules rules, EvidenceCollector evidence) {
        int runs = system.runs().size();
        int fewest = Comparison.fewestRuns(system, system, rules);
        if (runs == 1) {
            evidence.add(
                    ReviewCode.TOO_FEW_RUNS,
                    RunEvidence.violation(
                            system.name() + ": 1 run (" + system.files().get(0) + ")"));
        } else if (runs < fewest) {
            evidence.add(
                    ReviewCode.TOO_FEW_RUNS,
                    RunEvidence.violation(system.name() + ": " + runs + " runs, and an interval needs " + fewest + " ("
                            + system.files().get(0) + " and " + (runs - 1) + " more)"));
        }
    }
}
