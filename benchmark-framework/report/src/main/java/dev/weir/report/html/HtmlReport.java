package dev.weir.report.html;

import dev.weir.feature.Features;
import dev.weir.report.PartView;
import dev.weir.report.SampleText;
import dev.weir.report.compare.Comparison;
import dev.weir.report.compare.ComparisonFormat;
import dev.weir.report.html.chart.CampaignCharts;
import dev.weir.report.html.chart.Chart;
import dev.weir.report.html.chart.ChartData;
import dev.weir.report.html.chart.ChartFigure;
import dev.weir.report.html.chart.PartCharts;
import dev.weir.report.html.chart.QuantileChart;
import dev.weir.report.html.chart.SearchChart;
import dev.weir.report.html.chart.TimeCharts;
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
import dev.weir.report.html.section.VerdictSection;
import dev.weir.report.html.tag.PageFrame;
import dev.weir.report.html.tag.PageLink;
import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.report.review.Review;
import dev.weir.report.review.Review.RuleVerdict;
import dev.weir.result.WholeFile;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.code.ReviewCode.Effect;
import dev.weir.result.stored.RunVariation;
import dev.weir.result.stored.StoredResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes one page, always the same and without other files, from results of runs side by side, or of a campaign. */
public final class HtmlReport {
    /** More rows are shown only when a reader opens the table. */
    private static final int MAX_SHOWN_AT_ONCE = 16;

    private static final String BUNDLE_LIMITS =
            "bin/benchmark verify computes these figures again from the histograms and counts in the bundle: latencies and"
                    + " rates of the whole measurement, of its parts and intervals, stages, and the outcome from the"
                    + " reasons. It also checks the digests of all files. Everything else is as the run stated it: figures"
                    + " of single producers, consumers, partitions and subscriptions, latency spikes, the audit, hosts,"
                    + " clocks, settings, reasons and findings. A bundle cannot prove that the run took place, or that these"
                    + " are all runs that were made. To check that, repeat the runs: bin/benchmark rerun BUNDLE.";
    /** With more runs, drives are not drawn. */
    public static final int MAX_RUNS_WITH_DRIVES = ShownRun.MAX_IN_DETAIL;

    /** Library that draws charts; its licence is included. */
    static final String PLOTS = "uPlot-1.6.32.iife.min.js";

    static final String PLOTS_STYLE = "uPlot-1.6.32.min.css";
    static final String PLOTS_LICENCE = "uPlot-LICENSE.txt";

    /** What only a page with flame graphs has in it: no text of a result can look like it. */
    private static final String FLAMES = "class=\"flame\"";

    private final String title;
    private final List<ShownRun> runs;
    private final List<Chart> charts;

    /** Text about a campaign or the current run; empty if there is none. */
    private String note = "";

    /** Sections after the header: the verdicts of comparisons, or the runs of an active campaign. */
    private List<Tag> lead = List.of();

    /** Sections after the summary: the variation between equal runs, or the runs of a bundle. */
    private List<Tag> further = List.of();

    /** Result of the review of the results; empty if there is none. */
    private List<Tag> review = List.of();

    private boolean isLive;

    private HtmlReport(String title, List<ShownRun> runs, OptionalDouble driveLimit) {
        this.title = title;
        this.runs = runs;
        this.charts = charts(runs, driveLimit);
    }

    public static HtmlReport of(List<StoredResult> results) {
        return of(results, OptionalDouble.empty());
    }

    /** Returns the page of results. The capability of a drive, MiB per second, is drawn beside what it wrote. */
    public static HtmlReport of(List<StoredResult> results, OptionalDouble driveLimit) {
        List<ShownRun> runs = ShownRun.of(results);
        var page = new HtmlReport(title(runs), runs, driveLimit);
        page.review = review(results);
        return page;
    }

    /** Creates the page of a campaign. The planned runs include those without a result. */
    public static HtmlReport ofCampaign(
            String name, int planned, List<StoredResult> results, OptionalDouble driveLimit) {
        var counting = results.stream().filter(result -> !result.isDiscarded()).toList();
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
        var page = new HtmlReport("Campaign " + name, ShownRun.of(counting.isEmpty() ? results : counting), driveLimit);
        page.note = String.join(" ", notes);
        page.further = variationSection(RunVariation.of(results));
        page.review = review(counting);
        return page;
    }

    /** Creates the page of the current run, its phase as the note. A browser reloads it when there is a newer one. */
    public static HtmlReport ofLive(StoredResult soFar, String note, List<Tag> campaign) {
        List<ShownRun> runs = ShownRun.of(List.of(soFar));
        var page = new HtmlReport(runs.get(0).label(), runs, OptionalDouble.empty());
        page.note = note;
        page.lead = campaign;
        page.isLive = true;
        return page;
    }

