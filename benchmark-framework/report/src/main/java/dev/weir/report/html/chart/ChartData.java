package dev.weir.report.html.chart;

import dev.weir.report.Figures;
import dev.weir.report.html.tag.PageFrame;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the data of charts for the script: JSON that is safe inside a page. */
public final class ChartData {
    /** About the columns of a wide screen. Merged points keep their largest value, so that no peak is lost. */
    public static final int MAX_POINTS = 1500;

    /** Limit for all lines of a chart together, which a browser draws without delay. */
    private static final int MAX_IN_ALL = 12_000;

    private static final int MIN_POINTS = 120;

    private ChartData() {}

    /** Returns the limit for each line of a chart, by the number of lines. */
    static int mostPoints(int lines) {
        return Math.min(MAX_POINTS, Math.max(MIN_POINTS, MAX_IN_ALL / Math.max(1, lines)));
    }

    public static String json(List<Chart> charts) {
        var thinned = charts.stream()
                .map(each -> each.thinned(mostPoints(each.series().size())));
        return PageFrame.json(thinned.map(ChartData::chart).toList());
    }

    /** A chart as the script reads it. Series of one run share their xs. */
    private record ChartJson(
            String id,
            String title,
            Axis x,
            Axis y,
            List<List<BigDecimal>> xs,
            List<Line> series,
            List<MarkJson> marks) {}

    /** A series; {@code xs} is the index of its xs. */
    private record Line(
            String name,
            String look,
            boolean dashed,
            String color,
            boolean shown,
            int xs,
            List<@Nullable BigDecimal> ys) {}

    private record MarkJson(
            BigDecimal at, String letter, boolean phase, boolean point, boolean measured, String text) {}

    private static ChartJson chart(Chart chart) {
        Map<List<Double>, Integer> places = new LinkedHashMap<>();
        List<Line> series = new ArrayList<>();
        for (Series each : chart.series()) {
            places.putIfAbsent(each.xs(), places.size());
            List<@Nullable BigDecimal> ys = new ArrayList<>();
            each.ys().forEach(y -> ys.add(Double.isFinite(y) ? Figures.fourDigits(y) : null));
            String look = each.look().name().toLowerCase(Locale.ROOT);
            boolean shown = chart.shown().contains(each);
            int xs = places.getOrDefault(each.xs(), 0);
            series.add(new Line(each.name(), look, each.isDashed(), each.colorClass(), shown, xs, ys));
        }
        List<List<BigDecimal>> xs = new ArrayList<>();
        places.keySet()
                .forEach(each -> xs.add(each.stream().map(ChartData::place).toList()));
        List<Mark> lettered = Mark.lettered(chart.marks());
        List<MarkJson> marks = new ArrayList<>();
        for (Mark mark : chart.marks()) {
            String letter = lettered.contains(mark) ? Mark.letter(lettered.indexOf(mark)) : "";
            boolean point = mark.weight() == Mark.Weight.POINT;
            boolean measured = mark.weight() == Mark.Weight.MEASURED;
            marks.add(new MarkJson(place(mark.at()), letter, mark.isPhase(), point, measured, mark.text()));
        }
        return new ChartJson(chart.id(), chart.title(), chart.x(), chart.y(), xs, series, marks);
    }

    /** Rounds to a thousandth: four digits are too few for a day in seconds. */
    private static BigDecimal place(double x) {
        BigDecimal thousandths = BigDecimal.valueOf(Math.round(x * 1000), 3).stripTrailingZeros();
        return thousandths.scale() < 0 ? thousandths.setScale(0) : thousandths;
    }
}
