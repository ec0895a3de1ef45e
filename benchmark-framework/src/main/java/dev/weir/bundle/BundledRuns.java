package dev.weir.bundle;

import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Equal runs of a bundle: one load on one system.
 *
 * @param results their result files, extracted
 */
public record BundledRuns(List<Path> results) {
    /** Ending of a bundle's name. */
    public static final String ENDING = ".zip";

    public BundledRuns {
        results = List.copyOf(results);
    }

    /** What equal runs have in common. */
    private record Kind(String workload, String driver, Map<String, String> point) {
        static Kind of(StoredResult result) {
            return new Kind(result.workload().orElse(""), result.driver().orElse(""), result.point());
        }
    }

    /**
     * Extracts a bundle and finds the runs that count.
     *
     * @param into folder for its files
     * @param name file name of one of the runs; empty if all runs of the bundle are equal
     * @param problems receives why there are no such runs
     */
    public static BundledRuns extract(Path bundle, Path into, String name, Problems problems) {
        try {
            Files.createDirectories(into);
            Archive.extract(bundle, into);
            Manifest manifest = Manifest.parse(Files.readString(into.resolve(Manifest.NAME)));
            Map<Kind, List<Path>> byKind = new LinkedHashMap<>();
            Disclosure.read(into, manifest.results()).stream()
                    .filter(result -> !result.isDiscarded())
                    .forEach(result -> byKind.merge(Kind.of(result), List.of(result.file()), BundledRuns::joined));
            List<List<Path>> fitting = byKind.values().stream()
                    .filter(runs -> name.isEmpty() || runs.stream().anyMatch(run -> run.endsWith(name)))
                    .toList();
            if (fitting.size() == 1) {
                return new BundledRuns(fitting.get(0));
            }
            String one = byKind.values().stream()
                    .map(runs -> String.valueOf(runs.get(0).getFileName()))
                    .collect(Collectors.joining(", "));
            problems.error(
                    "--of",
                    (name.isEmpty() ? bundle + " has several loads or systems" : name + " is not in " + bundle)
                            + ": name one of " + one);
        } catch (IOException e) {
            problems.error(bundle.toString(), "is not a complete bundle: " + e.getMessage());
        }
        return new BundledRuns(List.of());
    }

    private static List<Path> joined(List<Path> some, List<Path> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }
}
