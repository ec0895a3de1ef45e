package dev.weir.cli.output;

import dev.weir.campaign.CampaignListener;
import dev.weir.campaign.CampaignRun;
import dev.weir.clock.Clock;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.report.Figures;
import dev.weir.report.RunSummary;
import dev.weir.report.SearchSummary;
import dev.weir.result.RunResult;
import dev.weir.result.SearchPoint;
import dev.weir.result.SearchResult;
import dev.weir.result.code.Outcome;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Help.Ansi;

/** Shows each run's progress, live on a terminal and line by line elsewhere, its closing table, and where its page lies. */
public final class CampaignDisplay implements CampaignListener {
    /** Set by the start script where standard output is a terminal: its width. */
    private static final String COLUMNS_PROPERTY = "weir.columns";

    private final PrintWriter out;
    private final ReportPages pages;
    private final Clock clock;
    private final boolean quiet;
    private final boolean verbose;
    private final boolean colors;
    private final Optional<Integer> columns = Optional.ofNullable(Integer.getInteger(COLUMNS_PROPERTY));
    /** Of the run that is over, for when its result is written. */
    private List<String> files = List.of();

    private volatile Optional<LiveDisplay> live = Optional.empty();

    /**
     * For one campaign.
     *
     * @param pages writes those that stand beside results
     * @param quiet only a line for each run
     * @param verbose closing tables tell all
     * @param colors on a terminal; elsewhere there are none
     */
    public CampaignDisplay(
            PrintWriter out, ReportPages pages, Clock clock, boolean quiet, boolean verbose, boolean colors) {
        this.out = out;
        this.pages = pages;
        this.clock = clock;
        this.quiet = quiet;
        this.verbose = verbose;
        this.colors = colors;
    }

    @Override
    public ProgressListener runBegins(CampaignRun run, int number, int count) {
        if (quiet) {
            return new SilentDisplay();
        }
        if (count > 1) {
            out.printf(
                    "%nrun %d of %d: %s on %s%s%n",
                    number,
                    count,
                    run.workload().name(),
                    run.driver().name(),
                    run.place().isDiscarded() ? ", discarded" : "");
        }
        if (columns.isEmpty()) {
            return new PlainDisplay(out);
        }
        var display = new LiveDisplay(out, clock, columns.get());
        live = Optional.of(display);
        return display;
    }

    @Override
    public void runEnds(CampaignRun run, RunResult result) {
        if (quiet) {
            files = List.of(colored(result.outcome()) + "  " + run.resultFile());
        } else {
            live.ifPresent(LiveDisplay::close);
            out.println();
            List<String> lines = RunSummary.lines(result, run.resultFile(), verbose);
            out.println(lines.get(0).replaceFirst(result.outcome().name(), colored(result.outcome())));
            lines.subList(1, lines.size()).forEach(out::println);
            out.println();
            files = RunSummary.files(result, run.resultFile());
        }
        out.flush();
    }

    @Override
    public void resultWritten(Path file) {
        files.forEach(out::println);
        files = List.of();
        pages.ofResult(file).filter(page -> !quiet).ifPresent(page -> out.println("report     " + page));
        out.flush();
    }

    @Override
    public ProgressListener probeBegins(CampaignRun probe, int number, SearchPoint.Kind kind) {
        if (!quiet) {
            out.printf(
                    "%n%s, run %d: %s msg/s%n",
                    kind.key(), number, Figures.rate(probe.workload().producerRate()));
        }
        return runBegins(probe, number, 1);
    }

    @Override
    public void probeEnds(SearchPoint point) {
        if (!quiet) {
            live.ifPresent(LiveDisplay::close);
            out.println(point.sustained() ? "sustained" : "not sustained: " + point.why());
            out.flush();
        }
    }

    @Override
    public void searchEnds(SearchResult search) {
        if (!quiet) {
            out.println();
        }
        List<String> lines = SearchSummary.lines(search);
        lines.subList(0, quiet ? 1 : lines.size()).forEach(out::println);
        if (!quiet) {
            out.println();
            files = List.of("search     " + search.file());
        }
        out.flush();
    }

    /** Says something while runs go on. Any thread. */
    public void say(String text) {
        live.ifPresentOrElse(display -> display.interject(text), () -> System.err.println("\n" + text));
    }

    private String colored(Outcome outcome) {
        if (!colors || columns.isEmpty()) {
            return outcome.name();
        }
        String color = switch (outcome) {
            case VALID -> "green";
            case DEGRADED -> "yellow";
            case INVALID, FAILED -> "red";
        };
        return Ansi.ON.string("@|bold," + color + " " + outcome.name() + "|@");
    }
}
