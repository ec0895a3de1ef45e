package dev.weir.result;

import java.io.BufferedOutputStream;
import java.io.IOException;
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
 * Writes a file whole or not at all: into one beside it, through to the disk, which then takes its name. A process that
 * reads the name finds what was there before or all of the new, also after a kill, a full disk or a loss of power.
 */
public final class WholeFile {
    private WholeFile() {}

    /**
     * Writes a text in UTF-8.
     *
     * @throws UncheckedIOException if that is not possible; nothing has changed then
     */
    public static void write(Path file, String text) {
        try {
            write(file, writer -> writer.write(text));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /**
     * The same of what need not be in memory as a whole.
     *
     * @param attributes of the file, such as who may read it
     * @throws IOException if that is not possible; nothing has changed then
     */
    public static void write(Path file, Content content, FileAttribute<?>... attributes) throws IOException {
        Path partial = Path.of(file + ".partial");
        try {
            // A new one in any case: an old one would keep its attributes.
            Files.deleteIfExists(partial);
            try (var channel = FileChannel.open(
                    partial, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes)) {
                var writer = new OutputStreamWriter(
                        new BufferedOutputStream(Channels.newOutputStream(channel)), StandardCharsets.UTF_8);
                content.writeTo(writer);
                writer.flush();
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

    /** What stands in it. */
    public interface Content {
        /** Called once. Need not flush. */
        void writeTo(Writer writer) throws IOException;
    }
}
