package dev.weir.cli.output;

import dev.weir.report.html.HtmlReport;
import dev.weir.report.html.tag.ReportName;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.IndexedRun;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A report, and its file if no option names one. */
public record ReportInputs(HtmlReport report, Path page) {
    /** Reads result files, or the folder of a campaign; empty if something cannot be read. */
    public static Optional<ReportInputs> read(List<Path> paths, OptionalDouble driveLimit, Problems problems) {
        if (paths.stream().anyMatch(Files::isDirectory)) {
            if (paths.size() == 1) {
                return ofCampaign(paths.get(0), driveLimit, problems);
            }
            problems.error("RESULT", "must be result files or one folder, got a folder among others");
            return Optional.empty();
        }
        if (paths.size() == 1 && paths.get(0).endsWith(CampaignIndex.FILE)) {
            return ofCampaign(paths.get(0).resolveSibling(""), driveLimit, problems);
        }
        List<StoredResult> results = new ArrayList<>();
        paths.forEach(path -> StoredResult.read(path, problems).ifPresent(results::add));
        if (results.size() < paths.size() || !canDraw(driveLimit, results.size(), problems)) {
            return Optional.empty();
        }
        Path page = results.size() == 1 ? ReportName.besideResult(paths.get(0)) : Path.of("report.html");
        return Optional.of(new ReportInputs(HtmlReport.of(results, driveLimit), page));
    }

    private static Optional<ReportInputs> ofCampaign(Path folder, OptionalDouble driveLimit, Problems problems) {
        return CampaignIndex.read(folder, problems).flatMap(index -> of(index, folder, driveLimit, problems));
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
    static Optional<ReportInputs> of(CampaignIndex index, Path folder, OptionalDouble driveLimit, Problems problems) {
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
        return Optional.of(new ReportInputs(
                HtmlReport.ofCampaign(index.campaign(), index.runs().size(), results, driveLimit),
                folder.resolve(ReportName.OF_CAMPAIGN)));
    }
}
