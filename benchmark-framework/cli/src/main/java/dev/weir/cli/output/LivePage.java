package dev.weir.cli.output;

import dev.weir.campaign.request.CampaignListener;
import dev.weir.campaign.request.CampaignRun;
import dev.weir.clock.Clock;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.driver.exception.FailureText;
import dev.weir.live.PageServer;
import dev.weir.report.html.HtmlReport;
import dev.weir.report.html.section.CampaignProgress;
import dev.weir.report.html.tag.PageLink;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.result.journal.Journal;
import dev.weir.result.journal.Recovery;
import dev.weir.result.search.ProbeKind;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.StoredResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Serves the page of the current run, made from its journal when a browser requests it, and at the end the page beside
 * the results. During a campaign, the page also lists the finished runs, with links to their pages, and the remaining
 * runs. Pages are made on the server's thread.
 */
public final class LivePage implements CampaignListener, AutoCloseable {
    /**
     * Making a page takes at most this fraction (1/20) of the time between two pages, because it takes longer with each
     * interval.
     */
    private static final int SHARE = 20;

    private static final Duration MIN_BETWEEN = Duration.ofSeconds(2);

    private final Clock clock;
    private final PageServer server;
    private final AtomicLong changes = new AtomicLong();

    /** Version that browsers get: that of the last page, until the next one may be made. */
    private volatile long version;

    private volatile long nextNanos;
    private volatile String made = "";
    private volatile Optional<CampaignRun> current = Optional.empty();
    private volatile Optional<Path> finished = Optional.empty();
    private volatile String note = "";
    private volatile Optional<CampaignProgress> campaign = Optional.empty();
    private volatile Optional<Path> folder = Optional.empty();
    private CampaignIndex index = CampaignIndex.none();
    private SortedMap<Integer, Duration> estimates = Collections.emptySortedMap();
    /** Page of the last written result. */
    private Optional<Path> last = Optional.empty();

    public LivePage(Clock clock) {
        this.clock = clock;
        this.server = new PageServer(this::html, this::other, this::version, clock);
    }

    /** Lists the runs of a campaign on the page from now on. The index is read on the campaign's thread only. */
    public void expect(CampaignIndex runs, Path inFolder, SortedMap<Integer, Duration> todo) {
        index = runs;
        folder = Optional.of(inFolder);
        estimates = todo;
    }

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
            made = HtmlReport.ofLiveWithoutFigures(note + " The page cannot be made: " + FailureText.of(e), List.of());
        } finally {
            long endNanos = clock.epochNanos();
            nextNanos = endNanos + Math.max(MIN_BETWEEN.toNanos(), SHARE * (endNanos - beganNanos));
        }
        return made;
    }

    /**
     * Returns another page of the campaign, because its runs' pages have links to each other and to the campaign's
     * page.
     */
    private Optional<String> other(String name) {
        if (name.equals(PageLink.OF_CAMPAIGN)) {
            return Optional.of(html());
        }
        return campaign.flatMap(runs -> runs.page(name)).map(file -> {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + file + ": " + FailureText.of(e), e);
            }
        });
    }

    private String soFar() throws IOException {
        List<Tag> runs = campaign.map(CampaignProgress::section).stream().toList();
        if (current.isPresent()) {
            CampaignRun run = current.get();
            Path journal = run.besideResult(Journal.ENDING);
            Optional<Recovery> known;
            try {
                known = Recovery.of(journal);
            } catch (NoSuchFileException e) {
                // The journal exists from the first interval to the end of the run.
                known = Optional.empty();
            }
            if (known.filter(each -> each.intervals() > 0).isPresent()) {
                return HtmlReport.ofLive(StoredResult.of(known.get().soFar(), run.resultFile()), note, runs)
                        .html(Optional.empty(), run.resultFile());
            }
        }
        // A finished run has no journal any more, and no result yet.
        return made.isEmpty() || current.isEmpty() ? HtmlReport.ofLiveWithoutFigures(note, runs) : made;
    }

    @Override
    public ProgressListener runBegins(CampaignRun run, int number, int count) {
        return followed(run, count > 1 ? "Run " + number + " of " + count + ". " : "");
    }

    @Override
    public ProgressListener probeBegins(CampaignRun probe, int number, ProbeKind kind) {
        return followed(probe, "Search, run " + number + " (" + kind.key() + "). ");
    }

    private ProgressListener followed(CampaignRun run, String which) {
        current = Optional.of(run);
        campaign = folder.map(path -> new CampaignProgress(index.runs(), run.number(), estimates, path));
        made = "";
        show(which + "The run is being prepared.");
        return new ProgressListener() {
            @Override
            public void phaseBegins(Phase phase, Optional<Duration> planned) {
                show(which + "Phase: " + phase.key()
                        + planned.map(time -> ", planned for " + time.toSeconds() + " s")
                                .orElse("") + ".");
            }

            @Override
            public void interval(Interval interval, double targetMessagesPerSecond) {
                changes.incrementAndGet();
            }
        };
    }

    private void show(String what) {
        note = what;
        changes.incrementAndGet();
    }

    @Override
    public void resultWritten(Path file) {
        last = Optional.of(PageLink.besideResult(file));
    }

    /** Shows the final page, if it was written, after all runs. */
    public void ends(Path page) {
        finished = Optional.of(page).filter(Files::exists).or(() -> finished);
        changes.incrementAndGet();
    }

    @Override
    public void close() {
        if (finished.isEmpty()) {
            last.ifPresent(this::ends);
        }
        server.close();
    }
}
