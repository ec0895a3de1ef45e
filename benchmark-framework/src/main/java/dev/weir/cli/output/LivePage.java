package dev.weir.cli.output;

import dev.weir.campaign.CampaignListener;
import dev.weir.campaign.CampaignRun;
import dev.weir.campaign.ForwardingCampaignListener;
import dev.weir.clock.Clock;
import dev.weir.coordinator.request.ForwardingProgress;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.live.PageServer;
import dev.weir.report.html.HtmlReport;
import dev.weir.report.html.tag.ReportName;
import dev.weir.result.SearchPoint;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.result.journal.Journal;
import dev.weir.result.journal.Recovery;
import dev.weir.result.stored.StoredResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The page of the run that goes on, made of its journal whenever a browser asks for it, and in the end the page that stands
 * beside the results. Tells another listener of everything. Pages are made on the thread of their server.
 */
public final class LivePage extends ForwardingCampaignListener implements AutoCloseable {
    /** Of the time between two pages, making one takes at most the 20th part: it takes longer with each interval. */
    private static final int SHARE = 20;

    private static final Duration LEAST_BETWEEN = Duration.ofSeconds(2);

    private final Clock clock;
    private final PageServer server;
    private final AtomicLong changes = new AtomicLong();

    /** What browsers are told: that of the page which was made last, until the next one may be made. */
    private volatile long version;

    private volatile long nextNanos;
    private volatile String made = "";
    private volatile Optional<CampaignRun> current = Optional.empty();
    private volatile Optional<Path> finished = Optional.empty();
    private volatile String note = "";

    public LivePage(CampaignListener next, Clock clock) {
        super(next);
        this.clock = clock;
        this.server = new PageServer(this::html, this::version, clock);
    }

    /** Where it is. */
    public String url() {
        return server.url();
    }

    private long version() {
        if (clock.epochNanos() >= nextNanos || finished.isPresent()) {
            version = changes.get();
        }
        return version;
    }

    private String html() {
        long beganNanos = clock.epochNanos();
        version = changes.get();
        try {
            made = finished.isPresent() ? Files.readString(finished.get()) : soFar();
        } catch (IOException | RuntimeException e) {
            made = HtmlReport.ofNothingYet(note + " The page cannot be made: " + e.getMessage());
        } finally {
            long endNanos = clock.epochNanos();
            nextNanos = endNanos + Math.max(LEAST_BETWEEN.toNanos(), SHARE * (endNanos - beganNanos));
        }
        return made;
    }

    private String soFar() throws IOException {
        if (current.isPresent()) {
            CampaignRun run = current.get();
            Path journal = run.besideResult(Journal.ENDING);
            Optional<Recovery> known;
            try {
                known = Recovery.of(journal);
            } catch (NoSuchFileException e) {
                // It is written from the first interval on, and gone when the run is over.
                known = Optional.empty();
            }
            if (known.filter(each -> each.intervals() > 0).isPresent()) {
                return HtmlReport.ofLive(StoredResult.of(known.get().soFar(), run.resultFile()), note)
                        .html(Optional.empty(), run.resultFile());
            }
        }
        // A run that is over has no journal any more, and no result yet.
        return made.isEmpty() || current.isEmpty() ? HtmlReport.ofNothingYet(note) : made;
    }

    @Override
    public ProgressListener runBegins(CampaignRun run, int number, int count) {
        return followed(
                run, count > 1 ? "Run " + number + " of " + count + ". " : "", super.runBegins(run, number, count));
    }

    @Override
    public ProgressListener probeBegins(CampaignRun probe, int number, SearchPoint.Kind kind) {
        String which = "Search, run " + number + " (" + kind.key() + "). ";
        return followed(probe, which, super.probeBegins(probe, number, kind));
    }

    private ProgressListener followed(CampaignRun run, String which, ProgressListener progress) {
        current = Optional.of(run);
        finished = Optional.empty();
        made = "";
        show(which + "The run is being prepared.");
        return new ForwardingProgress(progress) {
            @Override
            public void phaseBegins(Phase phase, Optional<Duration> planned) {
                show(which + "Phase: " + phase.key()
                        + planned.map(time -> ", planned for " + time.toSeconds() + " s")
                                .orElse("") + ".");
                super.phaseBegins(phase, planned);
            }

            @Override
            public void interval(Interval interval, double targetMessagesPerSecond) {
                changes.incrementAndGet();
                super.interval(interval, targetMessagesPerSecond);
            }
        };
    }

    private void show(String what) {
        note = what;
        changes.incrementAndGet();
    }

    @Override
    public void resultWritten(Path file) {
        super.resultWritten(file);
        ends(ReportName.besideResult(file));
    }

    /** A run is over, or all are: shows the page of that, if it was written. */
    public void ends(Path page) {
        finished = Optional.of(page).filter(Files::exists).or(() -> finished);
        changes.incrementAndGet();
    }

    @Override
    public void close() {
        server.close();
    }
}
