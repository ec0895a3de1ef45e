package dev.weir.bundle;

import dev.weir.report.board.Bundle;
import dev.weir.result.ResultFile;
import dev.weir.result.TextFile;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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

    private static final int MAX_NAME = 1_000;

    /** Of a manifest with the most files. */
    private static final long MAX_MANIFEST_BYTES = 32L << 20;

    /** More than any bundle has: a small archive can contain a file that fills a disk. */
    private static final long MAX_BYTES = 16L << 30;

    /** Results and histograms are compressed to a tenth or so. */
    private static final long MAX_RATIO = 200;

    /** Of small archives, whose payloads may repeat one byte. */
    private static final long MAX_BYTES_OF_ANY_RATIO = 256L << 20;

    private Archive() {}

    /** Returns a name that an archive can have, with {@code _} in place of other characters. */
    static String name(String text) {
        return text.replaceAll("[^A-Za-z0-9._+=@,-]", "_").replaceFirst("^[.-]", "_");
    }

    /** Writes files below a folder, in the order of these names. */
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
     * Extracts all files, if neither their number nor their sizes are larger than those of any bundle.
     *
     * @return their names, in the order of the archive
     * @throws IOException if it is no archive, or has a file that no bundle has; then nothing is written
     */
    static List<String> extract(Path archive, Path folder) throws IOException {
        try (var zip = new ZipFile(archive.toFile())) {
            List<? extends ZipEntry> entries = checked(zip, Files.size(archive), folder);
            for (ZipEntry entry : entries) {
                extract(zip, entry, folder.resolve(entry.getName()));
            }
            return entries.stream().map(ZipEntry::getName).toList();
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Returns the entries of an archive; checks them by its directory alone. */
    private static List<? extends ZipEntry> checked(ZipFile zip, long archiveBytes, Path folder) throws IOException {
        if (zip.size() > Bundle.MAX_ENTRIES) {
            throw new IOException(
                    "it has " + zip.size() + " entries, and a bundle has " + Bundle.MAX_ENTRIES + " at most");
        }
        List<? extends ZipEntry> entries = Collections.list(zip.entries());
        Set<String> names = new HashSet<>();
        long bytes = 0;
        for (ZipEntry entry : entries) {
            String name = entry.getName();
            if (name.length() > MAX_NAME || !NAME.matcher(name).matches() || !names.add(name)) {
                throw new IOException("it has an entry that no bundle has: "
                        + Archive.name(name.substring(0, Math.min(name.length(), MAX_NAME))));
            }
            long limit = limit(name);
            if (entry.getSize() < 0 || entry.getSize() > limit) {
                throw new IOException(
                        name + " has " + entry.getSize() + " bytes, and in a bundle it has " + limit + " at most");
            }
            bytes += entry.getSize();
        }
        long limit = Math.min(MAX_BYTES, Math.max(MAX_BYTES_OF_ANY_RATIO, MAX_RATIO * archiveBytes));
        if (bytes > limit) {
            throw new IOException(
                    "its files have " + bytes + " bytes, and those of a bundle of its size have " + limit + " at most");
        }
        long free = Files.getFileStore(existing(folder)).getUsableSpace();
        if (bytes > free) {
            throw new IOException(
                    "its files have " + bytes + " bytes, and " + free + " bytes are free in " + existing(folder));
        }
        return entries;
    }

    private static long limit(String name) {
        if (Manifest.UNLISTED.contains(name)) {
            return MAX_MANIFEST_BYTES;
        }
        // All others are read whole.
        return name.endsWith(".hlog") || name.endsWith(ResultFile.PERCENTILES_ENDING) ? MAX_BYTES : TextFile.MAX_BYTES;
    }

    /** Returns the folder, or the one above that exists. */
    private static Path existing(Path folder) {
        Path path = folder.toAbsolutePath().normalize();
        while (!Files.exists(path)) {
            path = Objects.requireNonNull(path.getParent());
        }
        return path;
    }

    private static void extract(ZipFile zip, ZipEntry entry, Path file) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        try (InputStream content = zip.getInputStream(entry);
                var out = Files.newOutputStream(file)) {
            byte[] block = new byte[65_536];
            long left = entry.getSize();
            for (int read = content.read(block); read >= 0; read = content.read(block)) {
                left -= read;
                if (left < 0) {
                    throw new IOException(entry.getName() + " has more bytes than the directory of the archive says");
                }
                out.write(block, 0, read);
            }
        }
    }

    /**
     * Writes the archive of extracted files again, into their folder. Returns the position of the first byte that differs;
     * -1 if none does.
     */
    static long firstDifference(Path archive, Path folder, List<String> names) throws IOException {
        // No file of a bundle has a name that begins with a dot.
        Path again = folder.resolve(".again.zip");
        try (var out = new BufferedOutputStream(Files.newOutputStream(again))) {
            write(folder, names, out);
        }
        return Files.mismatch(archive, again);
    }
}
