package dev.weir.cli.output;

import dev.weir.campaign.request.CampaignListener;
import dev.weir.campaign.request.CampaignRun;
import dev.weir.cli.process.ConsoleWriter;
import dev.weir.clock.Clock;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.report.Figures;
import dev.weir.report.Paragraph;
import dev.weir.report.RunLine;
import dev.weir.report.RunSummary;
import dev.weir.report.RunTable;
import dev.weir.report.search.SearchSummary;
import dev.weir.result.RunResult;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.result.search.ProbeKind;
import dev.weir.result.search.SearchResult;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.CampaignIndex.IndexedRun;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;

/**
 * Shows each run's progress, live on a terminal and line by line elsewhere. After a single run it shows the closing
 * table; in a campaign a line for each run, and at the end a table of all.
 */
public final class CampaignDisplay implements CampaignListener {
    /** Set by the start script if standard output is a terminal: its width. */
    private static final String COLUMNS_PROPERTY = "weir.columns";

    private final PrintWriter out;
    private final PrintWriter err;
    private final Clock clock;
    private final boolean quiet;
    private final boolean verbose;
    private final boolean colors;
    private final Optional<Integer> columns;
    private SortedMap<Integer, Duration> estimates = Collections.emptySortedMap();
    private Map<Integer, String> labels = Map.of();
    private int number;

    private long beganNanos;
    private String title = "";
    private Optional<Path> lastResult = Optional.empty();

    private List<RunLine> campaign = List.of();
    /** Files of the finished run, shown when its result is written. */
    private List<String> files = List.of();

    private volatile Optional<LiveDisplay> live = Optional.empty();

    /**
     * Creates the display of one campaign.
     *
     * @param colors on a terminal; elsewhere there are none
     * @param live on a terminal, draws progress in one place; otherwise line by line, as elsewhere
     */
    public CampaignDisplay(
            PrintWriter out,
            PrintWriter err,
            Clock clock,
            boolean quiet,
            boolean verbose,
            boolean colors,
            boolean live) {
        this.out = out;
        this.err = err;
        this.clock = clock;
        this.quiet = quiet;
        this.verbose = verbose;
        this.colors = colors;
        columns = Optional.ofNullable(Integer.getInteger(COLUMNS_PROPERTY)).filter(any -> live);
    }

    /** Sets the runs of a campaign, none if it is a single run, and the estimated durations of those to be made. */
    public void expect(List<IndexedRun> all, SortedMap<Integer, Duration> durations) {
        labels = RunLine.labels(all);
        estimates = durations;
    }

    public void step(String what) {
        if (!quiet) {
            listener("", "").step(what);
        }
    }

    @Override
    public ProgressListener runBegins(CampaignRun run, int runNumber, int count) {
        begin(run);
        return listener(
                labels.isEmpty() ? "" : "run " + runNumber + " of " + count + ": " + labels.getOrDefault(runNumber, ""),
                "about ");
    }

    private void begin(CampaignRun run) {
        if (number != run.number()) {
            number = run.number();
            beganNanos = clock.epochNanos();
        }
    }

    private ProgressListener listener(String begun, String about) {
        clear();
        title = begun;
        if (quiet) {
            return ProgressListener.NONE;
        }
        if (columns.isEmpty()) {
            if (!title.isEmpty()) {
                out.println("\n" + title + left(about));
            }
            return new PlainDisplay();
        }
        var display = new LiveDisplay(out, clock, columns.get(), () -> begun.isEmpty() ? "" : begun + left(about));
        live = Optional.of(display);
        return display;
    }

    /** Returns the estimated time of all remaining runs and the rest of the current one. */
    private String left(String about) {
        Duration ofThis = estimates.getOrDefault(number, Duration.ZERO).minusNanos(clock.epochNanos() - beganNanos);
        Duration left = estimates.tailMap(number + 1).values().stream()
                .reduce(ofThis.isNegative() ? Duration.ZERO : ofThis, Duration::plus);
        return ", " + about + ProgressText.clock(left.toNanos()) + " left in total";
    }

    public void clear() {
        live.ifPresent(LiveDisplay::close);
        live = Optional.empty();
    }

    @Override
    public void runEnds(CampaignRun run, RunResult result) {
        clear();
        if (quiet) {
            files = List.of(result.outcome().name() + "  " + run.resultFile() + missed(run, result));
        } else if (isOneLine()) {
            var line = new RunLine(number, "", StoredResult.of(result.document(), run.resultFile()));
            printColored(String.join("\n", line.lines(title, columns.orElse(Integer.MAX_VALUE))), result.outcome());
        } else {
            out.println();
            List<String> lines = RunSummary.lines(result, run.resultFile(), verbose);
            printColored(lines.get(0), result.outcome());
            lines.subList(1, lines.size()).forEach(out::println);
            out.println();
            files = RunSummary.files(result, run.resultFile());
        }
    }

