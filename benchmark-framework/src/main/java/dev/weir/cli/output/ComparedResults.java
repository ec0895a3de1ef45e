package dev.weir.cli.output;

import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads results that are compared with each other: each counts once, and discarded runs do not count. */
public final class ComparedResults {
    private ComparedResults() {}

    /**
     * Reads results, without discarded ones.
     *
     * @param side name of the side, for messages
     */
    public static List<StoredResult> read(String side, List<String> names, Problems problems) {
        List<StoredResult> results = ResultFiles.read(names, problems);
        List<StoredResult> counting =
                results.stream().filter(result -> !result.isDiscarded()).toList();
        if (counting.size() < results.size()) {
            problems.warning(side, (results.size() - counting.size()) + " of its runs were discarded and are left out");
        }
        if (counting.isEmpty() && !results.isEmpty()) {
            problems.error(side, "has only runs that were discarded: name others");
        }
        return counting;
    }

    /** Refuses results that are named twice, and those of searches. */
    public static void check(List<List<StoredResult>> sides, Problems problems) {
        Set<Path> seen = new HashSet<>();
        for (StoredResult result : sides.stream().flatMap(List::stream).toList()) {
            if (!seen.add(result.file().toAbsolutePath().normalize())) {
                problems.error(result.file().toString(), "is named twice: it would count twice");
            }
            if (result.isSearch()) {
                problems.error(
                        result.file().toString(),
                        "is what a search found, and no run: name the results of its runs, which lie beside it");
            }
        }
    }
}
