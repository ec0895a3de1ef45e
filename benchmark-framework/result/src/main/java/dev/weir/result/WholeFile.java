package dev.weir.result;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Objects;
import java.util.Set;

/**
 * Writes a file atomically: writes a file beside it, syncs that to the disk, and renames it. A process that reads the
 * file finds either the old or the complete new content, also after a kill, a full disk or a loss of power. If writing
 * fails, the file is as before.
 */
public final class WholeFile {
    private WholeFile() {}

    /** Writes a text in UTF-8; throws an {@link UncheckedIOException} if that fails. */
    public static void write(Path file, String text) {
        try {
            write(file, writer -> writer.write(text));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** Writes a text in UTF-8 that need not fit into memory as a whole. */
    public static void write(Path file, Content<Writer> content, FileAttribute<?>... attributes) throws IOException {
        Content<OutputStream> bytes = out -> {
            var writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
            content.writeTo(writer);
            writer.flush();
        };
        writeBytes(file, bytes, attributes);
    }

    /** Writes bytes that need not fit into memory as a whole; the attributes of the file are permissions and the like. */
    public static void writeBytes(Path file, Content<OutputStream> content, FileAttribute<?>... attributes)
            throws IOException {
        Path partial = Path.of(file + ".partial");
        try {
            // A new file in any case, because an old one would keep its attributes.
            Files.deleteIfExists(partial);
            try (var channel = FileChannel.open(
                    partial, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes)) {
                var out = new BufferedOutputStream(Channels.newOutputStream(channel));
                content.writeTo(out);
                out.flush();
                channel.force(true);
            }
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(partial);
            throw e;
        }
        try (var folder =
                FileChannel.open(Objects.requireNonNull(file.toAbsolutePath().getParent()), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    public interface Content<T> {
        /** Writes the content; called once. Need not flush. */
        void writeTo(T to) throws IOException;
    }
}
