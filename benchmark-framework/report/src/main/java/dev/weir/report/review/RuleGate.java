package dev.weir.report.review;

import dev.weir.report.compare.Comparison;
import dev.weir.report.compare.ComparisonRemark;
import dev.weir.report.compare.ComparisonRemark.Weight;
import dev.weir.report.compare.ComparisonRules;
import dev.weir.report.compare.Gate;
import dev.weir.report.compare.RunGroup;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.code.ReviewCode.Effect;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Applies the rules that the other checks of a comparison do not: those about single runs, the number of runs, and runs
 * that were left out. {@link ReviewCode#RUN_DISTURBED} is left out, because a remark of the other checks reports
 * degraded runs.
 */
public final class RuleGate implements Gate {
    /** All checks of a comparison. */
    public static final List<Gate> ALL =
            Stream.concat(Comparison.GATES.stream(), Stream.of(new RuleGate())).toList();

    @Override
    public List<ComparisonRemark> remarks(RunGroup a, RunGroup b, ComparisonRules rules) {
        EvidenceCollector found = new EvidenceCollector();
        for (RunGroup side : List.of(a, b)) {
            RunRules.judge(side, found);
            RunRules.judgeCount(side, rules, found);
        }
        CampaignRule.judge(List.of(a, b), found);
        return found.verdicts().stream()
                .filter(verdict -> verdict.rule() != ReviewCode.RUN_DISTURBED)
                .flatMap(RuleGate::remarks)
                .toList();
    }

    /**
     * Returns a remark for each violation, so that each code has its own line. Left-out runs are listed in one remark,
     * and so is why a rule cannot be judged.
     */
    private static Stream<ComparisonRemark> remarks(RuleVerdict verdict) {
        String all = String.join("; ", verdict.shownEvidence());
        if (verdict.effect() == Effect.UNKNOWN) {
            return Stream.of(new ComparisonRemark(Weight.NOTE, "not judged: " + all).leavesOpen(verdict.rule()));
        }
        List<String> violations = verdict.rule() == ReviewCode.RUNS_LEFT_OUT ? List.of(all) : verdict.shownEvidence();
        return violations.stream()
                .map(evidence ->
                        new ComparisonRemark(Weight.DOUBTFUL, evidence, Optional.of(verdict.rule()), verdict.effect()));
    }
}
