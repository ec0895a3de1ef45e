package dev.weir.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes result files, and beside them what other tools plot. */
public final class ResultFile {
    /** Of the file, beside the result of a load in requests, that holds how their times are distributed. */
    public static final String PERCENTILES_ENDING = ".percentiles.txt";

    private ResultFile() {}

    /**
     * Writes a result, whole or not at all: into a file beside it first, which then takes its name.
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
        write(ResultJson.document(result, hooks), file);
        if (result.workload().shape().isInRequests()) {
            writeText(
                    Path.of(file.toString().replaceFirst("\\.json$", PERCENTILES_ENDING)),
                    result.measured().requests().values().percentileDistributionMillis());
        }
    }

    static void write(Map<String, @Nullable Object> document, Path file) {
        try {
            writeText(file, ResultJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n");
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private static void writeText(Path file, String text) {
        Path partial = Path.of(file + ".partial");
        try {
            Files.writeString(partial, text);
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
