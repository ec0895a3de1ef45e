package dev.weir.driver.kafka.process;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Deletes directory trees that another process may be writing to, or deleting as well. Follows no links. */
public final class DirectoryTrees {
    private static final int ATTEMPTS = 20;

    private DirectoryTrees() {}

    /**
     * Deletes the tree. It is no error if it does not exist.
     *
     * @throws IOException if a part of it cannot be deleted, or is written faster than it is deleted
     */
    public static void delete(Path root) throws IOException {
        for (int attempt = 1; Files.exists(root, LinkOption.NOFOLLOW_LINKS); attempt++) {
            try {
                Files.walkFileTree(root, new Deletion());
            } catch (DirectoryNotEmptyException | NoSuchFileException e) {
                // Another process added a file to it, or removed one, between the visit and the deletion.
                if (attempt == ATTEMPTS) {
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
