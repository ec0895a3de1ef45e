package dev.weir.report.board;

import dev.weir.driver.exception.FailureText;
import dev.weir.result.FileDigest;
import dev.weir.result.WholeFile;
import dev.weir.result.value.IsoTime;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;

/** A ZIP file that {@code bin/benchmark bundle} made of results. It is verified if its mark has its SHA-256. */
public record Bundle(Path file, Set<Content> contents, boolean isVerified) {
    public static final String ENDING = ".zip";

    /** More than a bundle of the largest campaign has: six files of each of 10,000 runs. */
    public static final int MAX_ENTRIES = 65_536;

    public Bundle {
        contents = Set.copyOf(contents);
    }

    /** A file, as far as the directory of an archive describes it. */
    record Content(long bytes, long crc) {}

    static Bundle read(Path file) throws IOException {
        try (var zip = new ZipFile(file.toFile())) {
            if (zip.size() > MAX_ENTRIES) {
                throw new IOException("it has more than " + MAX_ENTRIES + " entries");
            }
            Set<Content> contents = zip.stream()
                    .map(entry -> new Content(entry.getSize(), entry.getCrc()))
                    .collect(Collectors.toSet());
            Path mark = mark(file);
            boolean isVerified = Files.exists(mark)
                    && Files.readString(mark).strip().split("\\s", 2)[0].equals(FileDigest.of(file));
            return new Bundle(file, contents, isVerified);
        }
    }

    private static Path mark(Path bundle) {
        return Path.of(bundle + ".verified");
    }

    /** Marks a bundle as verified, until it changes: writes its digest beside it, and returns the file. */
    public static Path markVerified(Path bundle, long nowNanos) throws IOException {
        Path mark = mark(bundle);
        WholeFile.write(mark, FileDigest.of(bundle) + " " + IsoTime.of(nowNanos) + "\n");
        return mark;
    }

    /** Returns whether it has an unchanged copy of a result, under any name. */
    boolean contains(Path result) throws IOException {
        long bytes = Files.size(result);
        if (contents.stream().noneMatch(content -> content.bytes() == bytes)) {
            return false;
        }
        var crc = new CRC32();
        crc.update(Files.readAllBytes(result));
        return contents.contains(new Content(bytes, crc.getValue()));
    }

    /** Finds the bundles of results. Reads each folder once. Used by one thread. */
    public static final class BundleFinder {
        private final Map<Path, List<Bundle>> byFolder = new HashMap<>();
        private final Problems problems;

        /** @param problems receives bundles that cannot be read, as warnings */
        public BundleFinder(Problems problems) {
            this.problems = problems;
        }

        /** Returns the ZIP file beside a result that has an unchanged copy of it: a verified one, or the first. */
        public Optional<Bundle> of(Path result) throws IOException {
            Path folder = Objects.requireNonNull(result.toAbsolutePath().getParent());
            for (Bundle bundle : byFolder.computeIfAbsent(folder, this::bundles)) {
                if (bundle.contains(result)) {
                    return Optional.of(bundle);
                }
            }
            return Optional.empty();
        }

        private List<Bundle> bundles(Path folder) {
            List<Bundle> all = new ArrayList<>();
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + Bundle.ENDING)) {
                for (Path file : files) {
                    try {
                        all.add(Bundle.read(file));
                    } catch (IOException e) {
                        problems.warning(
                                file.toString(), "cannot be read as a bundle: " + FailureText.of(e) + "; left out");
                    }
                }
            } catch (IOException e) {
                problems.warning(folder.toString(), "cannot be searched for bundles: " + FailureText.of(e));
            }
            all.sort(Comparator.comparing((Bundle bundle) -> !bundle.isVerified())
                    .thenComparing(Bundle::file));
            return all;
        }
    }
}
