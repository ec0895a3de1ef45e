package dev.weir.report.history;

import dev.weir.report.compare.FileGate;
import dev.weir.report.compare.MatchedRuns;
import dev.weir.report.compare.MeasuredRun;
import dev.weir.result.code.Outcome;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.text.ShortList;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Runs of the same workload, at the same point, on the same system with the same settings; in the order in which they
 * began.
 *
 * @param name workload, point and driver; if other series have these, too, also the settings in which it differs
 * @param runs at least one
 */
public record RunSeries(String name, List<HistoryRun> runs) {
    /** More settings in a name would hide it. */
    private static final int MAX_DIFFERENCES = 3;

    /** A change of the client's version is what a history is to show, like one of the system. */
    private static final Set<String> CLIENT = Set.of("client");

    public RunSeries {
        runs = List.copyOf(runs);
    }

    /** Groups results. {@code leftOut} receives why results are left out, with their number. */
    static List<RunSeries> of(List<StoredResult> results, Set<String> differs, SortedMap<String, Integer> leftOut) {
        List<StoredResult> counting = new ArrayList<>();
        for (StoredResult result : results) {
            String reason = reason(result);
            if (reason.isEmpty()) {
                counting.add(result);
            } else {
                leftOut.merge(reason, 1, Integer::sum);
            }
        }
        counting.sort(Comparator.comparingLong(result -> result.beginNanos().orElseThrow()));
        Map<Kind, List<StoredResult>> byKind = new LinkedHashMap<>();
        Map<String, StoredResult> firstOf = new LinkedHashMap<>();
        for (StoredResult result : counting) {
            String common = MatchedRuns.point(result) + " on " + result.driver().orElse("unnamed")
                    + (result.schemaVersion() == 0 ? " (measured by OMB)" : "");
            List<String> differences = differences(firstOf.computeIfAbsent(common, any -> result), result, differs);
            List<StoredResult> series = byKind.computeIfAbsent(new Kind(common, differences), any -> new ArrayList<>());
            if (!series.isEmpty() && series.get(series.size() - 1).beginNanos().equals(result.beginNanos())) {
                leftOut.merge("copies", 1, Integer::sum);
            } else {
                series.add(result);
            }
        }
        return byKind.entrySet().stream()
                .map(entry -> new RunSeries(entry.getKey().name(), joined(entry.getValue())))
                .toList();
    }

    private static List<HistoryRun> joined(List<StoredResult> results) {
        Map<Path, List<MeasuredRun>> joined = results.stream()
                .map(MeasuredRun::of)
                .collect(Collectors.groupingBy(run -> command(run.result()), LinkedHashMap::new, Collectors.toList()));
        return joined.values().stream()
                .map(equal -> {
                    StoredResult first = equal.get(0).result();
                    return new HistoryRun(first.beginNanos().orElseThrow(), HistoryRun.RunVersion.of(first), equal);
                })
                .toList();
    }

    /** Returns what all runs of one command have in common: the folder of their campaign, or a file. */
    private static Path command(StoredResult result) {
        Path index = result.file().resolveSibling(CampaignIndex.FILE);
        return Files.exists(index) ? index : result.file();
    }

    /** Returns why a result is left out; empty if it counts. */
    private static String reason(StoredResult result) {
        if (result.isSearch()) {
            return "results of searches";
        }
        if (result.isDiscarded()) {
            return "discarded";
        }
        if (result.outcome() == Outcome.FAILED || result.outcome() == Outcome.INVALID) {
            return result.outcome().name();
        }
        if (result.isInterrupted()) {
            return "ended early";
        }
        return result.beginNanos().isEmpty() ? "without the time at which they began" : "";
    }

    private static List<String> differences(StoredResult first, StoredResult run, Set<String> differs) {
        return MatchedRuns.differences(first, run).stream()
                .filter(difference -> !FileGate.isMeant(difference, differs) && !FileGate.isMeant(difference, CLIENT))
                .toList();
    }

    /** What the runs of a series share: their name, and all differences from the first run of that name. */
    private record Kind(String common, List<String> differences) {
        String name() {
            return differences.isEmpty() ? common : common + " (" + ShortList.of(differences, MAX_DIFFERENCES) + ")";
        }
    }
}
