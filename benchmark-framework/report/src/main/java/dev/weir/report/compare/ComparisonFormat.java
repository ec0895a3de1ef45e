package dev.weir.report.compare;

import dev.weir.report.Figures;
import dev.weir.report.Paragraph;
import dev.weir.report.SampleText;
import dev.weir.report.compare.Judgement.Verdict;
import dev.weir.result.interval.BlockBootstrap;
import dev.weir.result.stored.StoredLatency;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.goal.MetricFigure;
import dev.weir.workload.text.ShortList;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A comparison as text for a terminal and as Markdown, and the words and figures that its HTML page shares with them. */
public final class ComparisonFormat {
    private static final String NOTHING = "-";
    private static final double ROUNDING = 1e-9;
    private static final int MAX_IN_TITLE = 3;

    /** Names that can differ between the sides: systems, workloads, folders, files. */
    private static final List<Function<StoredResult, String>> NAMES = List.of(
            result -> result.driver().orElse(""),
            result -> result.workload().orElse(""),
            ComparisonFormat::folder,
            ComparisonFormat::file);

    private static final List<Function<Comparison, RunGroup>> SIDES = List.of(Comparison::b, Comparison::a);
    private static final String VERSUS = " vs ";

    private ComparisonFormat() {}

    /** Returns the cells of a figure: its name, both medians with their unit, the change, and the interval. */
    public static List<String> cells(FigureComparison figure, Comparison comparison) {
        String unit = " " + unit(figure.figure());
        return List.of(
                figure.figure().text(),
                value(figure.figure(), figure.medianOfA()) + unit,
                value(figure.figure(), figure.medianOfB()) + unit,
                change(figure.estimate().ratio()),
                interval(figure, comparison));
    }

    /** Formats {@code +6.1 %}: the difference of a ratio from 1. */
    public static String change(OptionalDouble ratio) {
        return ratio.isEmpty() ? NOTHING : percent(ratio.getAsDouble()) + " %";
    }

    /** Formats {@code +2.0 to +9.8 %}; with its confidence if that is below the one in {@link #basis}. */
    public static String interval(FigureComparison figure, Comparison comparison) {
        boolean decides = figure.judgement().isPresent() && figure.estimate().source() == FigureComparison.Source.RUNS;
        double confidence = decides ? 1 - comparison.level() : BlockBootstrap.CONFIDENCE;
        return figure.estimate()
                .interval()
                .map(ends -> interval(ends, confidence))
                .orElse(NOTHING);
    }

    /** Formats an interval; with its confidence if that is below the given one. */
    public static String interval(RatioInterval ends, double confidence) {
        return percent(ends.low()) + " to " + percent(ends.high()) + " %"
                + (ends.confidence() < confidence - ROUNDING ? " (at " + share(ends.confidence()) + ")" : "");
    }

    /** Returns why a change has another sign than the difference of the medians; empty if it has the same. */
    private static String disagreement(FigureComparison figure) {
        double change = figure.estimate().ratio().orElse(1) - 1;
        double difference = figure.medianOfB().orElse(0) - figure.medianOfA().orElse(0);
        return change * difference < 0 && !isZero(change)
                ? "the change is the median over all pairs of a run of A and a run of B; the medians of the sides differ"
                        + " in the other direction, because the runs vary"
                : "";
    }

    private static boolean isZero(double change) {
        return Math.abs(change) < 0.0005;
    }

    private static String percent(double ratio) {
        // No -0.0.
        double percent = isZero(ratio - 1) ? 0 : 100 * (ratio - 1);
        return String.format(Locale.ROOT, Math.abs(percent) < 100 ? "%+.1f" : "%+,.0f", percent);
    }

    /** Formats {@code 97.5 %}. */
    public static String share(double share) {
        return Figures.trimmed(String.format(Locale.ROOT, "%.2f", 100 * share)) + " %";
    }

    /** Formats milliseconds or messages per second, without the unit. */
    public static String value(MetricFigure figure, OptionalDouble value) {
        if (value.isEmpty()) {
            return NOTHING;
        }
        double known = value.getAsDouble();
        return figure.metric().isTime() ? Figures.millis(Math.round(known)) : Figures.rate(known);
    }

    public static String unit(MetricFigure figure) {
        return figure.metric().isTime() ? "ms" : "msg/s";
    }

    /** Returns the values that distinguish the comparison from others, such as {@code  at messageSize=100}. */
    public static String place(Comparison comparison) {
        String point = String.valueOf(comparison.point()).replaceAll("[{}]", "");
        return point.isEmpty() ? "" : " at " + point;
    }

