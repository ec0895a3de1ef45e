package dev.weir.report.html.chart;

import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.Numerals;
import java.util.List;

/**
 * One axis of a chart.
 *
 * @param label with the unit
 * @param log whether it is logarithmic at first; a reader can change that
 * @param categories names of the values 0, 1 and so on; empty if it has numbers
 */
public record Axis(String label, NumberKind kind, boolean log, List<String> categories) {
    public Axis {
        categories = List.copyOf(categories);
    }

    public static Axis linear(String label, NumberKind kind) {
        return new Axis(label, kind, false, List.of());
    }

    static Axis log(String label, NumberKind kind) {
        return new Axis(label, kind, true, List.of());
    }

    static Axis of(String label, List<String> categories) {
        return new Axis(label, NumberKind.CATEGORY, false, categories);
    }

    String text(double value) {
        return categories.isEmpty() ? kind.text(value) : categories.get((int) Math.round(value));
    }

    /** Formats a value for a tick, where there is little room. */
    String tick(double value) {
        return switch (kind) {
            case SECONDS, PERCENTILE, CATEGORY -> text(value);
            case MILLIS, RATE, MESSAGES, PLAIN -> Numerals.scaled(value);
        };
    }
}
