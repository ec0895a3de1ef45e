package dev.weir.cli;

import dev.weir.cli.output.BoardSite;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.output.ReportPage;
import dev.weir.cli.output.ResultFiles;
import dev.weir.cli.process.ExitStatus;
import dev.weir.cli.run.ResultNames;
import dev.weir.clock.SystemClock;
import dev.weir.report.ResultsCsv;
import dev.weir.report.html.HtmlReport;
import dev.weir.report.html.chart.View;
import dev.weir.result.WholeFile;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.text.NumberText;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "report",
        sortOptions = false,
        description =
                "Write one result, several results side by side, or a campaign as one self-contained HTML file, or"
                        + " as a CSV table. A run writes this page by itself as RESULT.html, a campaign as index.html. With"
                        + " --site, write a static site of all results in a folder and the folders below it: its page ranks"
                        + " results of equal workload and durability, and filters them by system, version, durability, hosts,"
                        + " client and outcome. The command also reads results of OMB.",
        exitCodeList = {
            ExitStatus.HELP_BAD_INPUT,
            ExitStatus.FAILED + ":failed; with --site, some files could not be read, and the site has all others",
            ExitStatus.HELP_OK
        },
        footer = {
            "",
            "Views:",
            "  throughput    achieved and target rate over time",
            "  latency       publish and end-to-end latencies over time",
            "  quantiles     latency by percentile, response beside service time",
            "  backlog       messages that wait, over time: how a backlog is built and drained",
            "  drives        what the brokers' drives write per second, over time",
            "  rate-latency  latency by achieved rate, run by run or of a search",
            "  target        achieved by target rate, run by run",
            "  sweep         latency by what the runs differ in: producers, message size, keys and so on",
            "",
            "Examples:",
            "  bin/benchmark report results/quickstart-embedded-2026-11-20-14-54-56.json",
            "      writes the page beside the result, under its name",
            "  bin/benchmark report -o both.html kafka.json redpanda.json",
            "      two runs side by side, with what their files differ in",
            "  bin/benchmark report results/ladder-2026-11-21-10-00-00",
            "      a campaign, by its folder",
            "  bin/benchmark report --view sweep -o producers.html results/producers-2026-11-21-10-00-00",
            "      one figure: latency by number of producers",
            "  bin/benchmark report --csv results",
            "      the results of a folder as a table",
            "  bin/benchmark report --site site results",
            "      a site of all results; copy it to any web server, or open its index.html"
        })
final class ReportCommand extends ConsoleCommand {
    @Parameters(
            paramLabel = "RESULT",
            arity = "1..*",
            description = "Result files, or the folder of one campaign; with --csv, folders with result files; with"
                    + " --site, one folder")
    private List<Path> results = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The page (default: RESULT.html beside a single result, index.html in a campaign's folder,"
                    + " report.html in the working directory for several results). An existing file is replaced")
    private @Nullable Path output;

    @Option(
            names = "--csv",
            description = "Write no page, but a CSV table with a row for each result (default: results-TIME.csv). An"
                    + " existing file is not replaced")
    private boolean isCsv;

    @Option(names = "--view", paramLabel = "NAME", description = "Write only the charts of this view")
    private @Nullable String view;

    @Option(
            names = "--drive-limit",
            paramLabel = "MIB",
            description =
                    "Maximum throughput of a drive of the brokers, MiB per second, for a line in the chart drives")
    private @Nullable Double driveLimit;

    @Option(
            names = "--site",
            paramLabel = "FOLDER",
            description = "Write a site of all results in RESULT, a folder. FOLDER is created if it does not exist")
    private @Nullable Path site;

    @Option(
            names = "--pages",
            paramLabel = "WHICH",
            description = "Pages of results that --site writes: new, those that are missing or whose results have"
                    + " changed (default); all, for example after an update of Weir; none, so that it links to those"
                    + " that it has")
    private @Nullable String pages;

