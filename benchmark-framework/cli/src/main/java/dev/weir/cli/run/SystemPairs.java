package dev.weir.cli.run;

import dev.weir.cli.run.RunInputs.PreparedRun;
import dev.weir.driver.config.NearestName;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.exception.DriverException;
import dev.weir.report.Paragraph;
import dev.weir.report.compare.RunGate;
import dev.weir.result.ComparedSystem;
import dev.weir.result.RunResult;
import dev.weir.result.stored.Comparability;
import dev.weir.result.stored.Comparability.ComparabilityVerdict;
import dev.weir.result.stored.Comparability.Difference;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks whether the systems of a command can be compared: before it by their files, after it by its results. */
public final class SystemPairs {
    private SystemPairs() {}

    /** Reports differences of the files once: as an error if strict comparison is requested, otherwise as a warning. */
    static void check(RunInputs inputs, Problems problems) {
        RunArguments.Systems arguments = inputs.arguments().systems();
        if (inputs.systems().size() < 2) {
            if (!arguments.differs().isEmpty()) {
                problems.warning("--differs", "has no effect with one system");
            }
            return;
        }
        List<List<ComparedSystem>> points = rounds(inputs).values().stream()
                .filter(runs -> runs.get(0).planned().repeat() == 1)
                .map(runs -> runs.stream().map(run -> side(run, Map.of())).toList())
                .toList();
        checkNames(points, arguments.differs(), problems);
        Comparability all = Comparability.ofAll(points.stream()
                .map(sides -> Comparability.of(sides, arguments.differs()))
                .toList());
        text(all).ifPresent(text -> {
            var problem = new Problem("-d", text);
            if (arguments.strict() && all.verdict() == ComparabilityVerdict.UNEQUAL) {
                problems.error(problem);
            } else {
                problems.warning(problem);
            }
        });
    }

    /** Returns the objections to a comparison by the files; empty if there are none. */
    public static Optional<String> text(Comparability files) {
        List<Difference> unequal = files.of(Difference.Kind.UNEQUAL);
        List<Difference> open = files.of(Difference.Kind.UNKNOWN).stream()
                .filter(each -> !each.isUnknownOfAll())
                .toList();
        if (unequal.isEmpty() && open.isEmpty()) {
            return Optional.empty();
        }
        String names = String.join(" and ", files.labels());
        String pending = open.isEmpty() ? "" : "known only after the runs: " + texts(open);
        if (unequal.isEmpty()) {
            return Optional.of(names + " may not be equal: " + pending);
        }
        String fields = unequal.stream().map(Difference::field).collect(Collectors.joining(","));
        return Optional.of(names + " are not equal: " + texts(unequal) + (pending.isEmpty() ? "" : "; " + pending)
                + ". Make them equal, or name the fields that are meant to differ with --differs " + fields);
    }

    private static String texts(List<Difference> differences) {
        return differences.stream().map(Difference::text).collect(Collectors.joining(", "));
    }

    /** Refuses to measure one cluster as two systems. The keys of the ids are the numbers of the systems. */
    static void requireClustersOfTheirOwn(RunInputs inputs, SortedMap<Integer, String> clusters) {
        Set<String> differs = inputs.arguments().systems().differs();
        clusters.forEach((one, id) -> clusters.tailMap(one + 1).forEach((other, otherId) -> {
            DriverChoice first = inputs.systems().get(one);
            DriverChoice second = inputs.systems().get(other);
            boolean sameDriver = first.factory().name().equals(second.factory().name());
            boolean named = differs.contains(RunGate.sameClusterField(sameDriver));
            boolean twoNames = !first.label().equals(second.label());
            if (id.equals(otherId) && !named && (!sameDriver || (twoNames && haveOneSetup(inputs, one, other)))) {
                throw new DriverException(RunGate.sameClusterText(id, first.label(), second.label(), sameDriver)
                        + "; check bootstrap.servers");
            }
        }));
    }

