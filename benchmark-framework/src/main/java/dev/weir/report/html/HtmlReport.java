package dev.weir.report.html;

import dev.weir.report.compare.Comparison;
import dev.weir.report.compare.MeasuredRun;
import dev.weir.report.compare.Wording;
import dev.weir.report.html.chart.CampaignCharts;
import dev.weir.report.html.chart.Chart;
import dev.weir.report.html.chart.ChartFigure;
import dev.weir.report.html.chart.DriveChart;
import dev.weir.report.html.chart.QuantileChart;
import dev.weir.report.html.chart.SearchChart;
import dev.weir.report.html.chart.TimeCharts;
import dev.weir.report.html.chart.View;
import dev.weir.report.html.run.Headline;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.Answer;
import dev.weir.report.html.section.Glossary;
import dev.weir.report.html.section.HeaderSection;
import dev.weir.report.html.section.Parts;
import dev.weir.report.html.section.ReasonsSection;
import dev.weir.report.html.section.Setup;
import dev.weir.report.html.section.Summary;
import dev.weir.report.html.section.VariationSection;
import dev.weir.report.html.section.VerdictSection;
import dev.weir.report.html.tag.PageLink;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.WholeFile;
import dev.weir.result.stored.RunVariation;
import dev.weir.result.stored.StoredResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Results as one page that needs nothing else: of a run, of several side by side, or of a campaign. Reads the results and
 * changes nothing; the same results make the same page.
 */
public final class HtmlReport {
    /** Of more runs, drives are not drawn. */
    public static final int MOST_RUNS_WITH_DRIVES = ShownRun.MOST_IN_DETAIL;

    private final String title;
    private final List<ShownRun> runs;
    private final List<Chart> charts;
    private final String note;
    private final List<Tag> verdicts;
    private final List<Tag> variation;

    private HtmlReport(
            String title,
            List<ShownRun> runs,
            List<Chart> charts,
            String note,
            List<Tag> verdicts,
            List<Tag> variation) {
        this.verdicts = verdicts;
        this.variation = variation;
        this.title = title;
        this.runs = runs;
        this.charts = charts;
        this.note = note;
    }

    /** Of one result or several; which there must be. */
    public static HtmlReport of(List<StoredResult> results) {
        return of(results, OptionalDouble.empty());
    }

    /**
     * The same with what a drive of the brokers can do.
     *
     * @param driveLimit MiB per second, to be drawn beside what it did
     */
    public static HtmlReport of(List<StoredResult> results, OptionalDouble driveLimit) {
        List<ShownRun> runs = ShownRun.of(results);
        String title = runs.size() == 1
                ? runs.get(0).label()
                : runs.stream().map(ShownRun::label).limit(2).collect(Collectors.joining(" and "))
                        + (runs.size() > 2 ? " and " + (runs.size() - 2) + " more" : "");
        return new HtmlReport(title, runs, charts(runs, driveLimit), "", List.of(), List.of());
    }

    /**
     * Of a campaign.
     *
     * @param planned how many runs it is to have, those without a result included
     */
    public static HtmlReport ofCampaign(String name, int planned, List<StoredResult> results) {
        return ofCampaign(name, planned, results, OptionalDouble.empty());
    }

    /**
     * The same with what a drive of the brokers can do.
     *
     * @param driveLimit MiB per second, to be drawn beside what it did
     */
    public static HtmlReport ofCampaign(
            String name, int planned, List<StoredResult> results, OptionalDouble driveLimit) {
        List<StoredResult> counting =
                results.stream().filter(result -> !result.isDiscarded()).toList();
        List<ShownRun> runs = ShownRun.of(counting.isEmpty() ? results : counting);
        List<String> notes = new ArrayList<>();
        if (planned > results.size()) {
            notes.add((planned - results.size()) + " of its " + planned + " runs have no result.");
        }
        String discarded = results.stream()
                .filter(StoredResult::isDiscarded)
                .map(result -> String.valueOf(result.file().getFileName()))
                .collect(Collectors.joining(", "));
        if (!discarded.isEmpty()) {
            notes.add("Discarded, because the first run of a process differs from the others: " + discarded + ".");
        }
        return new HtmlReport(
                "Campaign " + name,
                runs,
                charts(runs, driveLimit),
                String.join(" ", notes),
                List.of(),
                VariationSection.of(RunVariation.of(results)));
    }

    /** Of sides that were held against each other: the verdicts first, then all their runs. */
    public static HtmlReport ofComparisons(List<Comparison> comparisons) {
        List<StoredResult> results = comparisons.stream()
                .flatMap(comparison -> Stream.of(comparison.a(), comparison.b()))
                .flatMap(side -> side.runs().stream())
                .map(MeasuredRun::result)
                .toList();
        List<String> sides = comparisons.stream()
                .flatMap(comparison -> Stream.of(comparison.a(), comparison.b()))
                .flatMap(side -> Collections.nCopies(side.runs().size(), side.name()).stream())
                .toList();
        List<ShownRun> runs = new ArrayList<>();
        for (ShownRun run : ShownRun.of(results)) {
            runs.add(run.labelled(sides.get(runs.size()) + ": " + run.label()));
        }
        return new HtmlReport(
                Wording.title(comparisons),
                runs,
                charts(runs, OptionalDouble.empty()),
                "",
                comparisons.stream().map(VerdictSection::of).toList(),
                List.of());
    }

