package dev.weir.report.review;

import dev.weir.measure.LatencySamples;
import dev.weir.report.compare.Comparison;
import dev.weir.report.compare.ComparisonRules;
import dev.weir.report.compare.MeasuredRun;
import dev.weir.report.compare.RunGroup;
import dev.weir.report.review.EvidenceCollector.RunEvidence;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.code.Severity;
import dev.weir.result.document.RunDetails.RunCourse;
import dev.weir.result.document.RunDetails.RunLoad;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.CampaignIndex.IndexedRun;
import dev.weir.result.stored.StoredInterval;
import dev.weir.result.stored.StoredLatency;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rules that each run must keep by itself, and those about the number of runs and their campaigns. */
final class RunRules {
    /** Reasons that violate a rule whatever their severity. */
    private static final Set<ReasonCode> EVEN_AS_NOTES =
            EnumSet.of(ReasonCode.SERVICE_TIMES_ONLY, ReasonCode.PAYLOADS_REPEAT);

    private static final Map<ReasonCode, ReviewCode> BY_REASON = new EnumMap<>(Map.ofEntries(
            Map.entry(ReasonCode.SENDERS_SATURATED, ReviewCode.CLIENT_SATURATED),
            Map.entry(ReasonCode.SENDS_LATE, ReviewCode.CLIENT_SATURATED),
            Map.entry(ReasonCode.HOST_SATURATED, ReviewCode.CLIENT_SATURATED),
            Map.entry(ReasonCode.MEMORY_NEAR_LIMIT, ReviewCode.CLIENT_SATURATED),
            Map.entry(ReasonCode.NOT_STEADY, ReviewCode.RUN_TOO_SHORT),
            Map.entry(ReasonCode.FEW_SAMPLES, ReviewCode.RUN_TOO_SHORT),
            Map.entry(ReasonCode.CLOCKS_INEXACT, ReviewCode.CLOCKS_INEXACT),
            Map.entry(ReasonCode.SERVICE_TIMES_ONLY, ReviewCode.COORDINATED_OMISSION),
            Map.entry(ReasonCode.PAYLOADS_REPEAT, ReviewCode.PAYLOAD_TOO_COMPRESSIBLE)));

    /** Payloads of which a smaller share is random compress to less than about a tenth. */
    private static final double MIN_RANDOM_SHARE = 0.1;

    private static final Set<String> COMPRESSION_OFF = Set.of("none", "uncompressed");
    /** Of topics: the broker keeps what the producer has compressed. */
    private static final String COMPRESSION_AS_PRODUCED = "producer";

    /** Histograms have three digits. */
    private static final double PERCENTILE_PRECISION = 0.01;

    /** With fewer percentiles, equality with their means may be chance, such as of whole milliseconds. */
    private static final int MIN_PERCENTILES = 3;

    private RunRules() {}

