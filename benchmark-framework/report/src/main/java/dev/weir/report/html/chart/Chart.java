package dev.weir.report.html.chart;

import dev.weir.report.html.tag.NumberKind;
import java.util.List;

/**
 * Data of a chart, from which a drawing, a table and data for the script are made.
 *
 * @param id unique on the page
 * @param note explanation for the reader; empty if there is none
 * @param marks in their order along {@code x}
 */
public record Chart(
        View view, String id, String title, String note, Axis x, Axis y, List<Series> series, List<Mark> marks) {
    public Chart {
        // A logarithmic axis has no place for 0.
        series = series.stream()
                .filter(each -> each.ys().stream().anyMatch(value -> Double.isFinite(value) && (!y.log() || value > 0)))
                .toList();
        marks = List.copyOf(marks);
    }

    /** Returns whether it has marks that are explained below it. */
    public boolean hasTimes() {
        return x.kind() == NumberKind.SECONDS && !marks.isEmpty();
    }

    public boolean isEmpty() {
        return series.isEmpty();
    }

    /** Reduces each series to about this many points; merges no points across the begin of a phase. */
    Chart thinned(int most) {
        List<Double> breaks = marks.stream().filter(Mark::isPhase).map(Mark::at).toList();
        var merged = series.stream().map(each -> each.merged(most, breaks)).toList();
        return new Chart(view, id, title, note, x, y, merged, marks);
    }

    /** Returns the series that are visible at first; all, if that would be none. */
    List<Series> shown() {
        List<Series> shown = series.stream().filter(Series::shown).toList();
        return shown.isEmpty() ? series : shown;
    }

    int points() {
        return series.stream().mapToInt(each -> each.xs().size()).max().orElse(0);
    }
}
