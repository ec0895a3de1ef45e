package dev.weir.report.review;

import dev.weir.report.compare.MeasuredRun;
import dev.weir.report.compare.RunGroup;
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
    private final String place;

    /** Creates a collector for evidence at one of several points, or {@code ""} if there is only one. */
    EvidenceCollector(String place) {
        this.place = place.isEmpty() ? "" : place + ": ";
    }

    void add(ReviewCode rule, RunEvidence evidence) {
        texts(rule, evidence.effect()).add(place + evidence.text());
    }

    private Set<String> texts(ReviewCode rule, Effect effect) {
        return found.computeIfAbsent(rule, any -> new EnumMap<>(Effect.class))
                .computeIfAbsent(effect, any -> new LinkedHashSet<>());
    }

    /** Applies a rule to each run of a system; equal evidence is stated once, with the first file. */
    void add(ReviewCode rule, RunGroup system, Function<MeasuredRun, Optional<RunEvidence>> judge) {
        Map<RunEvidence, List<MeasuredRun>> equal = new LinkedHashMap<>();
        for (MeasuredRun run : system.runs()) {
            judge.apply(run)
                    .ifPresent(evidence -> equal.computeIfAbsent(evidence, any -> new ArrayList<>())
                            .add(run));
        }
        equal.forEach((evidence, runs) -> add(
                rule,
                new RunEvidence(
                        evidence.effect(),
                        system.count(runs) + ": " + evidence.text() + " ("
                                + runs.get(0).result().file() + ")")));
    }

    void addAll(EvidenceCollector other) {
        other.found.forEach((rule, texts) ->
                texts.forEach((effect, each) -> texts(rule, effect).addAll(each)));
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
}
