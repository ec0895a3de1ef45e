package dev.weir.cli.output;

import dev.weir.campaign.request.CampaignListener;
import dev.weir.campaign.request.CampaignRun;
import dev.weir.clock.Clock;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.measure.Counts;
import dev.weir.result.RunResult;
import dev.weir.result.code.Outcome;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.result.omb.OmbLists.OmbLatency;
import dev.weir.result.omb.OmbLists.OmbTotals;
import dev.weir.result.omb.OmbSeries;
import dev.weir.result.search.ProbeKind;
import dev.weir.result.search.SearchResult;
import dev.weir.workload.text.DurationText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * Prints a campaign like OMB's log, which users' scripts parse.
 *
 * <p>The lines are those of OMB's coordinator. As in Redpanda's version of OMB, there is a line of the end-to-end
 * latency, and numbers have three decimals: with the one of other versions, 40 us are 0.0 ms. A latency that was not
 * measured is {@code NaN}, which is a number to Python, Go and JavaScript, but not to patterns of digits. Without
 * publish latencies, those of the publish delay are {@code NaN} too, because some patterns would take them for the
 * former.
 *
 * <p>A search is one run to OMB. Its probes count as warm-up, and print nothing after a confirmation begins to measure.
 */
public final class OmbLog implements CampaignListener {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");
    private static final String BENCHMARK = "Benchmark";
    private static final String GENERATOR = "WorkloadGenerator";

    private final PrintWriter out;
    private final Clock clock;
    /** Whether the part that counts in the result has begun. */
    private boolean measures;

    /** Creates the log of one campaign or worker. Nothing else may write to {@code out}. */
    public OmbLog(PrintWriter out, Clock clock) {
        this.out = out;
        this.clock = clock;
    }

    /** Prints the lines of OMB's worker when it is ready: scripts wait for the name of its HTTP server, Javalin. */
    public void workerIsReady(String host, int port) {
        info("Javalin", "Listening on http://" + host + ":" + port + "/");
        info("Javalin", "Javalin has started \\o/");
    }

    @Override
    public ProgressListener runBegins(CampaignRun run, int number, int count) {
        begins(run);
        return new Lines(run, true);
    }

    @Override
    public ProgressListener probeBegins(CampaignRun probe, int number, ProbeKind kind) {
        if (number == 1) {
            begins(probe);
            printWarmup("");
        }
        return new Lines(probe, kind == ProbeKind.CONFIRMATION);
    }

    @Override
    public void runEnds(CampaignRun run, RunResult result) {
        if (result.outcome() == Outcome.FAILED) {
            failed(result);
        } else {
            succeeded(result, run.resultFile());
        }
    }

    @Override
    public void searchEnds(SearchResult search) {
        search.resultFile().ifPresentOrElse(file -> succeeded(search.stands(), file), () -> failed(search.stands()));
    }

    private void begins(CampaignRun run) {
        measures = false;
        info(
                BENCHMARK,
                "--------------- WORKLOAD : " + run.workload().name() + " --- DRIVER : "
                        + run.system().driver().name() + "---------------");
    }

    private void printWarmup(String length) {
        info(GENERATOR, "----- Starting warm-up traffic" + length + " ------");
    }

    private void failed(RunResult result) {
        line("ERROR " + BENCHMARK + " - Failed to run the workload '"
                + result.workload().name() + "' for driver '"
                + result.driver().name() + "'");
    }

    private void succeeded(RunResult result, Path file) {
        OmbTotals totals = result.document().totals();
        info(
                GENERATOR,
                "----- Aggregated Pub Latency (ms) " + ofRun(totals.publish()) + " | Pub Delay (us)  "
                        + ofRun(delay(totals)));
        info(BENCHMARK, "Writing test result into " + file);
    }

    private void info(String logger, String text) {
        line("INFO " + logger + " - " + text);
    }

    private void line(String text) {
        String time = TIME.format(Instant.ofEpochSecond(0, clock.epochNanos()).atZone(ZoneId.systemDefault()));
        out.println(time + " [main] " + text);
    }

    private static String length(Duration duration) {
        return " (" + DurationText.of(duration) + ")";
    }

    private static OmbLatency<Double> delay(OmbTotals totals) {
        return totals.publish().mean().isPresent() ? totals.publishDelay() : OmbLatency.none();
    }

    private static String ofInterval(OmbLatency<Double> latency) {
        return "avg: " + number(latency.mean()) + " - 50%: " + number(latency.p50()) + " - 99%: "
                + number(latency.p99()) + " - 99.9%: " + number(latency.p999()) + " - Max: " + number(latency.max());
    }

    private static String ofRun(OmbLatency<Double> latency) {
        return "avg: " + number(latency.mean()) + " - 50%: " + number(latency.p50()) + " - 95%: "
                + number(latency.p95()) + " - 99%: " + number(latency.p99()) + " - 99.9%: " + number(latency.p999())
                + " - 99.99%: " + number(latency.p9999()) + " - Max: " + number(latency.max());
    }

    private static String number(Optional<Double> figure) {
        return String.format(Locale.ROOT, "%.3f", figure.orElse(Double.NaN));
    }

    /** Prints the progress of one run. */
    private final class Lines implements ProgressListener {
        private final CampaignRun run;
        private final boolean counts;
        private final OmbSeries series = new OmbSeries();
        private boolean began;

        /** Creates the lines of one run. Its figures count if they may become the result. */
        Lines(CampaignRun run, boolean counts) {
            this.run = run;
            this.counts = counts;
        }

        @Override
        public void phaseBegins(Phase phase, Optional<Duration> planned) {
            if (counts && phase == Phase.WARM_UP) {
                printWarmup(length(run.workload().timing().warmup()));
            } else if (counts && phase.isMeasured() && !began) {
                began = true;
                measures = true;
                String length =
                        run.workload().timing().test().map(OmbLog::length).orElse(" ");
                info(GENERATOR, "----- Starting benchmark traffic" + length + "------");
            }
        }

        @Override
        public void interval(Interval interval, double targetMessagesPerSecond) {
            if (!interval.phase().isLoaded() || (measures && !counts)) {
                return;
            }
            Counts counted = interval.counts();
            double seconds = Math.max(interval.seconds(), 1e-9);
            OmbTotals latencies = series.of(interval);
            info(
                    GENERATOR,
                    String.format(
                            Locale.ROOT,
                            "Pub rate %7.3f msg/s / %.3f MB/s | Pub err %7.3f err/s | Cons rate %7.3f msg/s / %.3f MB/s"
                                    + " | Backlog: %.3f K | Pub Latency (ms) %s | Pub Delay Latency (us) %s",
                            counted.sends().acknowledged() / seconds,
                            counted.acknowledgedMebibytes() / seconds,
                            counted.sends().failed() / seconds,
                            counted.receipts().deliveries() / seconds,
                            counted.receivedMebibytes() / seconds,
                            interval.backlog() / 1e3,
                            ofInterval(latencies.publish()),
                            ofInterval(delay(latencies))));
            if (latencies.endToEnd().mean().isPresent()) {
                info(GENERATOR, "E2E Latency (ms) " + ofInterval(latencies.endToEnd()));
            }
        }
    }
}
