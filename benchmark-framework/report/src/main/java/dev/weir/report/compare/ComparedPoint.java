package dev.weir.report.compare;

import dev.weir.result.stored.StoredResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The systems of one workload and one point of a campaign, whose figures are shown together. */
public record ComparedPoint(String name, List<RunGroup> systems) {
    public ComparedPoint {
        systems = List.copyOf(systems);
    }

    /** Groups results: runs of a driver belong to one system if their settings and the system's version are equal. */
    public static List<ComparedPoint> of(List<StoredResult> results) {
        Map<String, List<List<StoredResult>>> points = new LinkedHashMap<>();
        for (StoredResult result : results) {
            List<List<StoredResult>> systems =
                    points.computeIfAbsent(MatchedRuns.point(result), name -> new ArrayList<>());
            systems.stream()
                    .filter(system -> isSameSystem(system.get(0), result))
                    .findFirst()
                    .ifPresentOrElse(system -> system.add(result), () -> systems.add(new ArrayList<>(List.of(result))));
        }
        return points.entrySet().stream()
                .map(point -> new ComparedPoint(point.getKey(), named(point.getValue())))
                .toList();
    }

    private static boolean isSameSystem(StoredResult one, StoredResult other) {
        return one.document().run().version().equals(other.document().run().version())
                && MatchedRuns.differences(one, other).isEmpty();
    }

    /** Names systems by their drivers; if several have the same driver, with a number. */
    private static List<RunGroup> named(List<List<StoredResult>> systems) {
        Set<String> names = new LinkedHashSet<>();
        List<RunGroup> groups = new ArrayList<>();
        for (List<StoredResult> system : systems) {
            String driver = system.get(0).driver().orElse("unnamed");
            String name = driver;
            for (int number = 2; !names.add(name); number++) {
                name = driver + " " + number;
            }
            groups.add(RunGroup.of(name, system));
        }
        return groups;
    }
}
