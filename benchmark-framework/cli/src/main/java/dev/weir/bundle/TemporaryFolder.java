package dev.weir.bundle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder that is deleted with all its files when it is closed. */
public record TemporaryFolder(Path path) implements AutoCloseable {
    /** Creates a folder that only this user can read. */
    public static TemporaryFolder create() {
        try {
            return new TemporaryFolder(Files.createTempDirectory("weir-"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a temporary folder", e);
        }
    }

    @Override
    public void close() {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> files = Files.walk(path)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + path, e);
        }
    }
}