    private static List<Chart> charts(List<ShownRun> runs, OptionalDouble driveLimit) {
        List<Chart> all = new ArrayList<>(CampaignCharts.of(runs));
        runs.stream()
                .filter(run -> run.result().isSearch())
                .limit(ShownRun.MOST_IN_DETAIL)
                .forEach(run ->
                        Headline.all().forEach(headline -> all.add(SearchChart.of(run, runs.indexOf(run), headline))));
        all.addAll(TimeCharts.of(runs));
        all.addAll(QuantileChart.of(runs));
        DriveChart.of(runs, driveLimit).ifPresent(all::add);
        return all.stream().filter(chart -> !chart.isEmpty()).toList();
    }

    /** What it can show by name. */
    public Set<View> views() {
        return charts.stream().map(Chart::view).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * The page.
     *
     * @param view the only charts that it is to show; empty: everything
     * @param file where it is going to stand; links are relative to that
     */
    public String html(Optional<View> view, Path file) {
        List<Chart> shown = charts.stream()
                .filter(chart -> view.isEmpty() || chart.view() == view.get())
                .toList();
        Tag header = Tag.of("header").with("id", "top");
        header.add(runs.size() == 1 ? HeaderSection.of(runs.get(0)) : HeaderSection.of(title, runs));
        if (!note.isEmpty()) {
            header.add(Tag.of("p", note).is("meaning"));
        }
        if (runs.size() == 1) {
            PageLink.toCampaign(runs.get(0).result().file(), file)
                    .ifPresent(link -> header.add(Tag.of("p").is("note").add(link)));
        }
        List<Chart> first = view.isEmpty() ? first() : List.of();
        if (view.isEmpty() && runs.size() == 1 && !runs.get(0).result().isSearch()) {
            header.add(Answer.figures(runs.get(0)));
        }
        header.add(pair(first));
        Tag figures = Tag.section("charts", "Charts");
        boolean marksTold = false;
        for (Chart chart : shown) {
            if (!first.contains(chart)) {
                figures.add(ChartFigure.of(chart, !marksTold));
                marksTold |= !chart.marks().isEmpty();
            }
        }
        List<Tag> drawn = shown.size() == first.size() ? List.of() : List.of(figures);
        List<Tag> sections = new ArrayList<>();
        if (view.isPresent()) {
            sections.addAll(drawn);
            sections.add(Summary.of(runs, file));
        } else {
            // Of several runs, a reader looks first for how they differ.
            boolean summaryFirst = verdicts.isEmpty()
                    && (runs.size() > 1 || runs.get(0).result().isSearch());
            List<Tag> summary = summary(file);
            sections.addAll(verdicts);
            sections.addAll(summaryFirst ? summary : List.of());
            sections.add(ReasonsSection.of(runs));
            sections.addAll(summaryFirst ? List.of() : summary);
            sections.addAll(drawn);
            sections.addAll(parts());
            sections.add(Setup.of(runs));
        }
        sections.addAll(List.of(Setup.again(runs), Glossary.section(runs), Glossary.footer(runs)));
        if (runs.size() > 1) {
            Tag contents = Tag.of("nav").is("contents").with("aria-label", "Contents");
            sections.forEach(section ->
                    section.link().ifPresent(link -> contents.add(link).text(" ")));
            header.add(contents);
        }
        List<Tag> content = new ArrayList<>(List.of(header));
        content.addAll(sections);
        return Page.of(title, content, shown);
    }

    /** What answers first: of a run its latencies over time, of searches and of runs that differ those by rate or field. */
    private List<Chart> first() {
        boolean overTime = runs.size() == 1 && !runs.get(0).result().isSearch();
        List<View> candidates = overTime ? List.of(View.LATENCY) : List.of(View.SWEEP, View.RATE_LATENCY);
        return candidates.stream()
                .filter(view -> verdicts.isEmpty() && views().contains(view))
                .limit(1)
                .flatMap(view -> charts.stream().filter(chart -> chart.view() == view))
                .limit(2)
                .toList();
    }

    private List<Tag> summary(Path file) {
        List<Tag> tags = new ArrayList<>(List.of(Summary.of(runs, file)));
        runs.stream()
                .filter(run -> run.result().isSearch())
                .limit(ShownRun.MOST_IN_DETAIL)
                .forEach(run -> tags.get(0)
                        .add(Tag.of("h3", "Runs of the search " + run.label()), SearchChart.table(run, file)));
        tags.addAll(variation);
        return tags;
    }

    private static List<Tag> pair(List<Chart> charts) {
        return charts.isEmpty()
                ? List.of()
                : List.of(Tag.of("div")
                        .is("pair")
                        .add(charts.stream()
                                .map(chart -> ChartFigure.of(chart, false))
                                .toList()));
    }

    private List<Tag> parts() {
        Tag section = Tag.section("parts", "The run taken apart");
        boolean any = false;
        for (ShownRun run : runs.size() <= ShownRun.MOST_IN_DETAIL ? runs : List.<ShownRun>of()) {
            List<Tag> tags = Parts.of(run);
            if (!tags.isEmpty()) {
                any = true;
                section.add(runs.size() > 1 ? List.of(Tag.of("h3", run.label()).is("run")) : List.of());
                section.add(tags);
            }
        }
        return any ? List.of(section) : List.of();
    }

    /**
     * Writes the page, whole or not at all.
     *
     * @throws UncheckedIOException if that is not possible
     */
    public void write(Optional<View> view, Path file) {
        try {
            WholeFile.write(file, html(view, file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
