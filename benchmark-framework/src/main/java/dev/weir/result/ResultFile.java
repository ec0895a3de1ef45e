package dev.weir.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.run.HookResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes result files, and beside them what other tools plot. */
public final class ResultFile {
    /** Of the file, beside the result of a load in requests, that holds how their times are distributed. */
    public static final String PERCENTILES_ENDING = ".percentiles.txt";

    private ResultFile() {}

    /**
     * Writes a result, whole or not at all.
     *
     * @throws UncheckedIOException if that is not possible
     */
    public static void write(RunResult result, Path file) {
        write(result, List.of(), file);
    }

    /**
     * The same of a run with commands around it.
     *
     * @param hooks what became of them
     */
    public static void write(RunResult result, List<HookResult> hooks, Path file) {
        write(result.document().withHooks(hooks), file);
        if (result.workload().load().shape().isInRequests()) {
            WholeFile.write(
                    Path.of(file.toString().replaceFirst("\\.json$", PERCENTILES_ENDING)),
                    result.measured().requests().values().percentileDistributionMillis());
        }
    }

    /**
     * Copies a result with what stands beside it, each file whole or not at all; the result itself last.
     *
     * @throws UncheckedIOException if that is not possible
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

    /** Any document of JSON. */
    public static void write(Object document, Path file) {
        try {
            WholeFile.write(
                    file, DocumentReader.json().writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n");
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
