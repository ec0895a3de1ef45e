package dev.weir.cli.output;

import dev.weir.report.html.tag.ReportName;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.workload.yaml.Problems;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Writes the default pages of runs and campaigns beside their results. A problem with a page does not fail a run: it is
 * shown as a line, and {@code report} can make the page later.
 */
public record ReportPages(PrintWriter err) {
    public Optional<Path> ofResult(Path result) {
        return written(
                ReportName.besideResult(result),
                problems -> ReportInputs.read(List.of(result), OptionalDouble.empty(), problems));
    }

    public Optional<Path> ofCampaign(CampaignIndex index, Path folder) {
        return written(
                folder.resolve(ReportName.OF_CAMPAIGN),
                problems -> ReportInputs.of(index, folder, OptionalDouble.empty(), problems));
    }

    private Optional<Path> written(Path page, Function<Problems, Optional<ReportInputs>> inputs) {
        var problems = new Problems();
        String why;
        try {
            Optional<ReportInputs> read = inputs.apply(problems);
            if (read.isPresent()) {
                read.get().report().write(Optional.empty(), page);
                return Optional.of(page);
            }
            why = problems.errors().get(0).message();
        } catch (RuntimeException e) {
            // Any failure: the result exists, and the remaining runs are more important than this page.
            why = e.toString();
        }
        err.println(page + " was not written: " + why);
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
