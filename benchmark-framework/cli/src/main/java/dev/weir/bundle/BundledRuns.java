package dev.weir.bundle;

import dev.weir.result.stored.RunVariation;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Equal runs of a bundle: one load on one system. */
public final class BundledRuns {
    private BundledRuns() {}

    /**
     * Extracts a bundle whose files are unchanged, and returns the result files of the runs that count. If there are
     * problems, nothing is extracted.
     *
     * @param folder returns the folder to extract into; called once, and only if there are no problems
     * @param name file name of one of the runs; empty if all runs of the bundle are equal
     * @param check receives the first of these runs and the names of all in the bundle, before anything is extracted
     * @param problems receives why there are no such runs
     */
    public static List<Path> extract(
            Path bundle,
            Supplier<Path> folder,
            String name,
            BiConsumer<StoredResult, List<Path>> check,
            Problems problems) {
        try (var checked = TemporaryFolder.create()) {
            Manifest manifest = Verification.extractUnchanged(bundle, checked.path());
            Map<RunVariation.Runs, List<Path>> byKind = BundleWriter.read(checked.path(), manifest.results()).stream()
                    .filter(result -> !result.isDiscarded() && !result.isSearch())
                    .collect(Collectors.groupingBy(
                            RunVariation.Runs::of,
                            LinkedHashMap::new,
                            Collectors.mapping(
                                    result -> checked.path().relativize(result.file()), Collectors.toList())));
            List<List<Path>> fitting = byKind.values().stream()
                    .filter(runs -> name.isEmpty() || runs.stream().anyMatch(run -> run.endsWith(name)))
                    .toList();
            if (fitting.size() == 1) {
                List<Path> runs = fitting.get(0);
                StoredResult.read(checked.path().resolve(runs.get(0)), problems)
                        .ifPresent(result -> check.accept(result, runs));
                if (problems.errorCount() > 0) {
                    return List.of();
                }
                Path into = Files.createDirectories(folder.get());
                Archive.extract(bundle, into);
                return runs.stream().map(into::resolve).toList();
            }
            String one = byKind.values().stream()
                    .map(runs -> String.valueOf(runs.get(0).getFileName()))
                    .collect(Collectors.joining(", "));
            problems.error(
                    "--of",
                    (name.isEmpty() ? bundle + " has several loads or systems" : name + " is not in " + bundle)
                            + ": name one of " + one);
        } catch (IOException e) {
            problems.error(bundle.toString(), "cannot be run again: " + e.getMessage());
        }
        return List.of();
    }
}
