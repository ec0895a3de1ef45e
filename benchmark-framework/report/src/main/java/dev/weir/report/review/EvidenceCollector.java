package dev.weir.report.review;

import dev.weir.report.compare.MeasuredRun;
import dev.weir.report.compare.RunGroup;
import dev.weir.report.review.Review.RuleVerdict;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.code.ReviewCode.Effect;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Collects what violates rules, and why rules cannot be judged. One thread. */
final class EvidenceCollector {
    private final Map<ReviewCode, Map<Effect, Set<String>>> found = new EnumMap<>(ReviewCode.class);

    /** Begin of texts about one of several points. */
    private String place = "";

    /** Names the point that further evidence is about; {@code ""} if there is only one. */
    void at(String point) {
        place = point.isEmpty() ? "" : point + ": ";
    }

    void add(ReviewCode rule, RunEvidence evidence) {
        found.computeIfAbsent(rule, any -> new EnumMap<>(Effect.class))
                .computeIfAbsent(evidence.effect(), any -> new LinkedHashSet<>())
                .add(place + evidence.text());
    }

    /** Applies a rule to each run of a system; equal evidence is stated once, with the first file. */
    void add(ReviewCode rule, RunGroup system, Function<MeasuredRun, Optional<RunEvidence>> judge) {
        Map<RunEvidence, List<MeasuredRun>> equal = new LinkedHashMap<>();
        system.runs()
                .forEach(run -> judge.apply(run)
                        .ifPresent(evidence -> equal.computeIfAbsent(evidence, any -> new ArrayList<>())
                                .add(run)));
        equal.forEach((evidence, runs) -> {
            String first = " (" + runs.get(0).result().file() + ")";
            add(rule, new RunEvidence(evidence.effect(), system.count(runs) + ": " + evidence.text() + first));
        });
    }

    /** Returns a verdict for each effect of a rule. If a rule refuses, what it cannot judge is left out. */
    List<RuleVerdict> verdicts() {
        List<RuleVerdict> verdicts = new ArrayList<>();
        found.forEach((rule, texts) -> texts.forEach((effect, each) -> {
            if (effect != Effect.UNKNOWN || !texts.containsKey(Effect.REFUSES)) {
                verdicts.add(new RuleVerdict(rule, effect, List.copyOf(each)));
            }
        }));
        return verdicts;
    }

    /** What a run shows about a rule: that it violates the rule, or why the rule cannot be judged. */
    record RunEvidence(Effect effect, String text) {
        static RunEvidence refusal(String text) {
            return new RunEvidence(Effect.REFUSES, text);
        }

        static RunEvidence unknown(String why) {
            return new RunEvidence(Effect.UNKNOWN, why);
        }
    }
}
