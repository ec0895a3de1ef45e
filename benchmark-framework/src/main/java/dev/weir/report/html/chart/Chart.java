package dev.weir.report.html.chart;

import dev.weir.report.html.tag.Kind;
import java.util.List;

/**
 * A chart, before it is a drawing, a table or data for the script.
 *
 * @param id unique on the page
 * @param note what has to be known to read it; empty if nothing
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

    /** Whether it has marks that are explained below it. */
    public boolean hasTimes() {
        return x.kind() == Kind.SECONDS && !marks.isEmpty();
    }

    public boolean isEmpty() {
        return series.isEmpty();
    }

    /** With at most about so many points in each series; nothing is merged across the begin of a phase. */
    Chart thinned(int most) {
        List<Double> breaks = marks.stream().filter(Mark::isPhase).map(Mark::at).toList();
        return new Chart(
                view,
                id,
                title,
                note,
                x,
                y,
                series.stream().map(each -> each.merged(most, breaks)).toList(),
                marks);
    }

    /** What is to be seen before a reader asks for more; all of it, if it would be nothing. */
    List<Series> shown() {
        List<Series> shown = series.stream().filter(Series::shown).toList();
        return shown.isEmpty() ? series : shown;
    }

    /** Of the longest series. */
    int points() {
        return series.stream().mapToInt(each -> each.xs().size()).max().orElse(0);
    }
}
