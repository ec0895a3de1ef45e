package dev.weir.workload.file;

import dev.weir.driver.loading.Drivers;
import dev.weir.workload.RunOrder;
import dev.weir.workload.text.Checks;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import dev.weir.workload.yaml.YamlFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A workload file that was read: all its runs, on one system.
 *
 * @param name name of the workload, without what distinguishes its runs
 * @param points the different runs, at least one
 * @param repeat how often each of them is made, at least 1
 * @param discardsFirst whether each system first makes a run that is discarded
 * @param seed seed of a random order
 * @param lines lines of the first run's fields, under each of their spellings, counted from 1
 */
public record WorkloadSeries(
        YamlFile source,
        String name,
        List<WorkloadPoint> points,
        int repeat,
        RunOrder order,
        boolean discardsFirst,
        long seed,
        Map<String, Integer> lines) {
    public WorkloadSeries {
        points = List.copyOf(points);
        lines = Map.copyOf(lines);
        Checks.refuseIf(points.isEmpty(), "a series must have at least one point, got none");
        Checks.atLeast("repeat", repeat, 1);
    }

    public Path file() {
        return source.path();
    }

    /** Creates a problem with a field, in the file or option that gives it; line 0: with the file as a whole. */
    public Problem problem(int line, String field, String message) {
        return source.problem(line, field, message);
    }

    void checkDriverChanges(Drivers drivers, Problems problems) {
        points.forEach(point -> point.driverChanges().check(drivers, problems));
    }
}
