package dev.weir.host.facts;

import java.nio.file.Path;
import java.util.Map;

/** Where what belongs to this user on this host lies: {@code ${XDG_CACHE_HOME:-~/.cache}/weir}. */
public final class CacheFolder {
    private CacheFolder() {}

    /** Its path. It need not exist. */
    public static Path place() {
        return place(System.getenv(), System.getProperty("user.home", ""));
    }

    static Path place(Map<String, String> environment, String home) {
        String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path folder = cache.isEmpty() ? Path.of(home, ".cache") : Path.of(cache);
        return folder.resolve("weir");
    }
}
