package dev.weir.result;

import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.RunDetails.HookResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes result files and the files for plotting beside them. */
public final class ResultFile {
    /** Extension of the file with the distribution of request times, beside the result of a load in requests. */
    public static final String PERCENTILES_ENDING = ".percentiles.txt";

    private ResultFile() {}

    /**
     * Writes a result atomically.
     *
     * @throws UncheckedIOException if the file cannot be written
     */
    public static void write(RunResult result, Path file) {
        write(result, List.of(), file);
    }

    public static void write(RunResult result, List<HookResult> hooks, Path file) {
        write(result.document().withHooks(hooks), file);
        if (result.workload().isInRequests()) {
            WholeFile.write(
                    Path.of(file.toString().replaceFirst("\\.json$", PERCENTILES_ENDING)),
                    result.measured().requests().values().percentileDistributionMillis());
        }
    }

    /**
     * Copies a result with the files beside it, each atomically; the result itself last.
     *
     * @throws UncheckedIOException if a file cannot be copied
     */
    public static void copy(Path result, Path to) {
        for (String ending : List.of(".hlog", PERCENTILES_ENDING, ".json")) {
            Path source = Path.of(result.toString().replaceFirst("\\.json$", ending));
            Path target = Path.of(to.toString().replaceFirst("\\.json$", ending));
            if (Files.exists(source) || ending.equals(".json")) {
                try (var reader = Files.newBufferedReader(source)) {
                    WholeFile.write(target, reader::transferTo);
                } catch (IOException e) {
                    throw new UncheckedIOException("cannot write " + target, e);
                }
            }
        }
    }

    public static void write(Object document, Path file) {
        WholeFile.write(file, DocumentReader.pretty(document) + "\n");
    }
}
