package dev.weir.report.review;

import dev.weir.report.compare.ComparedPoint;
import dev.weir.report.compare.Comparison;
import dev.weir.report.compare.ComparisonRemark;
import dev.weir.report.compare.ComparisonRules;
import dev.weir.report.compare.RunGroup;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.code.ReviewCode.Effect;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.text.NumberText;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Verdicts of rules on results that are to be shown together, in the order of the rules. */
public record Review(List<RuleVerdict> verdicts) {
    private static final Set<ReviewCode> BETWEEN_SYSTEMS = EnumSet.of(
            ReviewCode.SETTINGS_DIFFER,
            ReviewCode.ONE_CLUSTER,
            ReviewCode.PLATFORMS_DIFFER,
            ReviewCode.RUNS_NOT_ALTERNATED);

    public Review {
        verdicts = List.copyOf(verdicts);
    }

    /** Reviews the results of at least one point. */
    public static Review of(List<ComparedPoint> points) {
        ComparisonRules rules = ComparisonRules.DEFAULT;
        EvidenceCollector all = new EvidenceCollector();
        for (ComparedPoint point : points) {
            all.at(points.size() > 1 ? point.name() : "");
            for (RunGroup system : point.systems()) {
                RunRules.judge(system, all);
                RunRules.judgeCount(system, rules, all);
            }
            pairs(point.systems())
                    .forEach(pair -> judgePair(pair, point.systems().size() > 2, rules, all));
        }
        all.at("");
        CampaignRule.judge(
                points.stream().flatMap(point -> point.systems().stream()).toList(), all);
        return new Review(all.verdicts());
    }

    /** Returns the rules of single runs that a result violates, so that no comparison can use it. */
    public static List<ReviewCode> ofRun(StoredResult result) {
        EvidenceCollector found = new EvidenceCollector();
        RunGroup run = RunGroup.of("run", List.of(result));
        RunRules.judge(run, found);
        judgePair(List.of(run, run), false, ComparisonRules.DEFAULT, found);
        return found.verdicts().stream()
                .filter(verdict -> verdict.effect() == Effect.REFUSES)
                .map(RuleVerdict::rule)
                .toList();
    }

    /** Returns each two systems; a single one with itself, because some remarks are about one side. */
    private static Stream<List<RunGroup>> pairs(List<RunGroup> systems) {
        return systems.size() == 1
                ? Stream.of(List.of(systems.get(0), systems.get(0)))
                : IntStream.range(0, systems.size())
                        .boxed()
                        .flatMap(i -> systems.stream().skip(i + 1).map(other -> List.of(systems.get(i), other)));
    }

    /** Adds what the checks of comparisons find; of more than two systems, with the names of those that differ. */
    private static void judgePair(
            List<RunGroup> pair, boolean named, ComparisonRules rules, EvidenceCollector evidence) {
        for (ComparisonRemark remark : Comparison.limits(pair.get(0), pair.get(1), rules)) {
            remark.rule().ifPresent(rule -> {
                String names = named && BETWEEN_SYSTEMS.contains(rule)
                        ? " (" + pair.get(0).name() + " | " + pair.get(1).name() + ")"
                        : "";
                evidence.add(rule, new RunEvidence(remark.effect(), remark.text() + names));
            });
        }
    }

    public List<RuleVerdict> of(Effect effect) {
        return verdicts.stream().filter(verdict -> verdict.effect() == effect).toList();
    }

    /** Returns the answer, such as {@code refused by 2 rules; 1 warning; 3 rules could not be judged}. */
    public String answer() {
        int refusals = of(Effect.REFUSES).size();
        int warnings = of(Effect.WARNS).size();
        int unknown = of(Effect.UNKNOWN).size();
        String refused = refusals > 0
                ? "refused by " + NumberText.counted(refusals, "rule")
                : warnings > 0 ? "no rule refuses these results" : "no rule is violated";
        return refused
                + (warnings > 0 ? "; " + NumberText.counted(warnings, "warning") : "")
                + (unknown > 0 ? "; " + unknown + " could not be judged" : "");
    }
}