    /** Returns the page of the current run before there are figures; parameters as of {@link #ofLive}. */
    public static String ofLiveWithoutFigures(String note, List<Tag> campaign) {
        Tag header = Tag.of("header").with("id", "top").add(Tag.of("h1", "No figures yet"), Tag.of("p", note));
        List<Tag> content = new ArrayList<>(List.of(header));
        content.addAll(campaign);
        return page("Weir", content, List.of(), true);
    }

    /** Creates the page of a bundle, also of failed and discarded runs. The price and the note may be empty. */
    public static HtmlReport ofBundle(List<StoredResult> results, String price, String note) {
        HtmlReport page = of(results);
        page.note = note;
        page.further = List.of(bundleSection(results, price));
        return page;
    }

    public static HtmlReport ofComparisons(List<Comparison> comparisons) {
        // A side can be part of several comparisons. Its runs are shown once.
        Map<StoredResult, String> sides = new LinkedHashMap<>();
        comparisons.stream()
                .flatMap(comparison -> Stream.of(comparison.a(), comparison.b()))
                .forEach(side -> side.runs().forEach(run -> sides.putIfAbsent(run.result(), side.name())));
        List<ShownRun> runs = ShownRun.of(List.copyOf(sides.keySet())).stream()
                .map(run -> run.labelled(sides.get(run.result()) + ": " + run.label()))
                .toList();
        var page = new HtmlReport(ComparisonFormat.title(comparisons), runs, OptionalDouble.empty());
        page.lead = VerdictSection.of(comparisons);
        return page;
    }

    private static String title(List<ShownRun> runs) {
        return runs.stream().map(ShownRun::label).limit(2).collect(Collectors.joining(" and "))
                + (runs.size() > 2 ? " and " + (runs.size() - 2) + " more" : "");
    }

    /** Returns the review of several results, or a line about the only one. What a search found is not reviewed. */
    private static List<Tag> review(List<StoredResult> results) {
        var ofRuns = results.stream().filter(result -> !result.isSearch()).toList();
        if (results.size() == 1) {
            String rules = ofRuns.stream()
                    .flatMap(run -> Review.ofRun(run).stream())
                    .map(ReviewCode::name)
                    .collect(Collectors.joining(", "));
            return rules.isEmpty()
                    ? List.of()
                    : List.of(Tag.note("Comparisons with this run break these rules: " + rules + "."));
        }
        return ofRuns.size() < 2 ? List.of() : List.of(reviewSection(Review.of(ofRuns)));
    }

    private static List<Chart> charts(List<ShownRun> runs, OptionalDouble driveLimit) {
        List<Chart> all = new ArrayList<>(CampaignCharts.of(runs));
        searches(runs)
                .forEach(run ->
                        Headline.all().forEach(headline -> all.add(SearchChart.of(run, runs.indexOf(run), headline))));
        all.addAll(TimeCharts.of(runs));
        all.addAll(QuantileChart.of(runs));
        Features.in(PartCharts.class).forEach(part -> all.addAll(part.charts(runs, driveLimit)));
        return all.stream().filter(chart -> !chart.isEmpty()).toList();
    }

    public Set<View> views() {
        return charts.stream().map(Chart::view).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the page, with everything or only the charts of a view. Links are relative to its file. */
    public String html(Optional<View> view, Path file) {
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
        sections.add(0, header(view.isEmpty(), first, List.copyOf(sections), file));
        return page(title, sections, shown, isLive);
    }

    /** Writes the page as {@link WholeFile#write} does. */
    public void write(Optional<View> view, Path file) {
        WholeFile.write(file, html(view, file));
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
            header.add(HeaderSection.figures(runs.get(0)));
        }
        if (!first.isEmpty()) {
            var pair = first.stream().map(chart -> ChartFigure.of(chart, false)).toList();
            header.add(Tag.of("div").is("pair").add(pair));
        }
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
        boolean marksExplained = false;
        for (Chart chart : charts) {
            figures.add(ChartFigure.of(chart, !marksExplained));
            marksExplained |= chart.hasTimes();
        }
        return charts.isEmpty() ? List.of() : List.of(figures);
    }

    /** Returns the answers: for several runs, how they differ; for one, whether its figures can be used. */
    private List<Tag> answers(Path file) {
        List<Tag> sections = new ArrayList<>(lead);
        sections.addAll(review);
        sections.add(ReasonsSection.of(runs));
        boolean summaryLast = isOneRun() || !lead.isEmpty();
        sections.addAll(summaryLast ? sections.size() : 0, summary(file));
        return sections;
    }

