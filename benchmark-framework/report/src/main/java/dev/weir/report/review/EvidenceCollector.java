package dev.weir.report.review;

import dev.weir.report.compare.MeasuredRun;
import dev.weir.report.compare.RunGroup;
import dev.weir.report.review.RuleVerdict.Status;
import dev.weir.result.code.ReviewCode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Collects what violates rules, and why rules cannot be judged. One thread. */
final class EvidenceCollector {
    private final Map<ReviewCode, Set<RunEvidence>> found = new EnumMap<>(ReviewCode.class);
    private final String place;

    /** Creates a collector for evidence at one of several points, or {@code ""} if there is only one. */
    EvidenceCollector(String place) {
        this.place = place.isEmpty() ? "" : place + ": ";
    }

    void add(ReviewCode rule, RunEvidence evidence) {
        found.computeIfAbsent(rule, any -> new LinkedHashSet<>())
                .add(new RunEvidence(evidence.violates(), place + evidence.text()));
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
                        evidence.violates(),
                        system.count(runs) + ": " + evidence.text() + " ("
                                + runs.get(0).result().file() + ")")));
    }

    void addAll(EvidenceCollector other) {
        other.found.forEach((rule, evidence) ->
                found.computeIfAbsent(rule, any -> new LinkedHashSet<>()).addAll(evidence));
    }

    List<RuleVerdict> verdicts() {
        return Stream.of(ReviewCode.values()).map(this::verdict).toList();
    }

    private RuleVerdict verdict(ReviewCode rule) {
        Set<RunEvidence> all = found.getOrDefault(rule, Set.of());
        boolean violated = all.stream().anyMatch(RunEvidence::violates);
        List<String> texts = all.stream()
                .filter(evidence -> evidence.violates() == violated)
                .map(RunEvidence::text)
                .toList();
        return new RuleVerdict(
                rule, violated ? Status.VIOLATED : texts.isEmpty() ? Status.KEPT : Status.UNKNOWN, texts);
    }
}
