package dev.weir.bundle;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** ZIP archives whose bytes depend only on the names and contents of their files. */
final class Archive {
    /** No file outside the folder, and nothing that a file system of another kind refuses. */
    private static final Pattern NAME =
            Pattern.compile("[A-Za-z0-9_+=@,][A-Za-z0-9._+=@,-]*(/[A-Za-z0-9_+=@,][A-Za-z0-9._+=@,-]*)*");

    private static final LocalDateTime TIME = LocalDateTime.of(2000, 1, 1, 0, 0);
    /** More than any bundle has: a small archive can contain a file that fills a disk. */
    private static final long MOST_BYTES = 16L << 30;

    private Archive() {}

    /** Returns a name that an archive can have, with {@code _} in place of other characters. */
    static String name(String text) {
        return text.replaceAll("[^A-Za-z0-9._+=@,-]", "_").replaceFirst("^[.-]", "_");
    }

    /**
     * Writes an archive.
     *
     * @param names names of the files below the folder, in this order
     */
    static void write(Path folder, List<String> names, OutputStream to) throws IOException {
        var zip = new ZipOutputStream(to);
        for (String name : names) {
            var entry = new ZipEntry(name);
            entry.setTimeLocal(TIME);
            zip.putNextEntry(entry);
            Files.copy(folder.resolve(name), zip);
            zip.closeEntry();
        }
        zip.finish();
        to.flush();
    }

    /**
     * Extracts all files.
     *
     * @return their names, in the order of the archive
     * @throws IOException if it is no archive, or has a file that no bundle has
     */
    static List<String> extract(Path archive, Path folder) throws IOException {
        List<String> names = new ArrayList<>();
        long bytes = 0;
        try (var zip = new ZipFile(archive.toFile())) {
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                String name = entry.getName();
                if (!NAME.matcher(name).matches() || names.contains(name)) {
                    throw new IOException("it has an entry that no bundle has: " + Archive.name(name));
                }
                names.add(name);
                Path file = folder.resolve(name);
                Files.createDirectories(file.getParent());
                try (InputStream content = zip.getInputStream(entry);
                        var out = Files.newOutputStream(file)) {
                    byte[] block = new byte[65_536];
                    for (int read = content.read(block); read >= 0; read = content.read(block)) {
                        bytes += read;
                        if (bytes > MOST_BYTES) {
                            throw new IOException("its files have more than " + MOST_BYTES + " bytes");
                        }
                        out.write(block, 0, read);
                    }
                }
            }
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
        return names;
    }

    /**
     * Writes the archive of extracted files again and compares it.
     *
     * @return position of the first byte that differs; empty if the archives are equal
     */
    static OptionalLong firstDifference(Path archive, Path folder, List<String> names) throws IOException {
        try (var expected = new BufferedInputStream(Files.newInputStream(archive));
                var comparing = new ComparingStream(expected);
                var buffered = new BufferedOutputStream(comparing)) {
            write(folder, names, buffered);
            return expected.read() < 0 ? OptionalLong.empty() : OptionalLong.of(comparing.position);
        } catch (DifferenceException e) {
            return OptionalLong.of(e.position);
        }
    }

    private static final class ComparingStream extends OutputStream {
        private final InputStream expected;
        private long position;

        ComparingStream(InputStream expected) {
            this.expected = expected;
        }

        @Override
        public void write(int value) throws IOException {
            if (expected.read() != (value & 0xFF)) {
                throw new DifferenceException(position);
            }
            position++;
        }
    }

    private static final class DifferenceException extends EOFException {
        private static final long serialVersionUID = 1;
        private final long position;

        DifferenceException(long position) {
            this.position = position;
        }
    }
}
