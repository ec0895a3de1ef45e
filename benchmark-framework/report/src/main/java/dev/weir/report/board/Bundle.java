package dev.weir.report.board;

import dev.weir.result.FileDigest;
import dev.weir.result.WholeFile;
import dev.weir.result.value.IsoTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;

/**
 * A bundle: a ZIP file that {@code bin/benchmark bundle} made of results.
 *
 * @param contents its files
 * @param isVerified whether its mark has its present SHA-256
 */
public record Bundle(Path file, Set<Content> contents, boolean isVerified) {
    /** Ending of the name of a bundle. */
    public static final String ENDING = ".zip";

    /** More than a bundle of the largest campaign has: six files of each of 10,000 runs. */
    public static final int MAX_ENTRIES = 65_536;

    public Bundle {
        contents = Set.copyOf(contents);
    }

    /** A file, as far as the directory of an archive describes it. */
    record Content(long bytes, long crc) {}

    /**
     * Reads which files are in a bundle, and whether it was verified.
     *
     * @throws IOException if it is no ZIP file, or cannot be read
     */
    static Bundle read(Path file) throws IOException {
        try (var zip = new ZipFile(file.toFile())) {
            if (zip.size() > MAX_ENTRIES) {
                throw new IOException("it has more than " + MAX_ENTRIES + " entries");
            }
            Set<Content> contents = zip.stream()
                    .map(entry -> new Content(entry.getSize(), entry.getCrc()))
                    .collect(Collectors.toSet());
            Path mark = mark(file);
            return new Bundle(
                    file,
                    contents,
                    Files.exists(mark)
                            && Files.readString(mark).strip().split("\\s", 2)[0].equals(FileDigest.of(file)));
        }
    }

    private static Path mark(Path bundle) {
        return Path.of(bundle + ".verified");
    }

    /**
     * Marks a bundle as verified, until it changes: writes its digest beside it, and returns the file.
     *
     * @param nowNanos epoch nanoseconds
     * @throws IOException if a file cannot be read or written
     */
    public static Path markVerified(Path bundle, long nowNanos) throws IOException {
        Path mark = mark(bundle);
        WholeFile.write(mark, FileDigest.of(bundle) + " " + IsoTime.of(nowNanos) + "\n");
        return mark;
    }

    /**
     * Returns whether it has an unchanged copy of a result, under any name.
     *
     * @throws IOException if the result cannot be read
     */
    boolean contains(Path result) throws IOException {
        long bytes = Files.size(result);
        if (contents.stream().noneMatch(content -> content.bytes() == bytes)) {
            return false;
        }
        var crc = new CRC32();
        crc.update(Files.readAllBytes(result));
        return contents.contains(new Content(bytes, crc.getValue()));
    }
}
