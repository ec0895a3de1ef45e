package dev.weir.report.compare;

import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Matches the runs of both sides, so that each workload and each point of a campaign is compared with itself. */
public final class MatchedRuns {
    private MatchedRuns() {}

    /** Runs of the same workload at the same point. */
    public record Pair(RunGroup a, RunGroup b) {}

    /** Pairs runs in the order of A. Errors: unequal runs of a side, no common point; warnings: points of one side. */
    public static List<Pair> pairs(List<StoredResult> a, List<StoredResult> b, Problems problems) {
        return pairs(a, b, "", problems);
    }

    /**
     * Splits runs by a field, and pairs those with its first value with those with each other value. It is an error, as
     * are those of {@link #pairs}, if all runs have the same value.
     *
     * @param field driver, version, a tag, a value of the campaign's points, or a field of workloads or drivers, by its
     *     whole name or its last part
     */
    public static List<Pair> pairsBy(String field, List<StoredResult> results, Problems problems) {
        var sides = grouped(results, result -> FileGate.value(result, field).orElse(FileGate.NOT_SET));
        if (sides.size() < 2) {
            String varying = String.join(", ", FileGate.varying(results));
            String named = varying.isEmpty() ? "" : "name one of these with --by: " + varying + "; or ";
            problems.error(
                    "compare",
                    "needs runs that differ in " + field + ", which is " + String.join("", sides.keySet()) + " in all: "
                            + named + "name two sides, as in compare A -- B");
            return List.of();
        }
        List<List<StoredResult>> all = List.copyOf(sides.values());
        List<Pair> pairs = new ArrayList<>();
        all.subList(1, all.size()).forEach(other -> pairs.addAll(pairs(all.get(0), other, field, problems)));
        return pairs;
    }

    private static List<Pair> pairs(List<StoredResult> a, List<StoredResult> b, String by, Problems problems) {
        var ofA = groups("A", a, by, problems);
        var ofB = groups("B", b, by, problems);
        if (ofA.size() == 1 && ofB.size() == 1) {
            return List.of(new Pair(
                    List.copyOf(ofA.values()).get(0), List.copyOf(ofB.values()).get(0)));
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

    private static Map<String, RunGroup> groups(String side, List<StoredResult> results, String by, Problems problems) {
        Map<String, RunGroup> groups = new LinkedHashMap<>();
        grouped(results, result -> point(result, by)).forEach((name, runs) -> {
            runs.forEach(run -> mustBeAlike(side, runs.get(0), run, problems));
            groups.put(name, RunGroup.of(side, runs));
        });
        return groups;
    }

    private static Map<String, List<StoredResult>> grouped(
            List<StoredResult> results, Function<StoredResult, String> name) {
        return results.stream().collect(Collectors.groupingBy(name, LinkedHashMap::new, Collectors.toList()));
    }

    /** Returns the name of a workload and its point in a campaign. */
    public static String point(StoredResult result) {
        return point(result, "");
    }

    private static String point(StoredResult result, String by) {
        Map<String, String> point = new LinkedHashMap<>(result.point());
        point.keySet().removeIf(field -> FileGate.means(by, field));
        return result.workload().orElse("unnamed") + (point.isEmpty() ? "" : " " + point);
    }

    /** Returns differences in load, system and meaning of an acknowledgement, such as {@code messageSize: 10 | 20}. */
    public static List<String> differences(StoredResult first, StoredResult run) {
        List<String> differences = new ArrayList<>(FileGate.differences(first, run));
        differences.addAll(DurabilityGate.differences(first, run));
        String driver = first.driver().orElse("");
        String other = run.driver().orElse("");
        if (!driver.equals(other)) {
            differences.add("driver: " + driver + " | " + other);
        }
        return differences;
    }

    private static void mustBeAlike(String side, StoredResult first, StoredResult run, Problems problems) {
        List<String> differences = differences(first, run);
        if (!differences.isEmpty()) {
            String what = "is another load or system than " + first.file() + " on side " + side + " ("
                    + String.join(", ", differences)
                    + "): name runs of one load and system on each side, or split the runs with --by FIELD";
            problems.error(run.file().toString(), what);
        }
    }
}
