package dev.weir.result;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Files that may be of other people, such as results. They are read whole, but only up to a size that fits into memory,
 * and names in them lead to no file outside their folder.
 */
public final class TextFile {
    /** Several times what the longest run writes with the largest payload. */
    public static final int MAX_BYTES = 128 << 20;

    private TextFile() {}

    /** Reads a file; throws if it cannot be read, or is larger than {@link #MAX_BYTES}. */
    public static byte[] bytes(Path file) throws IOException {
        try (InputStream content = Files.newInputStream(file)) {
            // The size of a pipe is unknown.
            byte[] bytes = content.readNBytes(Files.size(file) > MAX_BYTES ? 0 : MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES || Files.size(file) > MAX_BYTES) {
                throw new IOException("it has more than " + MAX_BYTES + " bytes");
            }
            return bytes;
        }
    }

    /** Reads a file as {@link #bytes} does; throws also if it is not in UTF-8. */
    public static String read(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(bytes(file));
        return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    }

    /**
     * Returns a file in a folder, or below it.
     *
     * @param name relative to the folder
     * @return empty if the name is none of such a file: neither a name nor a symbolic link may lead out of the folder
     */
    public static Optional<Path> in(Path folder, String name) {
        try {
            Path root = folder.toAbsolutePath().normalize();
            Path relative = Path.of(name);
            Path file = root.resolve(relative).normalize();
            boolean inside = !name.isBlank() && !relative.isAbsolute() && file.startsWith(root) && !file.equals(root);
            boolean linked = inside && Files.exists(file) && !file.toRealPath().startsWith(root.toRealPath());
            return inside && !linked ? Optional.of(folder.resolve(relative)) : Optional.empty();
        } catch (InvalidPathException | IOException e) {
            return Optional.empty();
        }
    }
}
