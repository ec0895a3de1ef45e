package dev.weir.cli.output;

import dev.weir.report.html.HtmlReport;
import dev.weir.report.html.tag.PageLink;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.CampaignIndex.IndexedRun;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** A page of results, and its file if no option names one. */
public record ReportPage(HtmlReport report, Path file) {
    /** Reads result files, or the folder of a campaign; empty if something cannot be read. */
    public static Optional<ReportPage> read(List<Path> paths, OptionalDouble driveLimit, Problems problems) {
        Path first = paths.get(0);
        if (paths.size() == 1 && (Files.isDirectory(first) || first.endsWith(CampaignIndex.FILE))) {
            Path folder = Files.isDirectory(first) ? first : first.resolveSibling("");
            return CampaignIndex.read(folder, problems).flatMap(index -> of(index, folder, driveLimit, problems));
        }
        if (paths.stream().anyMatch(Files::isDirectory)) {
            problems.error("RESULT", "must be result files or one folder, got a folder among others");
            return Optional.empty();
        }
        List<StoredResult> results = new ArrayList<>();
        paths.forEach(path -> StoredResult.read(path, problems).ifPresent(results::add));
        if (results.size() < paths.size() || !canDraw(driveLimit, results.size(), problems)) {
            return Optional.empty();
        }
        Path page = results.size() == 1 ? PageLink.besideResult(first) : Path.of("report.html");
        return Optional.of(new ReportPage(HtmlReport.of(results, driveLimit), page));
    }

    private static boolean canDraw(OptionalDouble driveLimit, int runs, Problems problems) {
        boolean can = driveLimit.isEmpty() || runs <= HtmlReport.MAX_RUNS_WITH_DRIVES;
        if (!can) {
            problems.error(
                    "--drive-limit",
                    "is for the page of at most " + HtmlReport.MAX_RUNS_WITH_DRIVES + " results, got " + runs
                            + ": drives of more are not drawn");
        }
        return can;
    }

    /** Creates the report of a campaign so far. Unreadable results, for example moved files, become warnings. */
    static Optional<ReportPage> of(CampaignIndex index, Path folder, OptionalDouble driveLimit, Problems problems) {
        List<StoredResult> results = new ArrayList<>();
        for (IndexedRun run : index.runs()) {
            var ofRun = new Problems();
            run.resultIn(folder).flatMap(file -> StoredResult.read(file, ofRun)).ifPresent(results::add);
            ofRun.errors().forEach(problems::warning);
        }
        if (results.isEmpty()) {
            problems.error(folder.toString(), "has no result yet");
            return Optional.empty();
        }
        if (!canDraw(driveLimit, results.size(), problems)) {
            return Optional.empty();
        }
        return Optional.of(new ReportPage(
                HtmlReport.ofCampaign(index.campaign(), index.runs().size(), results, driveLimit),
                folder.resolve(PageLink.OF_CAMPAIGN)));
    }

    /** Writes the page of a result beside it, as {@link #written}. */
    public static Optional<Path> written(Path result, PrintWriter err) {
        return written(
                PageLink.besideResult(result),
                problems -> read(List.of(result), OptionalDouble.empty(), problems),
                err);
    }

    /** Writes the page of a campaign into its folder, as {@link #written}. */
    static Optional<Path> written(CampaignIndex index, Path folder, PrintWriter err) {
        return written(
                folder.resolve(PageLink.OF_CAMPAIGN),
                problems -> of(index, folder, OptionalDouble.empty(), problems),
                err);
    }

    /**
     * Writes a page. A problem with it does not fail a run: it is shown as a line, and {@code report} can make the page
     * later.
     */
    private static Optional<Path> written(Path file, Function<Problems, Optional<ReportPage>> read, PrintWriter err) {
        var problems = new Problems();
        String why;
        try {
            Optional<ReportPage> page = read.apply(problems);
            if (page.isPresent()) {
                page.get().report().write(Optional.empty(), file);
                return Optional.of(file);
            }
            why = problems.errors().get(0).message();
        } catch (RuntimeException e) {
            // Any failure: the result exists, and the remaining runs are more important than this page.
            why = e.toString();
        }
        err.println(file + " was not written: " + why);
        return Optional.empty();
    }

    /** Checks in advance whether a page can be written. */
    public static void check(String option, Path page, Problems problems) {
        Path folder = page.toAbsolutePath().getParent();
        if (Files.isDirectory(page) || page.toString().endsWith(".json")) {
            problems.error(option, "must be the file of a page, such as report.html, got " + page);
        } else if (folder != null && !Files.isDirectory(folder)) {
            problems.error(option, "must be in a folder that exists, got " + page);
        }
    }
}
