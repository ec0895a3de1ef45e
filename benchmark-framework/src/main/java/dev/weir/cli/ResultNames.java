package dev.weir.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.Set;

/** Names result files as OMB does, below {@code results/}: workload file, driver, local time. */
final class ResultNames {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd-HH-mm-ss");

    private final String time;
    private final Set<Path> taken = new HashSet<>();

    ResultNames(long nowNanos) {
        time = TIME.format(Instant.ofEpochSecond(0, nowNanos).atZone(ZoneId.systemDefault()));
    }

    /** A folder that does not exist. */
    Path folder(String base) {
        Path path = Path.of("results", base + "-" + time);
        for (int n = 2; Files.exists(path); n++) {
            path = Path.of("results", base + "-" + time + "-" + n);
        }
        return path;
    }

    /** A name that no file has. */
    Path next(Path workloadFile, String driver) {
        String base = workloadFile.getFileName().toString().replaceFirst("\\.ya?ml$", "") + "-"
                + driver.replaceAll("[^A-Za-z0-9._-]", "_") + "-" + time;
        Path path = Path.of("results", base + ".json");
        for (int n = 2; Files.exists(path) || !taken.add(path); n++) {
            path = Path.of("results", base + "-" + n + ".json");
        }
        return path;
    }
}
