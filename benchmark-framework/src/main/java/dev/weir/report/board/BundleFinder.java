package dev.weir.report.board;

import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Finds the bundles of results. Reads each folder once. Used by one thread. */
public final class BundleFinder {
    private final Map<Path, Map<String, Bundle>> byFolder = new HashMap<>();
    private final Problems problems;

    /** @param problems receives bundles that cannot be read, as warnings */
    public BundleFinder(Problems problems) {
        this.problems = problems;
    }

    /**
     * Returns the bundle of a result: a ZIP file beside it whose name begins with that of the result, or that contains a
     * file of its name.
     */
    public Optional<Bundle> of(Path result) {
        Path folder = Objects.requireNonNull(result.toAbsolutePath().getParent());
        return Optional.ofNullable(
                byFolder.computeIfAbsent(folder, this::bundles).get(String.valueOf(result.getFileName())));
    }

    private Map<String, Bundle> bundles(Path folder) {
        List<Bundle> all = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.zip")) {
            for (Path file : files) {
                read(file).ifPresent(all::add);
            }
        } catch (IOException e) {
            problems.warning(folder.toString(), "cannot be searched for bundles: " + e.getMessage());
        }
        Map<String, Bundle> byResult = new HashMap<>();
        all.forEach(bundle -> bundle.named().forEach(name -> byResult.putIfAbsent(name, bundle)));
        all.forEach(bundle -> bundle.names().forEach(name -> byResult.putIfAbsent(name, bundle)));
        return byResult;
    }

    private Optional<Bundle> read(Path file) {
        try {
            return Optional.of(Bundle.read(file));
        } catch (IOException e) {
            problems.warning(file.toString(), "cannot be read as a bundle: " + e.getMessage() + "; left out");
            return Optional.empty();
        }
    }
}
