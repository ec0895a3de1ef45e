package dev.weir.cli.output;

import dev.weir.driver.exception.FailureText;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.CampaignIndex.IndexedRun;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import dev.weir.workload.yaml.Problems.InputException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Finds and reads result files by the names that a person gives. */
public final class ResultFiles {
    private static final String FOLDER = "FOLDER";

    private static final String PATTERN_SIGNS = "*?[{";
    private static final String OF_SEARCH = ".search";
    /** Ten times the runs of the largest campaign. */
    private static final int MAX_FILES = 100_000;

    private ResultFiles() {}

    /**
     * Reads files, the files of folders, and files that match a pattern which no shell has resolved.
     *
     * @param problems receives missing and unreadable files as errors, in folders as warnings
     */
    public static List<StoredResult> read(List<String> names, Problems problems) {
        List<StoredResult> results = new ArrayList<>();
        for (String name : names) {
            Path path = Path.of(name);
            if (Files.isDirectory(path)) {
                List<StoredResult> ofFolder = readCampaignOrFolder(path, name, problems);
                if (ofFolder.isEmpty() && problems.errors().isEmpty()) {
                    problems.error(name, "there is no result file in this folder");
                }
                results.addAll(ofFolder);
            } else if (Files.exists(path) || name.chars().noneMatch(c -> PATTERN_SIGNS.indexOf(c) >= 0)) {
                StoredResult.read(path, problems).ifPresent(results::add);
            } else {
                fitting(path, problems)
                        .forEach(file -> StoredResult.read(file, problems).ifPresent(results::add));
            }
        }
        return results;
    }

    /**
     * Reads the results of a folder and of all folders below it. Runs of searches are left out, because each has a rate
     * of its own.
     *
     * @param problems receives skipped files as warnings, or why the folder cannot be read
     */
    public static List<StoredResult> readTree(Path folder, Problems problems) {
        if (!Files.isDirectory(folder)) {
            problems.error(FOLDER, "must be a folder with result files, got " + folder);
            return List.of();
        }
        List<StoredResult> results = new ArrayList<>();
        var ofFolders = new Problems();
        walk(folder, path -> path.getFileName().toString().endsWith(OF_SEARCH), problems).stream()
                .map(file -> Objects.requireNonNull(file.getParent()))
                .distinct()
                .sorted()
                .flatMap(path -> readCampaignOrFolder(path, FOLDER, ofFolders).stream())
                .filter(result -> isWhole(result, problems))
                .forEach(results::add);
        Stream.of(ofFolders.warnings(), ofFolders.errors())
                .flatMap(List::stream)
                .forEach(problems::warning);
        if (results.isEmpty() && problems.errors().isEmpty()) {
            problems.error(FOLDER, "there is no result file in " + folder + " and the folders below it");
        }
        return results;
    }

    private static List<StoredResult> readCampaignOrFolder(Path folder, String option, Problems problems) {
        return Files.exists(folder.resolve(CampaignIndex.FILE))
                ? readCampaign(folder, problems)
                : readFolder(folder, option, problems);
    }

    /** Reads the results in the index of a campaign: the first result of a repeated run is in its folder, too. */
    private static List<StoredResult> readCampaign(Path folder, Problems problems) {
        List<IndexedRun> runs =
                CampaignIndex.read(folder, problems).map(CampaignIndex::runs).orElse(List.of());
        List<Path> files =
                runs.stream().flatMap(run -> run.resultIn(folder).stream()).toList();
        if (files.size() < runs.size()) {
            problems.warning(folder.toString(), (runs.size() - files.size()) + " of its runs are not made yet");
        }
        return files.stream()
                .flatMap(file -> StoredResult.read(file, problems).stream())
                .toList();
    }

    /** Reads the results of a folder. Files that cannot be read become warnings. */
    public static List<StoredResult> readFolder(Path folder, String option, Problems problems) {
        List<StoredResult> results = new ArrayList<>();
        readEach(inFolder(folder, option, problems), results::add, problems);
        return results;
    }