    /** Returns a title with the verdicts: {@code redpanda vs kafka: no difference above 3 % found}. */
    public static String title(List<Comparison> comparisons) {
        Map<Verdict, List<String>> figures = new EnumMap<>(Verdict.class);
        for (Comparison comparison : comparisons) {
            String place = comparisons.size() > 1 ? place(comparison) : "";
            for (FigureComparison figure : comparison.primary()) {
                figures.computeIfAbsent(figure.judgement().orElseThrow().verdict(), any -> new ArrayList<>())
                        .add(figure.figure().text() + " ("
                                + change(figure.estimate().ratio()) + ")" + place);
            }
        }
        String margin = share(comparisons.get(0).rules().margin());
        List<String> parts = new ArrayList<>();
        figures.forEach((verdict, all) -> {
            String which = all.size() > MAX_IN_TITLE ? all.size() + " figures" : String.join(", ", all);
            parts.add(
                    switch (verdict) {
                        case WORSE -> "worse in " + which;
                        case BETTER -> "better in " + which;
                        case EQUIVALENT ->
                            "no difference above " + margin + (figures.size() > 1 ? " in " + which : " found");
                        case INCONCLUSIVE -> "undecided in " + which;
                        case NOT_COMPARABLE -> "not comparable in " + which;
                    });
        });
        boolean refused = comparisons.stream().anyMatch(each -> !each.refusals().isEmpty());
        return sides(comparisons) + ": " + (refused ? "these runs must not be compared" : String.join("; ", parts));
    }

    /** Returns the first kind of names, B's first, that distinguishes the sides; otherwise their first files. */
    private static String sides(List<Comparison> comparisons) {
        for (Function<StoredResult, String> name : NAMES) {
            List<String> names = SIDES.stream()
                    .flatMap(side -> names(comparisons, side, name).stream())
                    .toList();
            if (names.size() == SIDES.size() && Set.copyOf(names).size() == SIDES.size() && !names.contains("")) {
                return String.join(VERSUS, names);
            }
        }
        List<String> files = SIDES.stream()
                .map(side -> ShortList.of(names(comparisons, side, ComparisonFormat::file), 1))
                .toList();
        return Set.copyOf(files).size() == SIDES.size() ? String.join(VERSUS, files) : "B vs A";
    }

    private static List<String> names(
            List<Comparison> comparisons, Function<Comparison, RunGroup> side, Function<StoredResult, String> name) {
        return comparisons.stream()
                .flatMap(each -> side.apply(each).runs().stream())
                .map(run -> name.apply(run.result()))
                .distinct()
                .toList();
    }

    private static String file(StoredResult result) {
        return String.valueOf(result.file().getFileName()).replaceFirst("\\.json$", "");
    }

    private static String folder(StoredResult result) {
        return Optional.ofNullable(result.file().toAbsolutePath().normalize().getParent())
                .map(folder -> String.valueOf(folder.getFileName()))
                .orElse("");
    }

    /** Returns how many samples the latencies among the primary figures rest on; empty if there are none. */
    private static String samples(Comparison comparison) {
        return comparison.primary().stream()
                .map(each -> each.figure().metric().key())
                .distinct()
                .filter(latency -> !samples(comparison.a(), latency).isEmpty())
                .map(latency -> "Samples of " + latency + ": A " + samples(comparison.a(), latency) + "; B "
                        + samples(comparison.b(), latency) + ".")
                .collect(Collectors.joining(" "));
    }

    private static String samples(RunGroup side, String latency) {
        List<StoredLatency> latencies = side.runs().stream()
                .flatMap(run -> Optional.ofNullable(run.latencies().get(latency)).stream())
                .toList();
        return latencies.isEmpty() ? "" : SampleText.total(latencies);
    }

    public static String basis(Comparison comparison) {
        return (method(comparison) + " " + samples(comparison)).strip();
    }

    private static String method(Comparison comparison) {
        String primary = comparison.primary().stream()
                .map(each -> each.figure().text())
                .collect(Collectors.joining(" and ", "Primary: ", ". "));
        if (comparison.a().runs().size() == 1 && comparison.b().runs().size() == 1) {
            return primary
                    + "The intervals (moving-block bootstrap, 95 %) cover only the variation within the two runs."
                    + " Because they leave out the variation between runs, they prove nothing.";
        }
        OptionalInt planned = comparison.rules().plannedRuns();
        String looks = planned.isPresent()
                ? ". The verdicts are of one test of " + planned.getAsInt() + " planned runs on each side"
                : ". This holds also if runs are added and the sides are compared again, any number of times";
        return primary
                + "Intervals of the ratio are exact (Mann and Whitney, Hodges and Lehmann). An interval without a"
                + " verdict holds with 95 % in a single comparison, an interval with a verdict with "
                + share(1 - comparison.errorRate())
                + " or more. If the sides do not differ, a difference is reported in at most "
                + share(comparison.rules().falseAlarms()) + " of comparisons" + looks
                + ". Equivalent: within "
                + share(comparison.rules().margin()) + ".";
    }

