package dev.weir.driver.kafka.rig;

import java.util.List;
import java.util.Locale;

/** A comparison in Markdown: a row for each measure, with the medians of both sides and the ratio of the pairs. */
final class Table {
    private final StringBuilder text = new StringBuilder();

    Table(String what, String ours, String theirs) {
        text.append("| %s | %s | %s | ratio (90 %%) |\n|---|--:|--:|--:|\n".formatted(what, ours, theirs));
    }

    /** Adds a row: the figures of a pair have the same index. */
    void add(String label, List<Double> ours, List<Double> theirs) {
        var ratios = new double[ours.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = ours.get(i) / theirs.get(i);
        }
        var ratio = Bootstrap.of(ratios);
        text.append("| %s | %s | %s | %s |\n"
                .formatted(
                        label,
                        median(ours),
                        median(theirs),
                        "%.2f (%.2f-%.2f)".formatted(ratio.median(), ratio.low(), ratio.high())));
    }

    static String median(List<Double> figures) {
        return figure(Bootstrap.median(
                figures.stream().mapToDouble(Double::doubleValue).toArray()));
    }

    /** The median of figures, with its bounds. */
    static String spread(double[] figures) {
        var spread = Bootstrap.of(figures);
        return "%s (%s-%s)".formatted(figure(spread.median()), figure(spread.low()), figure(spread.high()));
    }

    /** Large ones as whole numbers, the others with two decimals. */
    static String figure(double figure) {
        return String.format(Locale.ROOT, figure >= 100 ? "%,.0f" : "%.2f", figure);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