    /**
     * Reads the results in a folder and all folders below it, one after the other, so that they need not fit into memory
     * together. Without results of searches, whose runs are files of their own, and without discarded runs.
     *
     * @param each receives each result
     * @param problems receives skipped files as warnings
     */
    public static void readAllBelow(Path folder, Consumer<StoredResult> each, Problems problems) {
        Consumer<StoredResult> counting = result -> {
            if (!result.isDiscarded()) {
                each.accept(result);
            }
        };
        readEach(walk(folder, path -> false, problems), counting, problems);
    }

    private static void readEach(List<Path> files, Consumer<StoredResult> each, Problems problems) {
        for (Path file : files) {
            var ofFile = new Problems();
            try {
                StoredResult.read(file, ofFile).ifPresent(each);
            } catch (InputException e) {
                e.problems().forEach(ofFile::error);
            }
            ofFile.errors().forEach(left -> problems.warning(file.toString(), left.message() + "; left out"));
        }
    }

    /** Returns the files of runs in a folder and in all folders below it, in order; folders that cannot be read are left out. */
    private static List<Path> walk(Path folder, Predicate<Path> skipped, Problems problems) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
                    return !path.equals(folder) && skipped.test(path)
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (isOfRun(file)) {
                        found.add(file);
                    }
                    return found.size() > MAX_FILES ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    problems.warning(file.toString(), "cannot be read: " + e + "; left out");
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            problems.warning(folder.toString(), "cannot be read as a whole: " + e);
        }
        return limited(found.stream().sorted().toList(), folder, problems);
    }

    private static List<Path> limited(List<Path> found, Path folder, Problems problems) {
        if (found.size() > MAX_FILES) {
            problems.error(folder.toString(), "has more than " + MAX_FILES + " result files: name a folder with fewer");
            return List.of();
        }
        return found;
    }

    /** Returns whether the histograms of a result can be read. */
    private static boolean isWhole(StoredResult result, Problems problems) {
        try {
            result.latencies();
            return true;
        } catch (InputException e) {
            e.problems().forEach(each -> problems.warning(each.file(), each.message() + "; left out"));
            return false;
        }
    }

    private static List<Path> inFolder(Path folder, String option, Problems problems) {
        if (!Files.isDirectory(folder)) {
            problems.error(option, "must be a folder with result files, got " + folder);
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> found = files.filter(ResultFiles::isOfRun)
                    .limit(MAX_FILES + 1)
                    .sorted()
                    .toList();
            return limited(found, folder, problems);
        } catch (IOException e) {
            problems.error(option, folder + " cannot be read: " + FailureText.of(e));
            return List.of();
        }
    }

    private static List<Path> fitting(Path pattern, Problems problems) {
        List<Path> found = new ArrayList<>();
        try {
            // Labels of drivers begin with a capital, and people type patterns without.
            PathMatcher matcher = pattern.getFileSystem().getPathMatcher("glob:" + lowerCase(pattern.getFileName()));
            try (DirectoryStream<Path> files = Files.newDirectoryStream(
                    pattern.resolveSibling(""), file -> matcher.matches(Path.of(lowerCase(file.getFileName()))))) {
                files.forEach(found::add);
            }
        } catch (IOException | PatternSyntaxException e) {
            problems.error(pattern.toString(), "cannot be looked for: " + FailureText.of(e));
        }
        List<Path> fitting =
                found.stream().filter(ResultFiles::isOfRun).sorted().toList();
        if (fitting.isEmpty()) {
            problems.error(pattern.toString(), "no file matches this pattern");
        }
        return fitting;
    }

    private static String lowerCase(Path name) {
        return name.toString().toLowerCase(Locale.ROOT);
    }

    private static boolean isOfRun(Path file) {
        return file.toString().endsWith(".json")
                // A pipe would never end.
                && (Files.isRegularFile(file) || !Files.exists(file))
                // Not the result of a search; its runs are in a folder beside it.
                && !file.toString().endsWith(".search.json")
                && !file.endsWith(CampaignIndex.FILE);
    }
}