    /** Formats a comparison as Markdown, such as for a comment of a CI system. */
    public static List<String> markdown(Comparison comparison) {
        List<String> lines = new ArrayList<>();
        lines.add("**A** " + escapedMarkdown(comparison.a().title()) + "  ");
        lines.add("**B** " + escapedMarkdown(comparison.b().title()));
        lines.add("");
        lines.add("| verdict on B | figure | A | B | B to A | interval | |");
        lines.add("|---|---|--:|--:|--:|---|---|");
        for (FigureComparison figure : comparison.primary()) {
            Judgement judgement = figure.judgement().orElseThrow();
            String why = joined(judgement.why(), disagreement(figure));
            lines.add("| **" + upperCase(judgement) + "** | " + row(figure, comparison) + escapedMarkdown(why) + " |");
        }
        lines.add("");
        for (ComparisonRemark remark : comparison.remarks()) {
            lines.add("* **" + remark.weight().word() + ":** " + escapedMarkdown(remark.textWithRule()));
        }
        if (!comparison.remarks().isEmpty()) {
            lines.add("");
        }
        lines.add(basis(comparison));
        if (!comparison.described().isEmpty()) {
            lines.addAll(List.of("", "<details><summary>Other figures, without verdicts</summary>", ""));
            lines.add("| | figure | A | B | B to A | interval |");
            lines.add("|---|---|--:|--:|--:|---|");
            comparison
                    .described()
                    .forEach(figure ->
                            lines.add("|  | " + row(figure, comparison).strip()));
            lines.addAll(List.of("", "</details>"));
        }
        return lines;
    }

    private static String row(FigureComparison figure, Comparison comparison) {
        return String.join(" | ", cells(figure, comparison)) + " | ";
    }

    private static String joined(String... parts) {
        return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining("; "));
    }

    private static String upperCase(Judgement judgement) {
        return judgement.verdict().word().toUpperCase(Locale.ROOT);
    }

    /** Escapes a text, because names come from files, and must neither end a cell nor be markup. */
    public static String escapedMarkdown(String text) {
        return text.replaceAll("([\\\\|`*_<>\\[\\]])", "\\\\$1").replaceAll("\\s+", " ");
    }

    /** Formats a comparison for a terminal of 80 columns, the verdicts first. */
    public static List<String> text(Comparison comparison) {
        List<String> lines = new ArrayList<>();
        for (RunGroup side : List.of(comparison.a(), comparison.b())) {
            lines.addAll(Paragraph.lines(side.name() + "  ", "   ", side.titleWithFiles()));
        }
        // A reader must know about unequal sides before any verdict.
        addRemarks(comparison, remark -> remark.weight() == ComparisonRemark.Weight.UNEQUAL, lines);
        lines.add("");
        lines.add(String.format("%-38s%9s  %s", "B against A:", "change", "medians of the runs of A -> B"));
        comparison.primary().forEach(figure -> addVerdict(figure, comparison, lines));
        addRemarks(comparison, remark -> remark.weight() != ComparisonRemark.Weight.UNEQUAL, lines);
        lines.add("");
        lines.addAll(Paragraph.lines("", "", basis(comparison)));
        if (!comparison.described().isEmpty()) {
            String form = "%-24s%8s%8s%9s  %s";
            lines.add("");
            lines.add(String.format(form, "no verdict; ms, msg/s", "A", "B", "B to A", "interval"));
            for (FigureComparison figure : comparison.described()) {
                String a = value(figure.figure(), figure.medianOfA());
                String b = value(figure.figure(), figure.medianOfB());
                String change = change(figure.estimate().ratio());
                lines.add(String.format(form, figure.figure().text(), a, b, change, interval(figure, comparison)));
            }
        }
        return lines;
    }

    private static void addRemarks(Comparison comparison, Predicate<ComparisonRemark> which, List<String> lines) {
        List<String> added = new ArrayList<>();
        comparison.remarks().stream()
                .filter(which)
                .forEach(remark -> added.addAll(
                        Paragraph.lines("", "    ", remark.weight().word() + ": " + remark.textWithRule())));
        lines.addAll(added.isEmpty() ? List.of() : List.of(""));
        lines.addAll(added);
    }

    private static void addVerdict(FigureComparison figure, Comparison comparison, List<String> lines) {
        Judgement judgement = figure.judgement().orElseThrow();
        String verdict = upperCase(judgement);
        String change = change(figure.estimate().ratio());
        lines.add(String.format("%-16s%-22s%9s  ", verdict, figure.figure().text(), change)
                + value(figure.figure(), figure.medianOfA()) + " -> "
                + value(figure.figure(), figure.medianOfB()) + " " + unit(figure.figure()));
        String interval = figure.estimate().interval().isPresent() ? interval(figure, comparison) : "";
        String details = joined(interval, judgement.why(), disagreement(figure));
        String indent = " ".repeat(16);
        lines.addAll(details.isEmpty() ? List.of() : Paragraph.lines(indent, indent, details));
    }
}