    /** Returns the missed thresholds with their figures; empty if the run missed none, or measured nothing. */
    private static String missed(CampaignRun run, RunResult result) {
        String missed = StoredResult.of(result.document(), run.resultFile()).missedThresholds().stream()
                .map(ThresholdCheck::sentence)
                .collect(Collectors.joining(", "));
        return missed.isEmpty() || result.throughput().seconds() == 0 ? "" : "  missed " + missed;
    }

    /** Returns a line; on a terminal, broken between words if it is too long. */
    static String wrapped(String line, Optional<Integer> columns) {
        return columns.filter(width -> line.length() > width)
                .map(width -> String.join("\n", Paragraph.lines("", "    ", line, width)))
                .orElse(line);
    }

    /** Returns whether a run is shown as a line: there is no room for closing tables of many runs. */
    private boolean isOneLine() {
        return !labels.isEmpty() && !verbose;
    }

    @Override
    public void resultWritten(Path file) {
        lastResult = Optional.of(file);
        Optional<Path> page = ReportPage.written(file, err);
        files.forEach(out::println);
        page.filter(any -> !quiet && !files.isEmpty()).ifPresent(written -> out.println("report     " + written));
        files = List.of();
    }

    @Override
    public ProgressListener probeBegins(CampaignRun probe, int probeNumber, ProbeKind kind) {
        begin(probe);
        String rate = Figures.rate(probe.workload().producerRate());
        return listener(kind.key() + " " + probeNumber + ": " + rate + " msg/s", "at most about ");
    }

    @Override
    public void probeEnds(RunResult result, String whyNotSustained) {
        clear();
        if (!quiet) {
            String achieved =
                    title + ", achieved " + Figures.rate(result.throughput().achievedMessagesPerSecond()) + ": ";
            String answer = whyNotSustained.isEmpty() ? "sustained" : "not sustained: " + whyNotSustained;
            out.println(wrapped(achieved + answer, columns));
        }
    }

    @Override
    public void searchEnds(SearchResult search) {
        List<String> lines = SearchSummary.lines(search);
        if (quiet || isOneLine()) {
            out.println(lines.get(0));
        } else {
            out.println();
            lines.forEach(out::println);
            out.println();
            files = Stream.concat(
                            Stream.of("search     " + search.file()),
                            search.resultFile().stream().map(file -> "result     " + file))
                    .toList();
        }
    }

    public void campaignEnds(CampaignIndex index, Path folder) {
        Optional<Path> page = ReportPage.written(index, folder, err);
        campaign = RunLine.of(index, folder);
        if (!quiet && !campaign.isEmpty()) {
            out.println();
            RunTable.text(campaign).forEach(out::println);
            page.ifPresent(written -> out.println("\ncampaign   " + written));
            if (index.runs().stream().map(IndexedRun::driver).distinct().count() > 1) {
                out.println("compare    bin/benchmark compare " + folder);
            }
        }
    }

    /** Returns all finished runs; in a campaign after its end. */
    public List<RunLine> runs() {
        return campaign.isEmpty()
                ? lastResult.stream()
                        .flatMap(file -> StoredResult.read(file, new Problems()).stream())
                        .map(result -> new RunLine(1, result.workload().orElse(""), result))
                        .toList()
                : campaign;
    }

    /** Prints a message during runs. Any thread. */
    public void say(String text) {
        String lines = wrapped(text, columns);
        live.ifPresentOrElse(display -> display.interject(lines), () -> System.err.println("\n" + lines));
    }

    /** Prints a text with the first name of its outcome in color, if the terminal has colors. */
    private void printColored(String text, Outcome outcome) {
        int at = text.indexOf(outcome.name());
        if (!colors || columns.isEmpty() || at < 0) {
            out.println(text);
            return;
        }
        String color = switch (outcome) {
            case VALID -> "green";
            case DEGRADED -> "yellow";
            case INVALID, FAILED -> "red";
        };
        out.print(text.substring(0, at));
        ConsoleWriter.control(out, Ansi.ON.string("@|bold," + color + " " + outcome.name() + "|@"));
        out.println(text.substring(at + outcome.name().length()));
    }

    /** Shows progress without a terminal: a line for each step and reporting interval; ticks are too frequent for a log. */
    private final class PlainDisplay implements ProgressListener {
        private Phase phase = Phase.PREPARE;

        @Override
        public void phaseBegins(Phase begun, Optional<Duration> planned) {
            phase = begun;
            planned.ifPresent(duration -> print(begun, "for " + ProgressText.clock(duration.toNanos())));
        }

        @Override
        public void step(String what) {
            print(phase, what);
        }

        @Override
        public void interval(Interval interval, double targetMessagesPerSecond) {
            if (interval.phase().isLoaded()) {
                print(interval.phase(), String.join("   ", ProgressText.parts(interval, targetMessagesPerSecond)));
            }
        }

        private void print(Phase of, String what) {
            out.printf("%-12s %s%n", of.key(), what);
        }
    }
}
