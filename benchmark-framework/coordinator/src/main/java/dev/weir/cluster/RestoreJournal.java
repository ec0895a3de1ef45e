package dev.weir.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.weir.driver.admin.ClusterSetting;
import dev.weir.driver.admin.ClusterSettings;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.host.facts.CacheFolder;
import dev.weir.result.WholeFile;
import dev.weir.result.journal.Journal.JournalLock;
import dev.weir.workload.file.EffectiveFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Old settings of one cluster, in a file of this host from before they are changed until they are restored. Only the
 * holder of its lock changes that cluster from this host, so that no run takes another run's changes for old settings.
 * The operating system releases the lock of a process that dies. Used by one thread.
 */
public final class RestoreJournal implements AutoCloseable {
    /** Limit of each request to the cluster. */
    public static final Duration READ_LIMIT = Duration.ofSeconds(15);

    /** Limit until each node has the change. */
    static final Duration CHANGE_LIMIT = Duration.ofSeconds(60);

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .build();

    /** A cluster's settings may be secret. */
    private static final FileAttribute<Set<PosixFilePermission>> OWNERS_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private static final FileAttribute<Set<PosixFilePermission>> OWNERS_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path file;
    private Optional<JournalLock> held = Optional.empty();

    RestoreJournal(Path file) {
        this.file = file;
    }

    public Path file() {
        return file;
    }

    /** Returns a driver file for the cluster, without its secrets. */
    public Path driverFile() {
        return sibling(".yaml");
    }

    /**
     * Locks the journal until it is closed; returns false if it is locked already, by this process or another.
     *
     * @throws DriverException if the file system does not allow it
     */
    public boolean lock() {
        try {
            Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent()), OWNERS_FOLDER);
            // The lock file is never deleted: another process may just have locked it.
            held = JournalLock.take(sibling(".lock"), StandardOpenOption.CREATE);
            return held.isPresent();
        } catch (IOException e) {
            throw new DriverException("cannot lock " + file + ", without which no setting is changed: " + e, e);
        }
    }

    /** Returns whether settings have to be restored, or a run changes them now. */
    public boolean exists() {
        return Files.exists(file);
    }

    /** Returns the old settings, if some have to be restored; throws {@link DriverException} if they are unreadable. */
    public Optional<OldSettings> read() {
        try {
            OldSettings old = MAPPER.readValue(Files.readString(file), OldSettings.class);
            if (old == null) {
                throw unreadable("it holds null");
            }
            return Optional.of(old);
        } catch (NoSuchFileException e) {
            // Nothing was changed, or the process with the lock has just restored it.
            return Optional.empty();
        } catch (JsonProcessingException e) {
            throw unreadable(e.getOriginalMessage());
        } catch (IOException e) {
            throw new DriverException("cannot read " + file + ", which has the cluster's old settings: " + e, e);
        }
    }

    private DriverException unreadable(String why) {
        return new DriverException("cannot read " + file + ", which has the cluster's old settings: " + why
                + "; put them back by hand, and delete it");
    }

    /** Writes old settings to the disk, while the lock is held. If that fails, nothing may be changed. */
    void write(OldSettings old, DriverConfig driver) {
        if (held.isEmpty()) {
            throw new IllegalStateException("the lock of " + file + " must be held");
        }
        try {
            String yaml = EffectiveFiles.yaml(EffectiveFiles.of(driver), "Reaches cluster " + old.cluster());
            String json = MAPPER.writeValueAsString(old) + "\n";
            WholeFile.write(driverFile(), writer -> writer.write(yaml), OWNERS_FILE);
            WholeFile.write(file, writer -> writer.write(json), OWNERS_FILE);
        } catch (IOException e) {
            throw new DriverException(
                    "cannot write the cluster's old settings to " + file + ", so none is changed: " + e, e);
        }
    }

    /**
     * Restores the settings, verifies them, and then deletes the journal. The lock must be held. Throws a {@link
     * DriverException} if a setting does not have its old value; the journal still exists then. Returns the settings
     * afterwards, by the cluster's names; empty if there was nothing to restore.
     */
    public Map<String, ClusterSetting> restore(ClusterSettings settings) {
        Optional<OldSettings> old = read();
        if (old.isEmpty()) {
            return Map.of();
        }
        Map<String, ClusterSetting> after = restore(old.get().before(), settings);
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(driverFile());
        } catch (IOException e) {
            throw new DriverException("the cluster's settings are back, but " + file + " cannot be deleted: " + e, e);
        }
        return after;
    }

    /** Restores settings that no journal contains any more; throws if one does not have its old value. */
    static Map<String, ClusterSetting> restore(List<ClusterSetting> before, ClusterSettings settings) {
        Map<String, String> values = new TreeMap<>();
        Set<String> defaults = new TreeSet<>();
        for (ClusterSetting old : before) {
            // Also if it seems restored: the node that answers may lack the change.
            if (old.isDefault()) {
                defaults.add(old.name());
            } else {
                values.put(old.name(), old.value());
            }
        }
        settings.change(values, defaults, CHANGE_LIMIT);
        Map<String, ClusterSetting> after =
                settings.read(before.stream().map(ClusterSetting::name).toList(), READ_LIMIT);
        List<String> wrong = new ArrayList<>();
        for (ClusterSetting old : before) {
            ClusterSetting now = Objects.requireNonNull(after.get(old.name()), old.name());
            // A cluster's default may change over time.
            if (old.isDefault() ? !now.isDefault() : !now.equals(old)) {
                wrong.add(old.name() + " is " + now.shown() + " and not " + old.shown());
            }
        }
        if (!wrong.isEmpty()) {
            throw new DriverException("after the restoration, " + String.join(", ", wrong));
        }
        return after;
    }

    private Path sibling(String ending) {
        return file.resolveSibling(file.getFileName().toString().replaceFirst("\\.json$", "") + ending);
    }

    @Override
    public void close() {
        Optional<JournalLock> lock = held;
        held = Optional.empty();
        if (lock.isPresent()) {
            try {
                lock.get().close();
            } catch (IOException e) {
                throw new DriverException("cannot unlock " + file + ": " + e, e);
            }
        }
    }

    /**
     * Settings of a cluster before a run changed them, stored in a {@link RestoreJournal}.
     *
     * @param processId process of its coordinator
     * @param at time, ISO-8601
     * @param before the settings that it was about to change
     */
    record OldSettings(String cluster, String run, long processId, String at, List<ClusterSetting> before) {
        public OldSettings {
            before = List.copyOf(before);
        }

        public String author() {
            return "run " + run + " of process " + processId + ", " + at;
        }
    }

    /** Folder, which may not exist, with journals of clusters whose settings have to be restored. */
    public record RestoreFolder(Path path) {
        private static final String ENDING = ".json";

        /** Returns the folder of this user on this host: {@code ${XDG_CACHE_HOME:-~/.cache}/weir/restore}. */
        public static RestoreFolder ofThisHost() {
            return new RestoreFolder(CacheFolder.place().resolve("restore"));
        }

        public RestoreJournal of(String clusterId) {
            return new RestoreJournal(path.resolve(clusterId.replaceAll("[^A-Za-z0-9._-]", "_") + ENDING));
        }

        /** Returns the journals of all clusters with settings to restore; throws if the folder cannot be read. */
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
}
