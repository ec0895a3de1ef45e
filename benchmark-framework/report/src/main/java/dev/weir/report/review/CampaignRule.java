package dev.weir.report.review;

import dev.weir.report.compare.MeasuredRun;
import dev.weir.report.compare.RunGroup;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.document.RunDetails.RunCourse;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.IndexedRun;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The rule that no runs may be left out: finds runs of a campaign that are not among the results. */
final class CampaignRule {
    private CampaignRule() {}

    static void judge(List<RunGroup> systems, EvidenceCollector evidence) {
        systems.stream()
                .flatMap(system -> system.runs().stream())
                .map(MeasuredRun::result)
                .collect(Collectors.groupingBy(
                        result -> result.file().toAbsolutePath().normalize().resolveSibling(CampaignIndex.FILE),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .forEach((index, beside) ->
                        judge(index, beside).forEach(each -> evidence.add(ReviewCode.RUNS_LEFT_OUT, each)));
    }

    private static List<RunEvidence> judge(Path index, List<StoredResult> beside) {
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
                .map(run -> RunEvidence.refusal(index + " lists "
                        + run.result().orElse("") + " ("
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
        found.add(RunEvidence.unknown(results.get(0).file()
                + (results.size() == 1
                        ? " is not in the folder of a campaign"
                        : " and " + (results.size() - 1) + " more are not in the folder of a campaign")
                + ", so Weir cannot notice runs that were left out"));
        return found;
    }
}
