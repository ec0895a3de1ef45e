package dev.weir.report.board;

import dev.weir.driver.exception.FailureText;
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

/** Finds the bundles of results. Reads each folder once. Used by one thread. */
public final class BundleFinder {
    private final Map<Path, List<Bundle>> byFolder = new HashMap<>();
    private final Problems problems;

    /** @param problems receives bundles that cannot be read, as warnings */
    public BundleFinder(Problems problems) {
        this.problems = problems;
    }

    /**
     * Returns the bundle of a result: a ZIP file beside it that has an unchanged copy of the result. Of several, a
     * verified one, then the first by its name.
     *
     * @throws IOException if the result cannot be read
     */
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
                read(file).ifPresent(all::add);
            }
        } catch (IOException e) {
            problems.warning(folder.toString(), "cannot be searched for bundles: " + FailureText.of(e));
        }
        all.sort(Comparator.comparing((Bundle bundle) -> !bundle.isVerified()).thenComparing(Bundle::file));
        return all;
    }

    private Optional<Bundle> read(Path file) {
        try {
            return Optional.of(Bundle.read(file));
        } catch (IOException e) {
            problems.warning(file.toString(), "cannot be read as a bundle: " + FailureText.of(e) + "; left out");
            return Optional.empty();
        }
    }
}
