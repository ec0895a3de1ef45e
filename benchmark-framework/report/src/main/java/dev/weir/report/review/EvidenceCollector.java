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
    private final Map<ReviewCode, Set<String>> violations = new EnumMap<>(ReviewCode.class);
    private final Map<ReviewCode, Set<String>> unknowns = new EnumMap<>(ReviewCode.class);
    private final String place;

    private EvidenceCollector(String place) {
        this.place = place;
    }

    /** Creates a collector for evidence at one of several points, or {@code ""} if there is only one. */
    static EvidenceCollector at(String place) {
        return new EvidenceCollector(place.isEmpty() ? "" : place + ": ");
    }

    void add(ReviewCode rule, RunEvidence evidence) {
        (evidence.violates() ? violations : unknowns)
                .computeIfAbsent(rule, any -> new LinkedHashSet<>())
                .add(place + evidence.text());
    }

    /** Applies a rule to each run of a system; equal evidence is stated once, with the first file. */
    void add(ReviewCode rule, RunGroup system, Function<MeasuredRun, Optional<RunEvidence>> judge) {
        Map<RunEvidence, List<MeasuredRun>> found = new LinkedHashMap<>();
        for (MeasuredRun run : system.runs()) {
            judge.apply(run)
                    .ifPresent(evidence -> found.computeIfAbsent(evidence, any -> new ArrayList<>())
                            .add(run));
        }
        found.forEach((evidence, runs) -> add(
                rule,
                new RunEvidence(
                        evidence.violates(),
                        system.count(runs) + ": " + evidence.text() + " ("
                                + runs.get(0).result().file() + ")")));
    }

    void addAll(EvidenceCollector other) {
        other.violations.forEach((rule, texts) ->
                violations.computeIfAbsent(rule, any -> new LinkedHashSet<>()).addAll(texts));
        other.unknowns.forEach((rule, texts) ->
                unknowns.computeIfAbsent(rule, any -> new LinkedHashSet<>()).addAll(texts));
    }

    /** Returns the verdict on each rule, in the order of the rules. */
    List<RuleVerdict> verdicts() {
        return Stream.of(ReviewCode.values()).map(this::verdict).toList();
    }

    private RuleVerdict verdict(ReviewCode rule) {
        if (violations.containsKey(rule)) {
            return new RuleVerdict(rule, Status.VIOLATED, List.copyOf(violations.get(rule)));
        }
        return unknowns.containsKey(rule)
                ? new RuleVerdict(rule, Status.UNKNOWN, List.copyOf(unknowns.get(rule)))
                : new RuleVerdict(rule, Status.KEPT, List.of());
    }
}
