package dev.weir.driver.kafka.embedded;

import dev.weir.driver.exception.DriverException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Directory of one cluster under {@code java.io.tmpdir}, with one directory per node in it. Methods: any thread.
 *
 * <p>Its name contains the owner's process id, for people. Whether the owner still runs is decided by a lock on a file
 * in it, which the operating system releases however the owner ends. The process id would not do: in containers and
 * other name spaces that share the directory, several owners can have the same.
 */
record ClusterDirectory(Path path) implements AutoCloseable {
    private static final int DELETIONS = 20;
    static final String PREFIX = "weir-embedded-";
    static final String PROPERTIES = "server.properties";

    private static final String LOCK = "owner.lock";
    private static final String NODE = "node-";

    /**
     * Directories of this process. A sweep must not open their lock files: closing any descriptor of a file drops all
     * locks that the process has on it.
     */
    private static final Map<Path, FileChannel> OWN = new ConcurrentHashMap<>();

    static ClusterDirectory create() {
        try {
            String prefix = PREFIX + ProcessHandle.current().pid() + "-";
            Path path = Files.createTempDirectory(parent(), prefix);
            // Locked before it gets its name, so that no sweep finds it unlocked while the owner runs.
            Path unnamed = path.resolve("owner.new");
            var channel = FileChannel.open(unnamed, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            channel.lock();
            OWN.put(path, channel);
            Files.move(unnamed, path.resolve(LOCK));
            return new ClusterDirectory(path);
        } catch (IOException e) {
            throw new DriverException("cannot make a directory for the cluster in " + parent() + ": " + e, e);
        }
    }

    /** Deletes the directories of clusters whose owner and brokers all died before they could delete them. */
    static void sweep() {
        try (DirectoryStream<Path> candidates = Files.newDirectoryStream(parent(), PREFIX + "*")) {
            for (Path candidate : candidates) {
                if (!OWN.containsKey(candidate) && isOrphan(candidate)) {
                    deleteTree(candidate);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // Directories that cannot be swept, perhaps because they belong to another user, do not prevent a new
            // cluster.
        }
    }

    /**
     * Deletes the directory of a broker's node after its owner has ended; the last broker also deletes the whole
     * directory.
     */
    static void abandon(Path node) throws IOException {
        deleteTree(node);
        Path cluster = Objects.requireNonNull(node.getParent());
        try (DirectoryStream<Path> others = Files.newDirectoryStream(cluster, NODE + "*")) {
            if (!others.iterator().hasNext()) {
                deleteTree(cluster);
            }
        }
    }

    Path createNode(int id, Properties properties) {
        try {
            Path node = Files.createDirectory(node(id));
            try (var writer = Files.newBufferedWriter(node.resolve(PROPERTIES), StandardCharsets.UTF_8)) {
                properties.store(writer, null);
            }
            return node;
        } catch (IOException e) {
            throw new DriverException("cannot make a directory for node " + id + " of the cluster: " + e, e);
        }
    }

    Path node(int id) {
        return path.resolve(NODE + id);
    }

    Path remoteStore() {
        return path.resolve("remote-store");
    }

    /**
     * Deletes the directory with its contents. Does nothing if called again.
     *
     * @throws UncheckedIOException if a part of it remains
     */
    @Override
    public void close() {
        FileChannel lock = OWN.get(path);
        if (lock == null) {
            return;
        }
        try (lock) {
            deleteTree(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            OWN.remove(path);
        }
    }

    private static boolean isOrphan(Path candidate) {
        try (var channel = FileChannel.open(candidate.resolve(LOCK), StandardOpenOption.WRITE)) {
            return channel.tryLock() != null;
        } catch (IOException e) {
            return false;
        }
    }

    private static Path parent() {
        return Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    }

    /**
     * Deletes a tree that another process may be writing to, or deleting as well. Follows no links. It is no error if the
     * tree does not exist.
     *
     * @throws IOException if a part of it cannot be deleted, or is written faster than it is deleted
     */
    private static void deleteTree(Path root) throws IOException {
        for (int attempt = 1; Files.exists(root, LinkOption.NOFOLLOW_LINKS); attempt++) {
            try {
                Files.walkFileTree(root, new Deletion());
            } catch (DirectoryNotEmptyException | NoSuchFileException e) {
                // Another process added a file to it, or removed one, between the visit and the deletion.
                if (attempt == DELETIONS) {
                    throw e;
                }
            }
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException cause) throws IOException {
            if (cause instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw cause;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException cause) throws IOException {
            if (cause != null) {
                throw cause;
            }
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
