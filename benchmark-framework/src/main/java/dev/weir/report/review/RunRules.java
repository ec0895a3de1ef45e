package dev.weir.report.review;

import dev.weir.report.compare.MeasuredRun;
import dev.weir.report.compare.RunGroup;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.code.Severity;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.PhaseSpan;
import dev.weir.result.stored.StoredResult;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules that each run must keep by itself. */
final class RunRules {
    /** Reasons that violate a rule whatever their severity. */
    private static final Set<ReasonCode> EVEN_AS_NOTES =
            EnumSet.of(ReasonCode.SERVICE_TIMES_ONLY, ReasonCode.PAYLOADS_REPEAT);

    private static final Map<ReasonCode, ReviewCode> BY_REASON = new EnumMap<>(Map.ofEntries(
            Map.entry(ReasonCode.SENDERS_SATURATED, ReviewCode.CLIENT_SATURATED),
            Map.entry(ReasonCode.SENDS_LATE, ReviewCode.CLIENT_SATURATED),
            Map.entry(ReasonCode.CPU_SATURATED, ReviewCode.CLIENT_SATURATED),
            Map.entry(ReasonCode.MEMORY_NEAR_LIMIT, ReviewCode.CLIENT_SATURATED),
            Map.entry(ReasonCode.NETWORK_SATURATED, ReviewCode.CLIENT_SATURATED),
            Map.entry(ReasonCode.BEYOND_CALIBRATION, ReviewCode.CLIENT_SATURATED),
            Map.entry(ReasonCode.NOT_STEADY, ReviewCode.MEASUREMENT_TOO_SHORT),
            Map.entry(ReasonCode.FEW_SAMPLES, ReviewCode.MEASUREMENT_TOO_SHORT),
            Map.entry(ReasonCode.CLOCKS_INEXACT, ReviewCode.CLOCKS_INEXACT),
            Map.entry(ReasonCode.SERVICE_TIMES_ONLY, ReviewCode.COORDINATED_OMISSION),
            Map.entry(ReasonCode.PAYLOADS_REPEAT, ReviewCode.PAYLOAD_TOO_COMPRESSIBLE)));

    private RunRules() {}

    static void judge(RunGroup system, EvidenceCollector evidence) {
        evidence.add(ReviewCode.NO_WARMUP, system, run -> warmUp(run.result()));
        evidence.add(ReviewCode.PERCENTILES_AVERAGED, system, PercentileRule::judge);
        evidence.add(ReviewCode.PAYLOAD_TOO_COMPRESSIBLE, system, run -> PayloadRule.judge(run.result()));
        evidence.add(ReviewCode.DEFAULTS_MISSING, system, run -> defaults(run.result()));
        evidence.add(ReviewCode.CLIENT_SATURATED, system, run -> unobserved(run.result()));
        for (ReasonCode code : ReasonCode.values()) {
            judgeReason(code, system, evidence);
        }
    }

    private static void judgeReason(ReasonCode code, RunGroup system, EvidenceCollector evidence) {
        List<MeasuredRun> runs =
                system.those(run -> reasons(run, code).findAny().isPresent());
        if (!runs.isEmpty()) {
            evidence.add(
                    BY_REASON.getOrDefault(code, ReviewCode.RUN_DISTURBED),
                    RunEvidence.violation(system.count(runs) + ": " + code + ": "
                            + reasons(runs.get(0), code).map(Reason::text).collect(Collectors.joining("; ")) + " ("
                            + runs.get(0).result().file() + ")"));
        }
    }

    /** Returns reasons of that code that are severe enough; those that make a run INVALID have a rule of their own. */
    private static Stream<Reason> reasons(MeasuredRun run, ReasonCode code) {
        return run.result().reasons().stream()
                .filter(reason -> reason.code() == code)
                .filter(reason -> reason.severity() == Severity.DEGRADED
                        || EVEN_AS_NOTES.contains(code)
                        || (reason.severity() == Severity.INVALID && BY_REASON.containsKey(code)));
    }

    private static Optional<RunEvidence> warmUp(StoredResult result) {
        if (result.schemaVersion() == 0) {
            Optional<Number> minutes = result.document().schedule().warmupDurationMinutes();
            return minutes.isEmpty()
                    ? Optional.of(RunEvidence.unknown("the file has no warmupDurationMinutes"))
                    : minutes.filter(each -> each.doubleValue() <= 0)
                            .map(each -> RunEvidence.violation("warmupDurationMinutes: " + each));
        }
        if (result.phases().isEmpty()) {
            return Optional.of(RunEvidence.unknown("the file has no weir.phases"));
        }
        double seconds = result.phases().stream()
                .filter(phase -> phase.phase().equals(Phase.WARM_UP.key()))
                .mapToDouble(PhaseSpan::seconds)
                .sum();
        return seconds > 0
                ? Optional.empty()
                : Optional.of(RunEvidence.violation("weir.phases has no warm-up, or one of 0 s"));
    }

    private static Optional<RunEvidence> defaults(StoredResult result) {
        return result.hasClientSettings()
                ? Optional.empty()
                : Optional.of(RunEvidence.violation(
                        result.schemaVersion() == 0
                                ? "OMB's files contain no settings in effect"
                                : "the file has no weir.provenance.clientSettings"));
    }

    /** Returns evidence if nothing is known about the load of the client hosts. */
    private static Optional<RunEvidence> unobserved(StoredResult result) {
        return result.processes().stream().anyMatch(each -> each.host().cpu().isPresent())
                ? Optional.empty()
                : Optional.of(RunEvidence.unknown("the file has no observation of the client hosts' CPUs"));
    }
}
