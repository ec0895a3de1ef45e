package dev.weir.report.html.section;

import dev.weir.report.Figures;
import dev.weir.report.RunLine;
import dev.weir.report.html.tag.PageLink;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.code.Outcome;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.result.stored.CampaignIndex.IndexedRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs of an active campaign, with links to the finished ones, and estimates of the others by their numbers. */
public record CampaignProgress(List<IndexedRun> runs, int current, Map<Integer, Duration> estimates, Path folder) {
    /** More runs are listed only when a reader opens the list. */
    private static final int MAX_SHOWN_AT_ONCE = 8;

    public CampaignProgress {
        runs = List.copyOf(runs);
        estimates = Map.copyOf(estimates);
    }

    public Tag section() {
        Map<Integer, String> labels = RunLine.labels(runs);
        Table table = Table.of("run", "point", "state").stacked();
        runs.forEach(run -> table.row(run.number(), name(run, labels.getOrDefault(run.number(), "")), state(run)));
        Tag list = Tag.details(sum(), table.tag());
        return Tag.section("runs", "Runs of this campaign")
                .add(runs.size() <= MAX_SHOWN_AT_ONCE ? list.with("open", "") : list);
    }

    private String sum() {
        long done = runs.stream().filter(run -> run.result().isPresent()).count();
        Duration left = runs.stream()
                .filter(run -> run.result().isEmpty())
                .map(run -> estimates.getOrDefault(run.number(), Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
        return done + " of " + runs.size() + " runs are done. The others take about "
                + Figures.duration(left.toMillis() / 1e3) + ".";
    }

    private Tag name(IndexedRun run, String label) {
        var page = run.resultIn(folder).map(file -> PageLink.of(label, file, folder.resolve(PageLink.OF_CAMPAIGN)));
        return page.orElseGet(() -> Tag.of("span", label));
    }

    private Tag state(IndexedRun run) {
        Tag open = run.number() == current ? HeaderSection.badge(HeaderSection.RUNNING) : Tag.of("span", "to do");
        return run.outcome().map(Outcome::name).map(HeaderSection::badge).orElse(open);
    }

    /** Returns the file of a run's page with this name; empty if the campaign in its {@link CampaignIndex} has none. */
    public Optional<Path> page(String name) {
        return runs.stream()
                .flatMap(run -> run.resultIn(folder).stream())
                .map(PageLink::besideResult)
                .filter(page -> page.getFileName().toString().equals(name) && Files.exists(page))
                .findFirst();
    }
}
