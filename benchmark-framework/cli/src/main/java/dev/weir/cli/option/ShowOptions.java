package dev.weir.cli.option;

import dev.weir.cli.output.CampaignDisplay;
import dev.weir.cli.output.JunitFile;
import dev.weir.cli.output.LivePage;
import dev.weir.cli.output.OmbLog;
import dev.weir.clock.SystemClock;
import dev.weir.live.Telemetry;
import dev.weir.report.RunLine;
import dev.weir.report.RunTable;
import dev.weir.report.compare.ComparisonFormat;
import dev.weir.result.RunResult;
import dev.weir.result.document.DocumentReader;
import dev.weir.workload.yaml.Problems;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options about display, output files and judgement of runs. */
public final class ShowOptions {
    private static final String TEXT = "text";
    private static final String JSON = "json";
    private static final String MARKDOWN = "markdown";

    @Option(
            names = "--strict",
            description =
                    "Exit with 3 also if the figures of a run are DEGRADED. With several systems, also exit with 2 if"
                            + " their files differ, and with 3 if the runs reveal that the systems differ. --differs"
                            + " names fields that may differ")
    private boolean strict;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print one line for each run, with its outcome and its result file: no progress and no table")
    private boolean quiet;

    @Option(
            names = "--verbose",
            description =
                    "Print all details in the closing tables: notes, the audit's thresholds, everything about durability,"
                            + " metrics of the clients. In a campaign, also print a closing table of each run")
    private boolean verbose;

    @Option(names = "--no-color", description = "No colours on a terminal, as with NO_COLOR in the environment")
    private boolean noColor;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Also write the outcomes of runs and thresholds as a JUnit XML file, for CI systems")
    private @Nullable Path junit;

    @Option(
            names = "--format",
            paramLabel = "FORM",
            defaultValue = TEXT,
            description =
                    "text, json or markdown. With json or markdown, print a summary of the runs on standard output"
                            + " when they are over; all other texts then go to standard error (default: ${DEFAULT-VALUE})")
    private String format = TEXT;

    @Mixin
    private LogOptions log = new LogOptions();

    @Option(
            names = "--live",
            description = "Serve a page with the figures of the current run at 127.0.0.1, and print its address")
    private boolean live;

    @Mixin
    private MetricsOptions metrics = new MetricsOptions();

    public boolean isStrict() {
        return strict;
    }

    public boolean isQuiet() {
        return quiet;
    }

    /**
     * Checks the options before anything starts.
     *
     * @param resumes whether runs of an earlier command count too
     */
    public void check(boolean resumes, Problems problems) {
        log.check(problems);
        if (!isText() && log.isOmb()) {
            problems.error(
                    "--format",
                    "cannot be used with --log-format omb: both print on standard output; remove one, or unset"
                            + " WEIR_LOG_FORMAT");
        }
        if (junit != null && resumes) {
            problems.error(
                    "--junit",
                    "cannot be used with --resume, because the file would lack the runs that are already done;"
                            + " remove --junit");
        }
        if (!List.of(TEXT, JSON, MARKDOWN).contains(format)) {
            problems.error("--format", "must be text, json or markdown, got " + format);
        }
        if (quiet && verbose) {
            problems.error("--verbose", "has no effect beside --quiet; remove one of them");
        }
        if (junit != null && Files.isDirectory(junit)) {
            problems.error("--junit", "must be a file, got the folder " + junit);
        }
    }

    private boolean isText() {
        return format.equals(TEXT);
    }

    public PrintWriter out(CommandLine command) {
        return isText() && !log.isOmb() ? command.getOut() : command.getErr();
    }

    public void sumUp(Supplier<List<RunLine>> runs, CommandLine command) {
        if (!isText()) {
            command.getOut().println(format.equals(JSON) ? json(runs.get()) : markdown(runs.get()));
        }
        command.getOut().flush();
    }

    public void write(List<RunResult> results) {
        if (junit != null) {
            JunitFile.write(results, strict, junit);
        }
    }

    public Optional<LivePage> showPage() {
        return live ? Optional.of(new LivePage(SystemClock.INSTANCE)) : Optional.empty();
    }

    public Optional<Telemetry> startMetrics(Problems problems) {
        Optional<Telemetry> telemetry = metrics.start(problems);
        telemetry.ifPresent(each -> each.ready(true));
        return telemetry;
    }

    public CampaignDisplay display(PrintWriter out, PrintWriter err) {
        boolean colors = !noColor && System.getenv("NO_COLOR") == null;
        return new CampaignDisplay(out, err, SystemClock.INSTANCE, quiet, verbose, colors, !log.isOmb());
    }

    public Optional<OmbLog> ombLog(CommandLine command) {
        return log.isOmb() ? Optional.of(new OmbLog(command.getOut(), SystemClock.INSTANCE)) : Optional.empty();
    }

    /** Formats a summary for scripts; {@code docs/running.md} describes the fields. */
    private static String json(List<RunLine> runs) {
        return DocumentReader.pretty(
                Map.of("runs", runs.stream().map(RunLine::fields).toList()));
    }

    /** Formats a summary for a page, such as a comment of a CI system. */
    private static String markdown(List<RunLine> runs) {
        List<String> lines = new ArrayList<>();
        for (List<String> row : RunTable.rows(runs)) {
            lines.add(
                    row.stream().map(ComparisonFormat::escapedMarkdown).collect(Collectors.joining(" | ", "| ", " |")));
        }
        lines.add(1, "|--:|---|--:|--:|--:|--:|---|");
        lines.add("");
        lines.add(RunTable.latencies(runs));
        return String.join("\n", lines);
    }
}