    /** Returns the first charts: latencies of a run over time; of searches and several runs, by rate or field. */
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
        Tag summary = Summary.of(runs, file, isLive);
        searches(runs)
                .forEach(run ->
                        summary.add(Tag.of("h3", "Runs of the search " + run.label()), SearchChart.table(run, file)));
        return Stream.concat(Stream.of(summary), further.stream()).toList();
    }

    private static Stream<ShownRun> searches(List<ShownRun> runs) {
        return runs.stream().filter(run -> run.result().isSearch()).limit(ShownRun.MAX_IN_DETAIL);
    }

    private List<Tag> parts() {
        List<Tag> all = new ArrayList<>();
        for (ShownRun run : runs.size() <= ShownRun.MAX_IN_DETAIL ? runs : List.<ShownRun>of()) {
            List<Tag> tags = LoadSections.of(run);
            if (!tags.isEmpty() && runs.size() > 1) {
                all.add(Tag.of("h3", run.label()).is("run"));
            }
            all.addAll(tags);
        }
        return all.isEmpty()
                ? List.of()
                : List.of(Tag.section("parts", "Details of the run").add(all));
    }

    private static Tag bundleSection(List<StoredResult> results, String price) {
        Tag section = Tag.section("bundle", "Runs of this bundle");
        if (!price.isEmpty()) {
            section.add(Tag.of("p", "Price, as given by the person who made this bundle: " + price));
        }
        return section.add(
                RowTable.of(results)
                        .text("run", each -> String.valueOf(each.file().getFileName()))
                        .text("begin", each -> each.begin().orElse("unknown"))
                        .text("outcome", each -> each.outcome() + (each.isDiscarded() ? ", discarded" : ""))
                        .text("samples", each -> SampleText.ofEachRead(each.latencies()))
                        .table()
                        .tag(),
                Tag.note(BUNDLE_LIMITS));
    }

    private static List<Tag> variationSection(List<RunVariation> variation) {
        if (variation.isEmpty()) {
            return List.of();
        }
        Table table = RowTable.of(variation)
                .text("figure", RunVariation::figure)
                .text("workload", each -> each.alike().workload())
                .text("on", each -> each.alike().driver())
                .text("point", each -> String.valueOf(each.alike().point()).replaceAll("[{}]", ""))
                .figure("runs", each -> String.valueOf(each.count()))
                .figure("processes", each -> String.valueOf(each.processes()))
                .figure("within processes", each -> percent(each.within()))
                .figure("between processes", each -> percent(each.between()))
                .table();
        Tag rows = variation.size() <= MAX_SHOWN_AT_ONCE
                ? table.tag()
                : Tag.details("All " + variation.size() + " figures", table.tag());
        return List.of(Tag.section("variation", "Variation from run to run")
                .add(rows)
                .add(Tag.note("Standard deviations of equal runs that count. Runs of one command share their"
                        + " processes, so the variation between processes needs runs of several commands."
                        + " Empty: unknown.")));
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? String.format(Locale.ROOT, "%.2f %%", 100 * share.getAsDouble()) : "";
    }

    private static Tag reviewSection(Review review) {
        Tag section = Tag.section("review", "Review: " + review.answer());
        List<RuleVerdict> violated = Stream.of(Effect.REFUSES, Effect.WARNS)
                .flatMap(effect -> review.of(effect).stream())
                .toList();
        if (!violated.isEmpty()) {
            Table table = Table.of("", "rule", "evidence", "what to do").stacked();
            for (RuleVerdict verdict : violated) {
                boolean refuses = verdict.effect() == Effect.REFUSES;
                Tag kind = Tag.of("span", refuses ? "refused" : "warning").is("kind");
                Tag rule = Tag.of("span", verdict.rule().name()).is("code");
                String evidence = String.join("; ", verdict.shownEvidence());
                var cells = List.of(kind, rule, evidence, verdict.rule().remedy());
                table.add(refuses ? "invalid" : "degraded", cells);
            }
            section.add(table.tag());
        }
        String unknown = review.of(Effect.UNKNOWN).stream()
                .map(verdict -> verdict.rule().name())
                .collect(Collectors.joining(", "));
        String open = unknown.isEmpty() ? "" : "Not judged, because results lack what it takes: " + unknown + ". ";
        return section.add(
                Tag.note(open + "The rules and their sources: docs/codes.md, or bin/benchmark explain RULE."));
    }

    /** Returns a page with its scripts and styles. A live page asks its server for a newer version. */
    static String page(String title, List<Tag> content, List<Chart> charts, boolean isLive) {
        String body = Tag.of("main").add(content).toString();
        String script = "/*!\n" + PageFrame.resource(PLOTS_LICENCE) + "*/\n" + PageFrame.resource(PLOTS) + "\n"
                + PageFrame.resource("report.js") + (body.contains(FLAMES) ? PageFrame.resource("flame.js") : "")
                + (isLive ? PageFrame.resource("live.js") : "");
        String style = PageFrame.resource(PLOTS_STYLE) + "\n" + PageFrame.resource("report.css");
        return PageFrame.of(title, body, ChartData.json(charts), script, style, isLive);
    }
}