    static void judge(RunGroup system, EvidenceCollector evidence) {
        evidence.add(ReviewCode.RUN_TOO_SHORT, system, run -> warmUp(run.result()));
        evidence.add(ReviewCode.PERCENTILES_AVERAGED, system, RunRules::percentiles);
        evidence.add(ReviewCode.PAYLOAD_TOO_COMPRESSIBLE, system, run -> payload(run.result()));
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
            ReviewCode rule = BY_REASON.getOrDefault(code, ReviewCode.RUN_DISTURBED);
            String texts = reasons(runs.get(0), code).map(Reason::text).collect(Collectors.joining("; "));
            String first = " (" + runs.get(0).result().file() + ")";
            String text = system.count(runs) + ": " + code + ": " + texts + first;
            evidence.add(rule, new RunEvidence(rule.least(), text));
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
            Optional<Number> minutes = result.document().load().warmupDurationMinutes();
            return minutes.isEmpty()
                    ? unknown("the file has no warmupDurationMinutes")
                    : minutes.filter(each -> each.doubleValue() <= 0)
                            .map(each -> RunEvidence.refusal("warmupDurationMinutes: " + each));
        }
        if (result.phases().isEmpty()) {
            return unknown("the file has no weir.phases");
        }
        double seconds = result.phases().stream()
                .filter(phase -> phase.phase().equals(Phase.WARM_UP.key()))
                .mapToDouble(PhaseSpan::seconds)
                .sum();
        return seconds > 0 ? Optional.empty() : refused("weir.phases has no warm-up, or one of 0 s");
    }

    private static Optional<RunEvidence> defaults(StoredResult result) {
        String ofWeir = "the file has no weir.provenance.clientSettings";
        String missing = result.schemaVersion() == 0 ? "OMB's files contain no settings in effect" : ofWeir;
        return result.clientSettings().isPresent() ? Optional.empty() : refused(missing);
    }

    /** Returns evidence if nothing is known about the load of the client hosts. */
    private static Optional<RunEvidence> unobserved(StoredResult result) {
        return result.processes().stream().anyMatch(each -> each.cpu().isPresent())
                ? Optional.empty()
                : unknown("the file has no observation of the client hosts' CPUs");
    }

    private static Optional<RunEvidence> refused(String text) {
        return Optional.of(RunEvidence.refusal(text));
    }

    private static Optional<RunEvidence> unknown(String why) {
        return Optional.of(RunEvidence.unknown(why));
    }

    /** The rule that payloads must not compress far better than real messages. */
    private static Optional<RunEvidence> payload(StoredResult result) {
        Optional<String> compression = compression(result);
        if (compression.isEmpty()) {
            return Optional.empty();
        }
        Optional<RunLoad.Payload> payload = result.weir().load().payload();
        if (payload.isEmpty()) {
            return unknown("the file has no weir.payload");
        }
        String state = compression.get();
        if (payload.get().randomShare().isEmpty()) {
            return unknown(state + ", and the workload gives the payloads: how well they compress is unknown");
        }
        double random = payload.get().randomShare().get();
        if (random + payload.get().stampShare() < MIN_RANDOM_SHARE) {
            return refused(String.format(Locale.ROOT, "weir.payload.randomShare: %.2f, and %s", random, state));
        }
        return payload.get()
                .distinct()
                .filter(distinct -> distinct == 1)
                .map(distinct -> RunEvidence.refusal("weir.payload.distinct: 1, and " + state));
    }

    /** Describes the compression of payloads; empty if it is off. */
    private static Optional<String> compression(StoredResult result) {
        List<Map.Entry<String, String>> settings = result.driverFields(true).entrySet().stream()
                .filter(field -> field.getKey().endsWith("compression.type"))
                .filter(field -> !field.getValue().equals(COMPRESSION_AS_PRODUCED))
                .toList();
        if (settings.stream().anyMatch(field -> !COMPRESSION_OFF.contains(field.getValue()))) {
            return Optional.of("compression is on");
        }
        return settings.stream().anyMatch(field -> field.getKey().startsWith("producerConfig."))
                ? Optional.empty()
                : Optional.of("the compression is unknown");
    }

    /** The rule that percentiles are those of samples, not means of other percentiles. */
    static Optional<RunEvidence> percentiles(MeasuredRun run) {
        if (run.latencies().isEmpty()) {
            return run.intervals().stream()
                            .anyMatch(interval -> !interval.latency().isEmpty())
                    ? refused("the file has percentiles of intervals only: a figure of the run would be their mean")
                    : Optional.empty();
        }
        return run.latencies().entrySet().stream()
                .flatMap(entry -> (run.isOmb()
                                ? ofMeans(entry.getKey(), entry.getValue(), run.intervals())
                                : ofSamples(entry.getKey(), entry.getValue()))
                        .stream())
                .findFirst();
    }

    /** Checks percentiles of Weir's files against the histogram beside them. */
    private static Optional<RunEvidence> ofSamples(String name, StoredLatency latency) {
        LatencySamples samples = latency.samples().orElseGet(LatencySamples::new);
        Map<String, Long> quantiles = latency.summary().quantilesNanos();
        if (samples.total() == 0 && !quantiles.isEmpty()) {
            return refused("weir.latency." + name + " has percentiles without samples");
        }
        for (Map.Entry<String, Long> entry : quantiles.entrySet()) {
            long own = samples.percentileNanos(LatencySummary.percentile(entry.getKey()));
            if (Math.abs(own - entry.getValue()) > PERCENTILE_PRECISION * own) {
                return refused(String.format(
                        Locale.ROOT,
                        "weir.latency.%s: %s is %.3f ms, and that of its samples %.3f ms",
                        name,
                        entry.getKey(),
                        entry.getValue() / 1e6,
                        own / 1e6));
            }
        }
        return Optional.empty();
    }

    /** Checks whether the percentiles of OMB's files are the means of those of the intervals. */
    private static Optional<RunEvidence> ofMeans(String name, StoredLatency latency, List<StoredInterval> intervals) {
        var quantiles = latency.summary().quantilesNanos().entrySet();
        boolean means = quantiles.stream().allMatch(each -> isMean(each.getKey(), each.getValue(), name, intervals));
        return quantiles.size() >= MIN_PERCENTILES && means
                ? refused("the percentiles of " + name + " are the means of those of the intervals")
                : Optional.empty();
    }

    private static boolean isMean(String percentile, long nanos, String name, List<StoredInterval> intervals) {
        List<Long> values = intervals.stream()
                .map(interval -> interval.latency().get(name))
                .filter(Objects::nonNull)
                .map(summary -> summary.quantilesNanos().get(percentile))
                .filter(Objects::nonNull)
                .toList();
        double mean = values.stream().mapToLong(Long::longValue).average().orElse(0);
        return values.stream().distinct().count() > 1 && Math.abs(mean - nanos) <= 1e-6 * mean;
    }

    /** The rules about the number of runs of a system. */
    static void judgeCount(RunGroup system, ComparisonRules rules, EvidenceCollector evidence) {
        int runs = system.runs().size();
        int fewest = Comparison.fewestRuns(system, system, rules);
        String first = system.files().get(0);
        String found = runs == 1
                ? "1 run (" + first + ")"
                : runs + " runs, and an interval needs " + fewest + " (" + first + " and " + (runs - 1) + " more)";
        if (runs == 1 || runs < fewest) {
            evidence.add(ReviewCode.TOO_FEW_RUNS, RunEvidence.refusal(system.name() + ": " + found));
        }
    }

    /** The rule that no runs may be left out: finds runs of a campaign that are not among the results. */
    static void judgeCampaigns(List<RunGroup> systems, EvidenceCollector evidence) {
        systems.stream()
                .flatMap(system -> system.runs().stream())
                .map(MeasuredRun::result)
                .collect(Collectors.groupingBy(
                        result -> result.file().toAbsolutePath().normalize().resolveSibling(CampaignIndex.FILE),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .forEach((index, beside) ->
                        leftOut(index, beside).forEach(each -> evidence.add(ReviewCode.RUNS_LEFT_OUT, each)));
    }

    private static List<RunEvidence> leftOut(Path index, List<StoredResult> beside) {
        if (!Files.exists(index)) {
            return withoutIndex(beside);
        }
        return CampaignIndex.read(index.resolveSibling(""), new Problems())
                .map(campaign -> leftOut(index, campaign.runs(), beside))
                .orElseGet(() -> List.of(RunEvidence.unknown(index + " cannot be read")));
    }

    private static List<RunEvidence> leftOut(Path index, List<IndexedRun> runs, List<StoredResult> results) {
        Set<String> given = results.stream()
                .map(result -> String.valueOf(result.file().getFileName()))
                .collect(Collectors.toSet());
        List<IndexedRun> counted = runs.stream()
                .filter(run -> run.result().filter(given::contains).isPresent())
                .toList();
        return runs.stream()
                .filter(run -> !run.isDiscarded()
                        && run.result().filter(name -> !given.contains(name)).isPresent()
                        && counted.stream().anyMatch(other -> isRepeat(run, other)))
                .map(run -> RunEvidence.refusal(index + " lists " + run.result().orElse("") + " ("
                        + run.outcome().map(Enum::name).orElse("without an outcome")
                        + "), which is not among the results"))
                .toList();
    }

    private static boolean isRepeat(IndexedRun one, IndexedRun other) {
        return one.workload().equals(other.workload())
                && one.driver().equals(other.driver())
                && one.point().equals(other.point());
    }

    /** Judges results without an index beside them by their numbers in the campaign. */
    private static List<RunEvidence> withoutIndex(List<StoredResult> results) {
        Map<String, SortedSet<Integer>> repeats = new LinkedHashMap<>();
        for (StoredResult result : results) {
            Optional<RunCourse.Run> run = result.weir().course().run();
            String campaign = run.flatMap(RunCourse.Run::campaign).orElse("");
            if (!campaign.isEmpty() && run.get().repeat().isPresent()) {
                String runs = "campaign " + campaign + ", "
                        + result.workload().orElse("unnamed") + " on "
                        + result.driver().orElse("unnamed") + " " + result.point();
                repeats.computeIfAbsent(runs, any -> new TreeSet<>())
                        .add(run.get().repeat().getAsInt());
            }
        }
        List<RunEvidence> found = new ArrayList<>();
        repeats.forEach((runs, numbers) -> {
            String missing = IntStream.rangeClosed(1, numbers.last())
                    .filter(number -> !numbers.contains(number))
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining(", "));
            if (!missing.isEmpty()) {
                found.add(RunEvidence.refusal(runs + ": repeat " + missing + " is not among the results"));
            }
        });
        String which = results.size() == 1 ? " is" : " and " + (results.size() - 1) + " more are";
        found.add(RunEvidence.unknown(results.get(0).file() + which
                + " not in the folder of a campaign, so Weir cannot notice runs that were left out"));
        return found;
    }
}
