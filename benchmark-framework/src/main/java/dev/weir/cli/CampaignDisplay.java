package dev.weir.cli;

import dev.weir.campaign.CampaignListener;
import dev.weir.campaign.CampaignRun;
import dev.weir.clock.Clock;
import dev.weir.coordinator.ProgressListener;
import dev.weir.report.RunSummary;
import dev.weir.result.RunResult;
import java.io.PrintWriter;
import java.util.Optional;

/** Shows each run's progress, live on a terminal and line by line elsewhere, and its closing table. */
final class CampaignDisplay implements CampaignListener {
    /** Set by the start script where standard output is a terminal: its width. */
    private static final String COLUMNS_PROPERTY = "weir.columns";

    private final PrintWriter out;
    private final Clock clock;
    private Optional<LiveDisplay> live = Optional.empty();

    CampaignDisplay(PrintWriter out, Clock clock) {
        this.out = out;
        this.clock = clock;
    }

    @Override
    public ProgressListener runBegins(CampaignRun run, int number, int count) {
        if (count > 1) {
            out.printf(
                    "%nrun %d of %d: %s on %s%n",
                    number, count, run.workload().name(), run.driver().name());
        }
        int messageSize = run.workload().payload().messageSize();
        Integer columns = Integer.getInteger(COLUMNS_PROPERTY);
        if (columns == null) {
            return new PlainDisplay(out, messageSize);
        }
        var display = new LiveDisplay(out, clock, columns, messageSize);
        live = Optional.of(display);
        return display;
    }

    @Override
    public void runEnds(CampaignRun run, RunResult result) {
        live.ifPresent(LiveDisplay::close);
        out.println();
        RunSummary.lines(result, run.resultFile()).forEach(out::println);
        out.flush();
    }
}
