package dev.weir.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.weir.driver.admin.ClusterSetting;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.result.WholeFile;
import dev.weir.result.journal.JournalLock;
import dev.weir.workload.file.EffectiveFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Old settings of one cluster, in a file of this host from before they are changed until they are restored. Only the
 * holder of its lock changes that cluster from this host, so that no run takes another run's changes for old settings.
 * The operating system releases the lock of a process that dies. Used by one thread.
 */
public final class RestoreJournal implements AutoCloseable {
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

    /** Creates the journal of a file that may not exist yet, like its folder. */
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
     * Locks the journal until it is closed.
     *
     * @return false if it is locked already, by this process or another
     * @throws DriverException if the file system does not allow it
     */
    public boolean lock() {
        try {
            Files.createDirectories(folder(), OWNERS_FOLDER);
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

    /**
     * Returns the old settings, if some have to be restored.
     *
     * @throws DriverException if the file cannot be read
     */
    public Optional<OldSettings> read() {
        try {
            if (!exists()) {
                return Optional.empty();
            }
            OldSettings old = MAPPER.readValue(Files.readString(file), OldSettings.class);
            if (old == null) {
                throw unreadable("it holds null");
            }
            return Optional.of(old);
        } catch (NoSuchFileException e) {
            // The process with the lock has just restored them.
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

    /**
     * Writes old settings to the disk. The lock must be held.
     *
     * @throws DriverException if they cannot be written; then nothing may be changed
     */
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
     * Deletes the old settings, which are restored.
     *
     * @throws DriverException if the file stays
     */
    void delete() {
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(driverFile());
        } catch (IOException e) {
            throw new DriverException("the cluster's settings are back, but " + file + " cannot be deleted: " + e, e);
        }
    }

    private Path folder() {
        return Objects.requireNonNull(file.toAbsolutePath().getParent());
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

        /** Returns the run and process that changed them, for a message. */
        public String author() {
            return "run " + run + " of process " + processId + ", " + at;
        }
    }
}
