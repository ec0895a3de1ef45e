package dev.weir.cluster;

import dev.weir.driver.exception.DriverException;
import dev.weir.host.facts.CacheFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Folder with journals of clusters whose settings have to be restored.
 *
 * @param path the folder; it may not exist
 */
public record RestoreFolder(Path path) {
    private static final String ENDING = ".json";

    /** Returns the folder of this user on this host: {@code ${XDG_CACHE_HOME:-~/.cache}/weir/restore}. */
    public static RestoreFolder ofThisHost() {
        return new RestoreFolder(CacheFolder.place().resolve("restore"));
    }

    /** Returns the journal of a cluster, whether or not it exists. */
    public RestoreJournal of(String clusterId) {
        return new RestoreJournal(path.resolve(clusterId.replaceAll("[^A-Za-z0-9._-]", "_") + ENDING));
    }

    /**
     * Returns the journals of all clusters with settings to restore.
     *
     * @throws DriverException if the folder cannot be read
     */
    public List<RestoreJournal> all() {
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(file -> file.toString().endsWith(ENDING))
                    .sorted()
                    .map(RestoreJournal::new)
                    .toList();
        } catch (IOException e) {
            throw new DriverException("cannot search for clusters' old settings in " + path + ": " + e, e);
        }
    }
}
