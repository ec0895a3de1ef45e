package dev.weir.result;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes result files. */
public final class ResultFile {
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
    }

    static void write(Map<String, @Nullable Object> document, Path file) {
        Path partial = Path.of(file + ".partial");
        try {
            Files.writeString(
                    partial,
                    ResultJson.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n");
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
