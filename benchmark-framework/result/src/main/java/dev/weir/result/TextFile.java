package dev.weir.result;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that may be of other people, such as results: read whole, but only up to a size that fits into memory. */
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
}