    /** Returns whether two systems differ in nothing but addresses and names in any round. */
    private static boolean haveOneSetup(RunInputs inputs, int one, int other) {
        return rounds(inputs).values().stream()
                .allMatch(runs -> unlabelled(runs.get(one)).equals(unlabelled(runs.get(other))));
    }

    private static List<Object> unlabelled(PreparedRun run) {
        ComparedSystem side = side(run, Map.of());
        List<String> promises = side.durability().items().stream()
                .map(item -> item.key() + " " + item.value())
                .toList();
        return List.of(side.client(), side.load(), side.clientSettings(), side.driverSettings(), promises);
    }

    private static void checkNames(List<List<ComparedSystem>> points, Set<String> names, Problems problems) {
        Set<String> fields = new TreeSet<>();
        points.forEach(sides -> fields.addAll(Comparability.fields(sides)));
        for (String name : names) {
            boolean ofCluster =
                    name.equals(RunGate.sameClusterField(true)) || name.equals(RunGate.sameClusterField(false));
            if (!ofCluster && fields.stream().noneMatch(field -> Comparability.means(name, field))) {
                Set<String> known = new TreeSet<>(fields);
                fields.forEach(field -> known.add(field.substring(field.indexOf('.') + 1)));
                problems.error(
                        "--differs",
                        "must name fields of workloads, drivers or durability, got " + name
                                + NearestName.advice(name, known));
            }
        }
    }

    /** Compares each pair of systems by their results; by their files if a pair has no finished runs. */
    static List<Comparability> measured(RunInputs inputs, List<RunResult> results) {
        Map<Integer, Durability> found = new HashMap<>();
        inputs.done().forEach((number, result) -> found.put(number, result.durability()));
        for (int i = 0; i < results.size(); i++) {
            found.put(inputs.todo().get(i).number(), results.get(i).durability());
        }
        found.values().removeIf(durability -> durability.items().isEmpty());
        List<Comparability> pairs = new ArrayList<>();
        for (int one = 0; one < inputs.systems().size(); one++) {
            for (int other = one + 1; other < inputs.systems().size(); other++) {
                pairs.add(pair(inputs, one, other, found));
            }
        }
        return pairs;
    }

    private static Comparability pair(RunInputs inputs, int one, int other, Map<Integer, Durability> found) {
        List<Comparability> measured = new ArrayList<>();
        List<Comparability> planned = new ArrayList<>();
        rounds(inputs).values().forEach(runs -> {
            List<PreparedRun> pair = List.of(runs.get(one), runs.get(other));
            boolean both = pair.stream().allMatch(run -> found.containsKey(run.number()));
            (both ? measured : planned)
                    .add(Comparability.of(
                            pair.stream().map(run -> side(run, found)).toList(),
                            inputs.arguments().systems().differs()));
        });
        return Comparability.ofAll(measured.isEmpty() ? planned : measured);
    }

    static List<String> lines(Comparability pair) {
        return Paragraph.lines("pair       ", " ".repeat(11), String.join(" | ", pair.labels()) + ": " + pair.text());
    }

    /** Groups runs of the same point and repeat, one for each system in their order. */
    private static Map<List<Object>, List<PreparedRun>> rounds(RunInputs inputs) {
        return inputs.runs().stream()
                .sorted(Comparator.comparingInt(run -> run.planned().system()))
                .collect(Collectors.groupingBy(
                        run -> List.of(
                                run.planned().series(),
                                run.planned().point(),
                                run.planned().repeat()),
                        LinkedHashMap::new,
                        Collectors.toList()));
    }

    private static ComparedSystem side(PreparedRun run, Map<Integer, Durability> found) {
        DriverChoice system = run.system();
        return ComparedSystem.of(system.label(), system.factory(), run.driver(), Optional.of(run.workload()))
                // Embedded brokers share the host with the load.
                .with("embedded", String.valueOf(system.isEmbedded()))
                .measured(found.getOrDefault(run.number(), Durability.NONE));
    }
}
