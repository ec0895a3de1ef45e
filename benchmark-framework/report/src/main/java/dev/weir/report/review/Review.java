package dev.weir.report.review;

import dev.weir.report.compare.Comparison;
import dev.weir.report.compare.Comparison.Gate;
import dev.weir.report.compare.ComparisonRemark;
import dev.weir.report.compare.ComparisonRemark.Weight;
import dev.weir.report.compare.ComparisonRules;
import dev.weir.report.compare.MatchedRuns;
import dev.weir.report.compare.RunGroup;
import dev.weir.report.review.EvidenceCollector.RunEvidence;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.code.ReviewCode.Effect;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.text.NumberText;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    /** All checks of a comparison: those of {@link Comparison#GATES} and the rules of reviews. */
    public static final List<Gate> ALL_GATES = Stream.concat(
                    Comparison.GATES.stream(), Stream.<Gate>of(Review::ruleRemarks))
            .toList();

    public Review {
        verdicts = List.copyOf(verdicts);
    }

    /** Reviews at least one result. */
    public static Review of(List<StoredResult> results) {
        List<ComparedPoint> points = ComparedPoint.of(results);
        EvidenceCollector all = new EvidenceCollector();
        RunRules.judgeCampaigns(
                points.stream().flatMap(point -> point.systems().stream()).toList(), all);
        for (ComparedPoint point : points) {
            all.at(points.size() > 1 ? point.name() : "");
            for (RunGroup system : point.systems()) {
                RunRules.judge(system, all);
                RunRules.judgeCount(system, ComparisonRules.DEFAULT, all);
            }
            pairs(point.systems())
                    .forEach(pair -> judgePair(pair, point.systems().size() > 2, all));
        }
        return new Review(all.verdicts());
    }

    /** Applies the rules about runs, their number and left-out runs; gates judge disturbed runs. */
    static List<ComparisonRemark> ruleRemarks(RunGroup a, RunGroup b, ComparisonRules rules) {
        EvidenceCollector found = new EvidenceCollector();
        for (RunGroup side : List.of(a, b)) {
            RunRules.judge(side, found);
            RunRules.judgeCount(side, rules, found);
        }
        RunRules.judgeCampaigns(List.of(a, b), found);
        return found.verdicts().stream()
                .filter(verdict -> verdict.rule() != ReviewCode.RUN_DISTURBED)
                .flatMap(Review::remarks)
                .toList();
    }

    /** Returns a remark for each violation; one about all left-out runs, and one about what cannot be judged. */
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

    /** Returns the rules of single runs that a result violates, so that no comparison can use it. */
    public static List<ReviewCode> ofRun(StoredResult result) {
        EvidenceCollector found = new EvidenceCollector();
        RunGroup run = RunGroup.of("run", List.of(result));
        RunRules.judge(run, found);
        judgePair(List.of(run, run), false, found);
        var refused = new Review(found.verdicts()).of(Effect.REFUSES);
        return refused.stream().map(RuleVerdict::rule).toList();
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
    private static void judgePair(List<RunGroup> pair, boolean named, EvidenceCollector evidence) {
        for (ComparisonRemark remark : Comparison.limits(pair.get(0), pair.get(1))) {
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

    /** The systems of one workload and one point of a campaign, whose figures are shown together. */
    record ComparedPoint(String name, List<RunGroup> systems) {
        /** Groups results: runs of a driver belong to one system if their settings and the system's version are equal. */
        static List<ComparedPoint> of(List<StoredResult> results) {
            Map<String, List<List<StoredResult>>> points = new LinkedHashMap<>();
            for (StoredResult result : results) {
                List<List<StoredResult>> systems =
                        points.computeIfAbsent(MatchedRuns.point(result), name -> new ArrayList<>());
                systems.stream()
                        .filter(system -> isSameSystem(system.get(0), result))
                        .findFirst()
                        .ifPresentOrElse(
                                system -> system.add(result), () -> systems.add(new ArrayList<>(List.of(result))));
            }
            return points.entrySet().stream()
                    .map(point -> new ComparedPoint(point.getKey(), named(point.getValue())))
                    .toList();
        }

        private static boolean isSameSystem(StoredResult one, StoredResult other) {
            return one.document().run().version().equals(other.document().run().version())
                    && MatchedRuns.differences(one, other).isEmpty();
        }

        /** Names systems by their drivers; if several have the same driver, with a number. */
        private static List<RunGroup> named(List<List<StoredResult>> systems) {
            Set<String> names = new LinkedHashSet<>();
            List<RunGroup> groups = new ArrayList<>();
            for (List<StoredResult> system : systems) {
                String driver = system.get(0).driver().orElse("unnamed");
                String name = driver;
                for (int number = 2; !names.add(name); number++) {
                    name = driver + " " + number;
                }
                groups.add(RunGroup.of(name, system));
            }
            return groups;
        }
    }

    /** What became of a rule that is not kept, with evidence: files, fields and values. */
    public record RuleVerdict(ReviewCode rule, Effect effect, List<String> evidence) {
        /** Most texts that are shown. */
        private static final int MAX_SHOWN = 4;

        public RuleVerdict {
            evidence = List.copyOf(evidence);
        }

        /** Returns the first texts of the evidence, and how many more there are. */
        public List<String> shownEvidence() {
            if (evidence.size() <= MAX_SHOWN + 1) {
                return evidence;
            }
            List<String> shown = new ArrayList<>(evidence.subList(0, MAX_SHOWN));
            shown.add("and " + (evidence.size() - MAX_SHOWN) + " more");
            return shown;
        }
    }
}
