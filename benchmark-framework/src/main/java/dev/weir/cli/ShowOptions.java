package dev.weir.cli;

import dev.weir.clock.SystemClock;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** Options that say how runs are shown and judged. */
final class ShowOptions {
    @Option(names = "--strict", description = "Exit with 3 also if the figures of a run are DEGRADED")
    private boolean strict;

    @Option(
            names = {"-q", "--quiet"},
            description = "No progress and no table: a line for each run, with its outcome and its result file")
    private boolean quiet;

    @Option(
            names = "--no-color",
            description = "No colours on a terminal. The same as to set NO_COLOR in the environment")
    private boolean noColor;

    boolean isStrict() {
        return strict;
    }

    boolean isQuiet() {
        return quiet;
    }

    CampaignDisplay display(PrintWriter out) {
        boolean colors = !noColor && System.getenv("NO_COLOR") == null;
        return new CampaignDisplay(out, SystemClock.INSTANCE, quiet, colors);
    }
}
