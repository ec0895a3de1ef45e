package dev.weir.report.html;

import dev.weir.feature.Features;
import dev.weir.report.SampleText;
import dev.weir.report.compare.ComparedPoint;
import dev.weir.report.compare.Comparison;
import dev.weir.report.compare.ComparisonFormat;
import dev.weir.report.compare.MeasuredRun;
import dev.weir.report.html.chart.CampaignCharts;
import dev.weir.report.html.chart.Chart;
import dev.weir.report.html.chart.PartCharts;
import dev.weir.report.html.chart.QuantileChart;
import dev.weir.report.html.chart.SearchChart;
import dev.weir.report.html.chart.TimeCharts;
import dev.weir.report.html.chart.View;
import dev.weir.report.html.run.Headline;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.VerdictSection;
import dev.weir.report.html.tag.RowTable;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.report.review.Review;
import dev.weir.report.review.RuleVerdict;
import dev.weir.report.review.RuleVerdict.Status;
import dev.weir.result.WholeFile;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.stored.RunVariation;
import dev.weir.result.stored.StoredResult;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes one page, which needs no other file, from the results of a run, of several runs side by side, or of a campaign.
 * It only reads the results; the same results make the same page.
 */
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

    private final PageContent content;

    private HtmlReport(PageContent content) {
        this.content = content;
    }

    public static HtmlReport of(List<StoredResult> results) {
        return of(results, OptionalDouble.empty());
    }

    /**
     * Creates the page of one or several results, with the capability of the brokers' drives.
     *
     * @param driveLimit MiB per second, drawn beside what the drives wrote
     */
    public static HtmlReport of(List<StoredResult> results, OptionalDouble driveLimit) {
        List<ShownRun> runs = ShownRun.of(results);
        return new HtmlReport(new PageContent(
                title(runs), runs, charts(runs, driveLimit), "", List.of(), List.of(), review(results), false));
    }

    /**
     * Creates the page of a campaign.
     *
     * @param planned number of its runs, including those without a result
     * @param driveLimit capability of a drive of the brokers, MiB per second, drawn beside what it wrote
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
        return new HtmlReport(new PageContent(
                "Campaign " + name,
                runs,
                charts(runs, driveLimit),
                String.join(" ", notes),
                List.of(),
                variationSection(RunVariation.of(results)),
                review(counting),
                false));
    }

    /**
     * Creates the page of the current run. The browser reloads it when there is a newer version.
     *
     * @param note phase of the run
     * @param campaign section about its campaign; empty if it is a single run
     */
    public static HtmlReport ofLive(StoredResult soFar, String note, List<Tag> campaign) {
        List<ShownRun> runs = ShownRun.of(List.of(soFar));
        return new HtmlReport(new PageContent(
                runs.get(0).label(),
                runs,
                charts(runs, OptionalDouble.empty()),
                note,
                campaign,
                List.of(),
                List.of(),
                true));
    }

    /** Returns the page of the current run before there are figures; parameters as of {@link #ofLive}. */
    public static String ofLiveWithoutFigures(String note, List<Tag> campaign) {
        Tag header = Tag.of("header").with("id", "top").add(Tag.of("h1", "No figures yet"), Tag.of("p", note));
        return Page.of(
                "Weir", Stream.concat(Stream.of(header), campaign.stream()).toList(), List.of(), true);
    }

    /**
     * Creates the page of a bundle: all runs, also those that failed or were discarded.
     *
     * @param price what the hosts cost, in the words of a person; empty if not given
     * @param note what is missing; empty if nothing is
     */
    public static HtmlReport ofBundle(List<StoredResult> results, String price, String note) {
        List<ShownRun> runs = ShownRun.of(results);
        return new HtmlReport(new PageContent(
                title(runs),
                runs,
                charts(runs, OptionalDouble.empty()),
                note,
                List.of(),
                List.of(bundleSection(results, price)),
                review(results),
                false));
    }

    /** Creates the page of comparisons: the verdicts first, then all runs. */
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
        return new HtmlReport(new PageContent(
                ComparisonFormat.title(comparisons),
                runs,
                charts(runs, OptionalDouble.empty()),
                "",
                VerdictSection.of(comparisons),
                List.of(),
                List.of(),
                false));
    }

    private static String title(List<ShownRun> runs) {
        return runs.size() == 1
                ? runs.get(0).label()
                : runs.stream().map(ShownRun::label).limit(2).collect(Collectors.joining(" and "))
                        + (runs.size() > 2 ? " and " + (runs.size() - 2) + " more" : "");
    }

    /** Returns the review of several results, or a line about the only one. What a search found is not reviewed. */
    private static List<Tag> review(List<StoredResult> results) {
        List<StoredResult> ofRuns =
                results.stream().filter(result -> !result.isSearch()).toList();
        if (results.size() == 1) {
            return ofRuns.isEmpty() ? List.of() : reviewOfRun(Review.ofRun(results.get(0)));
        }
        return ofRuns.size() < 2 ? List.of() : List.of(reviewSection(Review.of(ComparedPoint.of(ofRuns))));
    }

    private static List<Chart> charts(List<ShownRun> runs, OptionalDouble driveLimit) {
        List<Chart> all = new ArrayList<>(CampaignCharts.of(runs));
        runs.stream()
                .filter(run -> run.result().isSearch())
                .limit(ShownRun.MAX_IN_DETAIL)
                .forEach(run ->
                        Headline.all().forEach(headline -> all.add(SearchChart.of(run, runs.indexOf(run), headline))));
        all.addAll(TimeCharts.of(runs));
        all.addAll(QuantileChart.of(runs));
        Features.in(PartCharts.class).forEach(part -> all.addAll(part.charts(runs, driveLimit)));
        return all.stream().filter(chart -> !chart.isEmpty()).toList();
    }

    public Set<View> views() {
        return content.views();
    }

    /**
     * Returns the page.
     *
     * @param view the only charts to show; empty: everything
     * @param file file of the page; links are relative to it
     */
    public String html(Optional<View> view, Path file) {
        return content.html(view, file);
    }

    /**
     * Writes the page atomically.
     *
     * @throws UncheckedIOException if the file cannot be written
     */
    public void write(Optional<View> view, Path file) {
        WholeFile.write(file, html(view, file));
    }

    /** Returns the section of a bundle: all runs, what they cost, and what the bundle cannot prove. */
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
                Tag.of("p", BUNDLE_LIMITS).is("note"));
    }

    /** Returns the section about the variation between equal runs; empty without any. */
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
                : Tag.of("details").add(Tag.of("summary", "All " + variation.size() + " figures"), table.tag());
        return List.of(Tag.section("variation", "Variation from run to run")
                .add(rows)
                .add(Tag.of(
                                "p",
                                "Standard deviations of equal runs that count. Runs of one command share their"
                                        + " processes, so the variation between processes needs runs of several commands."
                                        + " Empty: unknown.")
                        .is("note")));
    }

    private static String percent(OptionalDouble share) {
        return share.isPresent() ? String.format(Locale.ROOT, "%.2f %%", 100 * share.getAsDouble()) : "";
    }

    /** Returns the section about the rules that results violate if they are compared. */
    private static Tag reviewSection(Review review) {
        Tag section = Tag.section("review", "Review: " + review.answer());
        List<RuleVerdict> violated = review.of(Status.VIOLATED).stream()
                .sorted(Comparator.comparing(RuleVerdict::warns))
                .toList();
        if (!violated.isEmpty()) {
            Table table = Table.of("", "rule", "evidence", "what to do").stacked();
            violated.forEach(verdict -> table.add(
                    verdict.refuses() ? "invalid" : "degraded",
                    List.of(
                            Tag.of("span", verdict.refuses() ? "refused" : "warning")
                                    .is("kind"),
                            Tag.of("span", verdict.rule().name()).is("code"),
                            Tag.of("span", String.join("; ", verdict.shownEvidence())),
                            Tag.of("span", verdict.rule().remedy()))));
            section.add(table.tag());
        }
        String unknown = review.of(Status.UNKNOWN).stream()
                .map(verdict -> verdict.rule().name())
                .collect(Collectors.joining(", "));
        return section.add(Tag.of(
                        "p",
                        (unknown.isEmpty() ? "" : "Not judged, because results lack what it takes: " + unknown + ". ")
                                + "The rules and their sources: docs/codes.md, or bin/benchmark explain RULE.")
                .is("note"));
    }

    /** Returns a line about rules that one run violates; empty if there are none. */
    private static List<Tag> reviewOfRun(List<ReviewCode> rules) {
        return rules.isEmpty()
                ? List.of()
                : List.of(Tag.of(
                                "p",
                                "Comparisons with this run break these rules: "
                                        + rules.stream().map(ReviewCode::name).collect(Collectors.joining(", ")) + ".")
                        .is("note"));
    }
}
