package dev.weir.report.html;

import dev.weir.feature.Features;
import dev.weir.report.PartView;
import dev.weir.report.html.chart.Chart;
import dev.weir.report.html.chart.ChartFigure;
import dev.weir.report.html.chart.SearchChart;
import dev.weir.report.html.chart.View;
import dev.weir.report.html.run.Headline;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.Glossary;
import dev.weir.report.html.section.HeaderSection;
import dev.weir.report.html.section.LoadSections;
import dev.weir.report.html.section.PartSection;
import dev.weir.report.html.section.ReasonsSection;
import dev.weir.report.html.section.Setup;
import dev.weir.report.html.section.Summary;
import dev.weir.report.html.tag.Cells;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.Numerals;
import dev.weir.report.html.tag.PageLink;
import dev.weir.report.html.tag.Tag;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Sections of a page in their order. The page begins with the answer to the reader's main question.
 *
 * @param runs at least one
 * @param note text about a campaign or the current run; empty if there is none
 * @param lead sections after the header: the verdicts of comparisons, or the runs of an active campaign
 * @param further sections after the summary: the variation between equal runs, or the runs of a bundle
 * @param review result of the review of the results; empty if there is none
 * @param isLive whether the run is active
 */
record PageContent(
        String title,
        List<ShownRun> runs,
        List<Chart> charts,
        String note,
        List<Tag> lead,
        List<Tag> further,
        List<Tag> review,
        boolean isLive) {
    PageContent {
        runs = List.copyOf(runs);
        charts = List.copyOf(charts);
        lead = List.copyOf(lead);
        further = List.copyOf(further);
        review = List.copyOf(review);
    }

    Set<View> views() {
        return charts.stream().map(Chart::view).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    String html(Optional<View> view, Path file) {
        List<Chart> shown = charts.stream()
                .filter(chart -> view.isEmpty() || chart.view() == view.get())
                .toList();
        List<Chart> first = view.isEmpty() ? first() : List.of();
        List<Tag> drawn =
                drawn(shown.stream().filter(chart -> !first.contains(chart)).toList());
        List<Tag> sections = new ArrayList<>();
        if (view.isPresent()) {
            sections.addAll(drawn);
            sections.add(Summary.of(runs, file, isLive));
        } else {
            sections.addAll(answers(file));
            sections.addAll(drawn);
            sections.addAll(parts());
            if (isOneRun() && !isLive) {
                Features.in(PartSection.class).forEach(each -> sections.addAll(each.section(runs.get(0))));
            }
            sections.add(Setup.of(runs));
        }
        sections.addAll(List.of(Setup.again(runs), Glossary.section(runs), Glossary.footer(runs)));
        List<Tag> content = new ArrayList<>(List.of(header(view.isEmpty(), first, sections, file)));
        content.addAll(sections);
        return Page.of(title, content, shown, isLive);
    }

    private Tag header(boolean whole, List<Chart> first, List<Tag> sections, Path file) {
        Tag header = Tag.of("header").with("id", "top");
        if (isLive) {
            header.add(HeaderSection.ofLive(runs.get(0)));
        } else {
            header.add(runs.size() == 1 ? HeaderSection.of(runs.get(0)) : HeaderSection.of(title, runs));
        }
        if (!note.isEmpty()) {
            header.add(Tag.of("p", note).is("meaning"));
        }
        if (runs.size() == 1 && !isLive) {
            PageLink.toCampaign(runs.get(0).result().file(), file)
                    .ifPresent(link -> header.add(Tag.of("p").is("note").add(link)));
        }
        if (whole && isOneRun()) {
            header.add(MainFigures.figures(runs.get(0)));
        }
        header.add(pair(first));
        if (whole && isOneRun()) {
            Features.in(PartView.class)
                    .forEach(view -> view.answer(runs.get(0).result().weir())
                            .ifPresent(answer -> header.add(Tag.of("p", answer.figure()))));
        }
        if (runs.size() > 1 || (isLive && !lead.isEmpty())) {
            Tag contents = Tag.of("nav").is("contents").with("aria-label", "Contents");
            sections.forEach(section ->
                    section.link().ifPresent(link -> contents.add(link).text(" ")));
            header.add(contents);
        }
        return header;
    }

    private boolean isOneRun() {
        return runs.size() == 1 && !runs.get(0).result().isSearch();
    }

    private static List<Tag> drawn(List<Chart> charts) {
        Tag figures = Tag.section("charts", "Charts");
        boolean marksTold = false;
        for (Chart chart : charts) {
            figures.add(ChartFigure.of(chart, !marksTold));
            marksTold |= chart.hasTimes();
        }
        return charts.isEmpty() ? List.of() : List.of(figures);
    }

    /** Returns the answers: for several runs, how they differ; for one, whether its figures can be used. */
    private List<Tag> answers(Path file) {
        List<Tag> sections = new ArrayList<>(lead);
        boolean summaryLast = isOneRun() || !lead.isEmpty();
        List<Tag> summary = summary(file);
        sections.addAll(summaryLast ? List.of() : summary);
        sections.addAll(review);
        sections.add(ReasonsSection.of(runs));
        sections.addAll(summaryLast ? summary : List.of());
        return sections;
    }

    /**
     * Returns the first charts: for a run its latencies over time, for searches and different runs those by rate or
     * field.
     */
    private List<Chart> first() {
        List<View> candidates = isOneRun() ? List.of(View.LATENCY) : List.of(View.SWEEP, View.RATE_LATENCY);
        return candidates.stream()
                .filter(view -> (lead.isEmpty() || isLive) && views().contains(view))
                .limit(1)
                .flatMap(view -> charts.stream().filter(chart -> chart.view() == view))
                .limit(2)
                .toList();
    }

    private List<Tag> summary(Path file) {
        List<Tag> tags = new ArrayList<>(List.of(Summary.of(runs, file, isLive)));
        runs.stream()
                .filter(run -> run.result().isSearch())
                .limit(ShownRun.MAX_IN_DETAIL)
                .forEach(run -> tags.get(0)
                        .add(Tag.of("h3", "Runs of the search " + run.label()), SearchChart.table(run, file)));
        tags.addAll(further);
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
        Tag section = Tag.section("parts", "Details of the run");
        boolean any = false;
        for (ShownRun run : runs.size() <= ShownRun.MAX_IN_DETAIL ? runs : List.<ShownRun>of()) {
            List<Tag> tags = LoadSections.of(run);
            if (!tags.isEmpty()) {
                any = true;
                section.add(runs.size() > 1 ? List.of(Tag.of("h3", run.label()).is("run")) : List.of());
                section.add(tags);
            }
        }
        return any ? List.of(section) : List.of();
    }

    /** The four main figures of a run's page. */
    private static final class MainFigures {
        private static final String UNKNOWN = "unknown";

        /** Returns each figure with its name; {@value #UNKNOWN} if the file does not have it. */
        static Tag figures(ShownRun run) {
            OptionalDouble target = run.throughput().target();
            OptionalDouble achieved = run.throughput().achieved();
            String share = target.isPresent() && achieved.isPresent() && target.getAsDouble() > 0
                    ? ", " + Numerals.significant(100 * achieved.getAsDouble() / target.getAsDouble())
                            + " % of the target"
                    : "";
            Tag tiles = Tag.of("ul")
                    .is("tiles")
                    .add(tile(Cells.number(achieved, NumberKind.RATE), "msg/s", "achieved rate" + share));
            headlines(run).forEach(headline -> {
                String latency = headline.of(List.of(run));
                tiles.add(tile(
                        run.millisText(latency, "p99"),
                        "ms",
                        headline.id().replace("-latency", "") + " p99 (" + latency + ")"));
            });
            return tiles.add(tile(audited(run), "", "messages lost / duplicated"));
        }

        /** Publishing and end-to-end, or what a run has instead. */
        private static List<Headline> headlines(ShownRun run) {
            List<Headline> usual = List.of(Headline.PUBLISH, Headline.END_TO_END);
            List<Headline> measured = Headline.all()
                    .filter(each ->
                            !run.millisText(each.of(List.of(run)), "p99").isEmpty())
                    .toList();
            return measured.isEmpty() || measured.stream().anyMatch(usual::contains) ? usual : measured;
        }

        private static String audited(ShownRun run) {
            return run.result()
                    .audit()
                    .map(audit -> audit.subscriptions() == 0
                            ? "not audited"
                            : (audit.complete() ? count(audit.violations().lost()) : UNKNOWN) + " / "
                                    + count(audit.violations().duplicated()))
                    .orElse("");
        }

        private static String count(OptionalLong messages) {
            return messages.isPresent() ? NumberKind.MESSAGES.text((double) messages.getAsLong()) : UNKNOWN;
        }

        private static Tag tile(String value, String unit, String what) {
            boolean known = !value.isEmpty() && !value.startsWith(Cells.UNKNOWN);
            Tag figure = Tag.of("b", value.isEmpty() ? UNKNOWN : value);
            return Tag.of("li")
                    .add(figure)
                    .text(known && !unit.isEmpty() ? " " + unit : "")
                    .add(Tag.of("span", what));
        }
    }
}
