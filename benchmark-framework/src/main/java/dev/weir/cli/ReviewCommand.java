package dev.weir.cli;

import dev.weir.cli.output.ComparedResults;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.process.ExitStatus;
import dev.weir.report.compare.ComparedPoint;
import dev.weir.report.compare.MatchedRuns;
import dev.weir.report.compare.PromiseLines;
import dev.weir.report.review.Review;
import dev.weir.report.review.ReviewTable;
import dev.weir.report.review.ReviewText;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reviews results before they are compared. */
@Command(
        name = "review",
        sortOptions = false,
        customSynopsis = {"benchmark review [OPTIONS] RESULT...", "benchmark review [OPTIONS] A... -- B..."},
        description = {
            "Check results that are to be shown together for known mistakes of benchmarks, such as differing "
                    + "durability, a single run or a saturated client. Results are files of Weir or OMB, folders of "
                    + "them, or patterns of their names. Runs with the same driver, settings and version are one "
                    + "system; with --, each side is one."
        },
        exitCodeList = {
            ExitStatus.HELP_BAD_INPUT,
            ExitStatus.THRESHOLD_MISSED + ":a rule refuses the results",
            ExitStatus.OK + ":no rule does"
        },
        footer = {
            "",
            "Examples:",
            "  bin/benchmark review results/systems-2026-11-21-10-00-00",
            "  bin/benchmark review results/before -- results/after --differs linger.ms",
            "  bin/benchmark explain RUNS_LEFT_OUT"
        })
final class ReviewCommand extends ConsoleCommand {
    private static final String SEPARATOR = "--";

    @Parameters(paramLabel = "RESULT", arity = "0..*", description = "Results, or those of the first side")
    private List<String> results = List.of();

    @Option(names = SEPARATOR, paramLabel = "B", arity = "1..*", hidden = true, description = "The other side")
    private List<String> others = List.of();

    @Option(
            names = "--differs",
            paramLabel = "FIELD",
            split = ",",
            description = "Fields of workloads and drivers, and items of the durability, that are meant to differ")
    private Set<String> differs = Set.of();

    @Option(names = "--json", description = "Print a JSON document with all rules")
    private boolean json;

    /** The sign that elsewhere ends the options begins the other side here, and options may follow. */
    static CommandLine commandLine() {
        return new CommandLine(new ReviewCommand()).setEndOfOptionsDelimiter("\0");
    }

    @Override
    public Integer call() {
        var problems = new Problems();
        if (results.isEmpty()) {
            problems.error("review", "needs results: files, folders, or quoted patterns of file names");
        }
        problems.throwIfAny();
        Review review = Review.of(points(problems), differs);
        printWarnings(problems);
        if (json) {
            out().println(ReviewTable.json(review));
        } else {
            PromiseLines.ofPoints(review.points()).forEach(out()::println);
            ReviewText.lines(review).forEach(out()::println);
        }
        return review.isRefused() ? ExitStatus.THRESHOLD_MISSED : ExitStatus.OK;
    }

    private List<ComparedPoint> points(Problems problems) {
        List<StoredResult> first = ComparedResults.read(others.isEmpty() ? "review" : "A", results, problems);
        List<StoredResult> second = others.isEmpty() ? List.of() : ComparedResults.read("B", others, problems);
        ComparedResults.check(List.of(first, second), problems);
        problems.throwIfAny();
        List<ComparedPoint> points = others.isEmpty()
                ? ComparedPoint.of(first)
                : ComparedPoint.ofPairs(MatchedRuns.pairs(first, second, problems));
        problems.throwIfAny();
        return points;
    }
}
