package dev.weir.cli.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Names result files as OMB does, below {@code results/}: workload file, driver, local time. */
public final class ResultNames {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd-HH-mm-ss");

    private static final Path RESULTS = Path.of("results");

    /** File systems allow 255 bytes, of which extension and time need some. */
    private static final int MAX_LENGTH = 200;

    private final Path results;
    private final String time;
    private final Set<Path> taken = new HashSet<>();

    public ResultNames(long nowNanos) {
        this(RESULTS, nowNanos);
    }

    ResultNames(Path results, long nowNanos) {
        this.results = results;
        time = TIME.format(Instant.ofEpochSecond(0, nowNanos).atZone(ZoneId.systemDefault()));
    }

    /** Creates a new folder. Another process that begins in the same second gets another one. */
    public Path folder(String base) {
        return free(results, safe(base) + "-" + time, "", path -> !isCreated(path));
    }

    private boolean isCreated(Path folder) {
        try {
            Files.createDirectories(results);
            Files.createDirectory(folder);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create the folder " + folder, e);
        }
    }

    /** Returns the first path that is free: a base with an ending, and if need be with a number between them. */
    public static Path free(Path folder, String base, String ending, Predicate<Path> isTaken) {
        Path path = folder.resolve(base + ending);
        for (int n = 2; isTaken.test(path); n++) {
            path = folder.resolve(base + "-" + n + ending);
        }
        return path;
    }

    /** Returns the path of a new result. {@code name} is the workload's, if the command line gives it one; otherwise empty. */
    Path next(String name, Path workloadFile, String driver) {
        String base = name.isEmpty() ? workloadFile.getFileName().toString().replaceFirst("\\.ya?ml$", "") : safe(name);
        return free(results, base + "-" + safe(driver) + "-" + time);
    }

    /** Returns a new name in the folder of a campaign, which has the time in its own name. */
    Path within(Path folder, String workload, String driver) {
        return free(folder, safe(workload + "-" + driver));
    }

    private Path free(Path folder, String base) {
        Path path = free(folder, base, ".json", this::isTaken);
        taken.add(path);
        return path;
    }

    /** Returns whether a name is used, also by a run without a result. */
    private boolean isTaken(Path path) {
        String base = path.toString().replaceFirst("\\.json$", "");
        return taken.contains(path)
                || Stream.of(".json", ".hlog", ".journal.jsonl", ".search")
                        .anyMatch(ending -> Files.exists(Path.of(base + ending)));
    }

    private static String safe(String name) {
        String safe = name.replaceAll("[^A-Za-z0-9._-]", "_");
        return safe.length() <= MAX_LENGTH ? safe : safe.substring(0, MAX_LENGTH);
    }
}
