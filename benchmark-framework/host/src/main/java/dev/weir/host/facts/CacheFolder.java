package dev.weir.host.facts;

import java.nio.file.Path;
import java.util.Map;

/** Folder for this user's files on this host: {@code ${XDG_CACHE_HOME:-~/.cache}/weir}. */
public final class CacheFolder {
    private CacheFolder() {}

    /** Returns its path. It may not exist. */
    public static Path place() {
        return place(System.getenv(), System.getProperty("user.home", ""));
    }

    /** Returns the path of this host's {@link Calibration}, which {@link CalibrationFile} reads and writes. */
    public static Path calibration() {
        return place().resolve("calibration.json");
    }

    static Path place(Map<String, String> environment, String home) {
        String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path folder = cache.isEmpty() ? Path.of(home, ".cache") : Path.of(cache);
        return folder.resolve("weir");
    }
}
