package dev.weir.referee;

import dev.weir.driver.referee.RefereeFigures;
import dev.weir.measure.Latency;
import dev.weir.report.Figures;
import dev.weir.report.Paragraph;
import dev.weir.report.compare.RankTest;
import dev.weir.result.code.Severity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/** Shows both sides beside each other, for a terminal of 80 columns. */
public final class RefereeTable {
    private static final int WIDTH = 80;
    private static final int CELL = 25;
    private static final String ROW = "%-22s%25s%25s%8s";

    private static final Map<String, DoubleFunction<String>> FORMATS = formats();

    private RefereeTable() {}

    /** Returns the formats of figures by name, in the order of the table. */
    private static Map<String, DoubleFunction<String>> formats() {
        Map<String, DoubleFunction<String>> formats = new LinkedHashMap<>();
        formats.put(RefereeFigures.MESSAGES, value -> Figures.count((long) value));
        formats.put(RefereeFigures.MESSAGES_PER_SECOND, Figures::rate);
        formats.put(RefereeFigures.MEBIBYTES_PER_SECOND, value -> String.format(Locale.ROOT, "%,.2f", value));
        formats.put(RefereeFigures.REBALANCE_MILLIS, value -> Figures.count((long) value));
        for (String name : List.of(
                RefereeFigures.MEAN_MILLIS,
                RefereeFigures.P50_MILLIS,
                RefereeFigures.P95_MILLIS,
                RefereeFigures.P99_MILLIS,
                RefereeFigures.P999_MILLIS,
                RefereeFigures.MAX_MILLIS)) {
            formats.put(name, value -> value == 0 ? "0" : Figures.millis((long) (value * 1e6)));
        }
        return formats;
    }

    /** Returns the lines of the table. */
    public static List<String> lines(RefereeResult result) {
        List<String> lines = new ArrayList<>();
        List<RefereePair> pairs = result.pairs();
        if (!pairs.isEmpty()) {
            lines.add(String.format(
                    "%s on %s%s",
                    result.plan().load().name(),
                    result.driver(),
                    pairs.size() == 1 ? "" : ": medians of " + pairs.size() + " runs of each (least-most)"));
            lines.add("");
            lines.add(String.format(ROW, "latencies in ms", result.tool(), "Weir", "ratio"));
            FORMATS.forEach((name, format) -> row(
                            label(name, result),
                            format,
                            values(pairs, pair -> pair.theirs().values().get(name)),
                            values(pairs, pair -> pair.values().get(name)))
                    .ifPresent(lines::add));
            FORMATS.forEach((name, format) -> row(
                            responseLabel(name, result),
                            format,
                            new double[0],
                            values(pairs, pair -> pair.responseValues().get(name)))
                    .ifPresent(lines::add));
            result.messageRateRatio().ifPresent(ratio -> {
                lines.add("");
                lines.addAll(Paragraph.lines("", "  ", ratioText(ratio), WIDTH));
            });
            lines.add("");
        }
        paragraphs("differences in what they measure:", result.differences(), lines);
        paragraphs("left out of both sides:", result.plan().leftOut(), lines);
        for (RefereePair pair : pairs) {
            lines.add(pair.ours().outcome() + "  " + pair.resultFile());
            pair.ours().reasons().stream()
                    .filter(reason -> reason.severity() != Severity.NOTE)
                    .forEach(reason ->
                            lines.addAll(Paragraph.lines("  " + reason.code() + ": ", "    ", reason.text(), WIDTH)));
        }
        return lines;
    }

    /**
     * Describes the ratio. The median of the ratios of all runs differs slightly from the ratio of medians in the
     * table.
     */
    private static String ratioText(RankTest ratio) {
        return String.format(Locale.ROOT, "messages/s of Weir to those of the tool: %.3f", ratio.ratio())
                + ratio.interval(RefereeResult.LEVEL)
                        .map(interval -> String.format(
                                Locale.ROOT,
                                ", between %.3f and %.3f with a confidence of %.0f %%",
                                interval.low(),
                                interval.high(),
                                100 * interval.confidence()))
                        .orElse("; an interval needs 4 pairs or more (--repeat)");
    }

    private static void paragraphs(String title, List<String> texts, List<String> lines) {
        if (!texts.isEmpty()) {
            lines.add(title);
            texts.forEach(text -> lines.addAll(Paragraph.lines("  - ", "    ", text, WIDTH)));
            lines.add("");
        }
    }

    private static String label(String name, RefereeResult result) {
        return switch (name) {
            case RefereeFigures.MESSAGES -> "messages";
            case RefereeFigures.MESSAGES_PER_SECOND -> "messages/s";
            case RefereeFigures.MEBIBYTES_PER_SECOND -> "MiB/s";
            case RefereeFigures.REBALANCE_MILLIS -> "rebalance, ms";
            default -> latencyLabel(RefereePair.service(result.plan().kind()), name);
        };
    }

    private static String responseLabel(String name, RefereeResult result) {
        return latencyLabel(RefereePair.response(result.plan().kind()), name);
    }

    private static String latencyLabel(Latency latency, String name) {
        return latency.key() + " " + name.replace("Millis", "");
    }

    /** Returns one value of each pair that has it, sorted. */
    private static double[] values(List<RefereePair> pairs, Function<RefereePair, @Nullable Double> value) {
        return pairs.stream()
                .map(pair -> Optional.ofNullable(value.apply(pair)))
                .flatMap(Optional::stream)
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
    }

    private static Optional<String> row(String label, DoubleFunction<String> format, double[] theirs, double[] ours) {
        if (theirs.length + ours.length == 0) {
            return Optional.empty();
        }
        boolean both = theirs.length > 0 && ours.length > 0 && median(theirs) > 0;
        String ratio = both ? String.format(Locale.ROOT, "%.2f", median(ours) / median(theirs)) : "-";
        return Optional.of(String.format(ROW, label, cell(format, theirs), cell(format, ours), ratio));
    }

    private static String cell(DoubleFunction<String> format, double[] sorted) {
        if (sorted.length == 0) {
            return "-";
        }
        String median = format.apply(median(sorted));
        String range = median + " (" + format.apply(sorted[0]) + "-" + format.apply(sorted[sorted.length - 1]) + ")";
        if (sorted[0] == sorted[sorted.length - 1] || range.replace(",", "").length() >= CELL) {
            return median;
        }
        return range.length() < CELL ? range : range.replace(",", "");
    }

    private static double median(double[] values) {
        return Median.withDefaults().evaluate(values);
    }
}
