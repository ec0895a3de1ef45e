package dev.weir.cli.output;

import dev.weir.clock.SystemClock;
import dev.weir.report.ResultsCsv;
import dev.weir.result.WholeFile;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes results as a table. */
public final class CsvExport {
    private CsvExport() {}

    /**
     * Writes the table.
     *
     * @param paths result files, or folders with result files
     * @param output the table's file; if empty, a new one named as in OMB
     * @param problems receives warnings about files that are left out
     * @return the file that was written
     * @throws dev.weir.workload.yaml.InputException if there is no result, or the file exists
     */
    public static Path write(List<Path> paths, Optional<Path> output, Problems problems) {
        Path table = output.orElseGet(CsvExport::newName);
        if (Files.exists(table)) {
            problems.error("-o", table + " exists: name another file, or move it away");
        }
        Path into = table.toAbsolutePath().getParent();
        if (into != null && !Files.isDirectory(into)) {
            problems.error("-o", "must be in a folder that exists, got " + table);
        }
        List<StoredResult> results = new ArrayList<>();
        for (Path path : paths) {
            if (Files.isDirectory(path)) {
                results.addAll(ResultFiles.readFolder(path, "RESULT", problems));
            } else {
                StoredResult.read(path, problems).ifPresent(results::add);
            }
        }
        if (results.isEmpty() && problems.errors().isEmpty()) {
            problems.error(paths.get(0).toString(), "there is no result file in this folder");
        }
        problems.throwIfAny();
        WholeFile.write(table, String.join("\n", ResultsCsv.lines(results)) + "\n");
        return table;
    }

    /** Returns OMB's file name, but never that of an existing file. */
    private static Path newName() {
        String base = "results-" + SystemClock.INSTANCE.epochNanos() / 1_000_000_000;
        Path table = Path.of(base + ".csv");
        for (int n = 2; Files.exists(table); n++) {
            table = Path.of(base + "-" + n + ".csv");
        }
        return table;
    }
}
