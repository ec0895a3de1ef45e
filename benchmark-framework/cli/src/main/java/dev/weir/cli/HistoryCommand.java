package dev.weir.cli;

import dev.weir.cli.option.FormOptions;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.output.ReportPage;
import dev.weir.cli.output.ResultFiles;
import dev.weir.cli.process.ExitStatus;
import dev.weir.report.compare.MeasuredRun;
import dev.weir.report.history.FigureHistory;
import dev.weir.report.history.History;
import dev.weir.report.history.HistoryFormat;
import dev.weir.report.history.HistoryRules;
import dev.weir.report.history.HistoryTable;
import dev.weir.report.html.HistoryPage;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "history",
        sortOptions = false,
        description = {
            "Report when figures of repeated runs changed, and with which version. The runs are the result files of"
                    + " Weir or OMB in a folder and in all folders below it. Runs with the same workload, system and"
                    + " settings are a series, in the order in which they began."
        },
        exitCodeList = {
            ExitStatus.HELP_BAD_INPUT,
            ExitStatus.THRESHOLD_MISSED + ":with --fail-on-regression, a figure is worse than before or missing",
            ExitStatus.NOT_JUDGED + ":with --fail-on-regression, a figure has too few runs to find a change",
            ExitStatus.HELP_OK
        },
        footer = {
            "",
            "Examples:",
            "  bin/benchmark history results/nightly",
            "  bin/benchmark history results/nightly --html history.html",
            "  bin/benchmark history results/nightly --fail-on-regression --format markdown > comment.md"
        })
final class HistoryCommand extends ConsoleCommand {
    @Parameters(paramLabel = "FOLDER", arity = "1", description = "The folder with the results")
    private Path folder = Path.of("");

    @Option(
            names = "--figure",
            paramLabel = "FIGURE",
            split = ",",
            description = "The figures to follow, such as achievedRate,publishResponse.p99.9 (default: those by which "
                    + "compare decides: achievedRate and endToEndResponse.p99)")
    private List<String> figures = List.of();

    @Option(
            names = "--step",
            paramLabel = "PERCENT",
            defaultValue = "3",
            description = "The smallest step that you want to find within 5 runs. If runs vary too much for that, the "
                    + "first lines report it (default: 3)")
    private double stepPercent;

    @Option(
            names = "--least",
            paramLabel = "PERCENT",
            defaultValue = "1",
            description = "Smaller changes count neither as better nor as worse (default: 1)")
    private double leastPercent;

    @Option(
            names = "--differs",
            paramLabel = "FIELD",
            split = ",",
            description = "Fields of workloads and drivers that may differ within a series, such as linger.ms")
    private Set<String> differs = Set.of();

    @Option(
            names = "--fail-on-regression",
            description =
                    "Exit with 99 if the last change that counts made a figure worse, or if the latest run does not "
                            + "have the figure; with 98 if a figure has too few runs to find a change")
    private boolean failOnRegression;

    @Mixin
    private FormOptions form = new FormOptions();

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also write a page with a chart of each figure. An existing file is replaced")
    private @Nullable Path html;

    @Override
    public Integer call() {
        var problems = new Problems();
        HistoryRules rules = rules(problems);
        if (html != null) {
            ReportPage.check("--html", html, problems);
        }
        problems.throwIfAny();
        List<StoredResult> results = ResultFiles.readTree(folder, problems);
        problems.throwIfAny();
        printWarnings(problems);
        History history = History.of(results, rules);
        if (history.series().isEmpty()) {
            problems.error(
                    folder.toString(), "has no run that can be used; left out: " + HistoryFormat.leftOut(history));
            problems.throwIfAny();
        }
        form.lines(
                        () -> HistoryFormat.text(history),
                        () -> HistoryFormat.markdown(history),
                        () -> HistoryTable.csv(history),
                        () -> HistoryTable.json(history))
                .forEach(out()::println);
        if (html != null) {
            HistoryPage.write(history, html);
            err().println("page: " + html);
        }
        return failOnRegression ? status(history) : ExitStatus.OK;
    }

    private static int status(History history) {
        if (!history.in(FigureHistory.State.WORSE).isEmpty()
                || !history.in(FigureHistory.State.MISSING).isEmpty()) {
            return ExitStatus.THRESHOLD_MISSED;
        }
        return history.in(FigureHistory.State.UNKNOWN).isEmpty() ? ExitStatus.OK : ExitStatus.NOT_JUDGED;
    }

    private HistoryRules rules(Problems problems) {
        if (!(stepPercent > 0 && stepPercent <= 100)) {
            problems.error("--step", "must be in (0, 100], got " + stepPercent);
        }
        if (!(leastPercent >= 0 && leastPercent <= 100)) {
            problems.error("--least", "must be in [0, 100], got " + leastPercent);
        }
        return new HistoryRules(
                MeasuredRun.figures("--figure", figures, problems), stepPercent / 100, leastPercent / 100, differs);
    }
}
