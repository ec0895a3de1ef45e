package dev.weir.cli.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/** Names result files as OMB does, below {@code results/}: workload file, driver, local time. */
public final class ResultNames {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd-HH-mm-ss");

    private static final Path RESULTS = Path.of("results");

    /** File systems allow 255 bytes, of which extension and time need some. */
    private static final int MAX_LENGTH = 200;

    private final String time;
    private final Set<Path> taken = new HashSet<>();

    public ResultNames(long nowNanos) {
        time = TIME.format(Instant.ofEpochSecond(0, nowNanos).atZone(ZoneId.systemDefault()));
    }

    /** Returns a folder that does not exist. */
    public Path folder(String base) {
        Path path = RESULTS.resolve(safe(base) + "-" + time);
        for (int n = 2; Files.exists(path); n++) {
            path = RESULTS.resolve(safe(base) + "-" + time + "-" + n);
        }
        return path;
    }

    /** Returns the path of a new result. {@code name} is the workload's, if the command line gives it one; otherwise empty. */
    Path next(String name, Path workloadFile, String driver) {
        String base = name.isEmpty() ? workloadFile.getFileName().toString().replaceFirst("\\.ya?ml$", "") : safe(name);
        return free(RESULTS, base + "-" + safe(driver) + "-" + time);
    }

    /** Returns a new name in the folder of a campaign, which has the time in its own name. */
    Path within(Path folder, String workload, String driver) {
        return free(folder, safe(workload + "-" + driver));
    }

    private Path free(Path folder, String base) {
        Path path = folder.resolve(base + ".json");
        for (int n = 2; isTaken(path); n++) {
            path = folder.resolve(base + "-" + n + ".json");
        }
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