    @Override
    public Integer call() throws IOException {
        var problems = new Problems();
        if (site != null) {
            return writeSite(site, problems);
        }
        if (pages != null) {
            problems.error("--pages", "needs --site");
        }
        if (isCsv) {
            return writeCsv(problems);
        }
        Optional<View> only = view(problems);
        Optional<ReportPage> read = ReportPage.read(results, driveLimit(problems), problems);
        Optional<Path> page = Optional.ofNullable(output).or(() -> read.map(ReportPage::file));
        page.ifPresent(file -> ReportPage.check("-o", file, problems));
        problems.throwIfAny();
        HtmlReport report = read.orElseThrow().report();
        only.filter(each -> !report.views().contains(each))
                .ifPresent(each -> problems.error("--view", emptyView(each, report)));
        problems.throwIfAny();
        printWarnings(problems);
        report.write(only, page.orElseThrow());
        out().println(page.orElseThrow());
        return ExitStatus.OK;
    }

    /** Writes the table into the named file, or into a new one that is named as in OMB. */
    private int writeCsv(Problems problems) {
        if (view != null || driveLimit != null) {
            problems.error("--csv", "writes a table without charts: leave out --view and --drive-limit");
        }
        String asOmb = "results-" + SystemClock.INSTANCE.epochNanos() / 1_000_000_000;
        Path table = Optional.ofNullable(output)
                .orElseGet(() -> ResultNames.free(Path.of(""), asOmb, ".csv", Files::exists));
        if (Files.exists(table)) {
            problems.error("-o", table + " exists: name another file, or move it away");
        }
        Path into = table.toAbsolutePath().getParent();
        if (into != null && !Files.isDirectory(into)) {
            problems.error("-o", "must be in a folder that exists, got " + table);
        }
        List<StoredResult> rows = new ArrayList<>();
        for (Path path : results) {
            if (Files.isDirectory(path)) {
                rows.addAll(ResultFiles.readFolder(path, "RESULT", problems));
            } else {
                StoredResult.read(path, problems).ifPresent(rows::add);
            }
        }
        if (rows.isEmpty() && problems.errors().isEmpty()) {
            problems.error(results.get(0).toString(), "there is no result file in this folder");
        }
        problems.throwIfAny();
        WholeFile.write(table, String.join("\n", ResultsCsv.lines(rows)) + "\n");
        printWarnings(problems);
        out().println(table);
        return ExitStatus.OK;
    }

    private int writeSite(Path into, Problems problems) throws IOException {
        if (isCsv || output != null || view != null || driveLimit != null) {
            problems.error("--site", "cannot be combined with --csv, -o, --view and --drive-limit");
        }
        Path folder = results.get(0);
        if (results.size() > 1 || !Files.isDirectory(folder)) {
            problems.error("--site", "needs one folder with result files, got " + results);
        }
        if (Files.exists(into) && !Files.isDirectory(into)) {
            problems.error("--site", "must be the folder of the site, got the file " + into);
        }
        Optional<BoardSite.Pages> which = BoardSite.Pages.of(pages == null ? "new" : pages);
        if (which.isEmpty()) {
            problems.error("--pages", "must be one of new, all, none, got " + pages);
        }
        problems.throwIfAny();
        var board = new BoardSite(folder, into, which.orElseThrow(), problems);
        ResultFiles.readAllBelow(folder, board::add, problems);
        if (board.results() == 0) {
            problems.warnings().forEach(problems::error);
            problems.error("--site", "there is no result file in " + folder + " or below it");
            problems.throwIfAny();
        }
        Path page = board.write();
        printWarnings(problems);
        out().println(page + ": " + NumberText.counted(board.results(), "result"));
        return problems.warnings().isEmpty() ? ExitStatus.OK : ExitStatus.FAILED;
    }

    private Optional<View> view(Problems problems) {
        Optional<View> known = Optional.ofNullable(view).flatMap(View::of);
        if (view != null && known.isEmpty()) {
            String all = Stream.of(View.values()).map(View::key).collect(Collectors.joining(", "));
            problems.error("--view", "must be one of " + all + ", got " + view);
        }
        return known;
    }

    private OptionalDouble driveLimit(Problems problems) {
        if (driveLimit == null) {
            return OptionalDouble.empty();
        }
        if (!(driveLimit > 0 && Double.isFinite(driveLimit))) {
            problems.error("--drive-limit", "must be above 0 and finite, got " + driveLimit);
        }
        return OptionalDouble.of(driveLimit);
    }

    private static String emptyView(View view, HtmlReport report) {
        String views = report.views().stream().map(View::key).collect(Collectors.joining(", "));
        return "these results contain no data about " + view.key() + " (" + view.meaning() + ")"
                + (views.isEmpty() ? ", nor of any other view" : "; they have " + views);
    }
}
