package dev.weir.cli;

import dev.weir.clock.SystemClock;
import dev.weir.report.ResultsCsv;
import dev.weir.result.CampaignIndex;
import dev.weir.result.StoredResult;
import dev.weir.workload.Problem;
import dev.weir.workload.Problems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes the results of a folder as a table. */
final class CsvExport {
    private CsvExport() {}

    /**
     * Writes it.
     *
     * @param output the table's file; if empty, a new one named as OMB does
     * @param problems gets the files that are left out, as warnings
     * @return the file that was written
     * @throws dev.weir.workload.InputException if there is no result in the folder, or the file exists
     */
    static Path write(Path folder, Optional<Path> output, Problems problems) {
        Path table = output.orElseGet(CsvExport::newName);
        if (Files.exists(table)) {
            problems.error(new Problem("-o", 0, "", table + " exists: name another file, or move it away"));
        }
        Path into = table.toAbsolutePath().getParent();
        if (into != null && !Files.isDirectory(into)) {
            problems.error(new Problem("-o", 0, "", "must be in a folder that exists, got " + table));
        }
        List<StoredResult> results = new ArrayList<>();
        for (Path file : jsonFiles(folder, problems)) {
            var ofFile = new Problems();
            StoredResult.read(file, ofFile).ifPresent(results::add);
            ofFile.errors()
                    .forEach(left ->
                            problems.warning(new Problem(file.toString(), 0, "", left.message() + "; left out")));
        }
        if (results.isEmpty() && problems.errors().isEmpty()) {
            problems.error(new Problem("-c", 0, "", "there is no result file in " + folder));
        }
        problems.throwIfAny();
        try {
            Files.write(table, ResultsCsv.lines(results), StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + table, e);
        }
        return table;
    }

    /** OMB's, but never one that there is. */
    private static Path newName() {
        String base = "results-" + SystemClock.INSTANCE.epochNanos() / 1_000_000_000;
        Path table = Path.of(base + ".csv");
        for (int n = 2; Files.exists(table); n++) {
            table = Path.of(base + "-" + n + ".csv");
        }
        return table;
    }

    private static List<Path> jsonFiles(Path folder, Problems problems) {
        if (!Files.isDirectory(folder)) {
            problems.error(new Problem("-c", 0, "", "must be a folder with result files, got " + folder));
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    // What a search found; its runs lie beside it.
                    .filter(file -> !file.toString().endsWith(".search.json"))
                    .filter(file -> !file.endsWith(CampaignIndex.FILE))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            problems.error(new Problem("-c", 0, "", folder + " cannot be read: " + e.getMessage()));
            return List.of();
        }
    }
}
