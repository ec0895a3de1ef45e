package dev.weir.report.compare;

import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Matches the runs of both sides: if a side has several workloads, or several points of a campaign, each is compared
 * with the same one of the other side.
 */
public final class MatchedRuns {
    private MatchedRuns() {}

    /** Runs of the same workload at the same point. */
    public record Pair(RunGroup a, RunGroup b) {}

    /**
     * Pairs the runs.
     *
     * @param problems receives, as errors, runs of a side that are not equal, or sides without a common point; and, as
     *     warnings, points that only one side has
     * @return pairs in the order of A
     */
    public static List<Pair> pairs(List<StoredResult> a, List<StoredResult> b, Problems problems) {
        var ofA = groups("A", a, problems);
        var ofB = groups("B", b, problems);
        if (ofA.size() == 1 && ofB.size() == 1) {
            return List.of(new Pair(
                    ofA.values().iterator().next(), ofB.values().iterator().next()));
        }
        List<Pair> pairs = new ArrayList<>();
        ofA.forEach((name, group) -> {
            if (ofB.containsKey(name)) {
                pairs.add(new Pair(group, ofB.get(name)));
            }
        });
        Stream.concat(ofA.entrySet().stream(), ofB.entrySet().stream())
                .filter(entry -> !ofA.containsKey(entry.getKey()) || !ofB.containsKey(entry.getKey()))
                .forEach(entry -> problems.warning(
                        entry.getValue().name(), entry.getKey() + " is on this side only and left out"));
        if (pairs.isEmpty() && !ofA.isEmpty() && !ofB.isEmpty()) {
            problems.error(
                    "compare",
                    "A and B have no workload and point in common: A has " + String.join(", ", ofA.keySet())
                            + "; B has " + String.join(", ", ofB.keySet()));
        }
        return pairs;
    }

    private static Map<String, RunGroup> groups(String side, List<StoredResult> results, Problems problems) {
        Map<String, List<StoredResult>> byPoint = new LinkedHashMap<>();
        results.forEach(result -> byPoint.computeIfAbsent(point(result), name -> new ArrayList<>())
                .add(result));
        Map<String, RunGroup> groups = new LinkedHashMap<>();
        byPoint.forEach((name, runs) -> {
            StoredResult first = runs.get(0);
            runs.forEach(run -> mustBeAlike(side, first, run, problems));
            groups.put(
                    name, new RunGroup(side, runs.stream().map(MeasuredRun::of).toList()));
        });
        return groups;
    }

    /** Returns the name of a workload and its point in a campaign. */
    public static String point(StoredResult result) {
        Map<String, String> point = result.point();
        return result.workload().orElse("unnamed") + (point.isEmpty() ? "" : " " + point);
    }

    /** Returns differences in load, system and meaning of an acknowledgement, such as {@code messageSize: 10 | 20}. */
    public static List<String> differences(StoredResult first, StoredResult run) {
        List<String> differences = new ArrayList<>(FileGate.differences(first, run));
        differences.addAll(DurabilityGate.differences(first, run));
        String driver = first.driver().orElse("");
        if (!driver.equals(run.driver().orElse(""))) {
            differences.add("driver: " + driver + " | " + run.driver().orElse(""));
        }
        return differences;
    }

    private static void mustBeAlike(String side, StoredResult first, StoredResult run, Problems problems) {
        List<String> differences = differences(first, run);
        if (!differences.isEmpty()) {
            problems.error(
                    run.file().toString(),
                    "is another load or system than " + first.file() + " on side " + side + " ("
                            + String.join(", ", differences)
                            + "): name runs of one on each side, as in compare 'results/*-kafka-*' --"
                            + " 'results/*-redpanda-*'");
        }
    }
}
