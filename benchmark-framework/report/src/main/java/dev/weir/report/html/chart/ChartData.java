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
        List<Object> all = new ArrayList<>();
        charts.forEach(
                chart -> all.add(chart(chart.thinned(mostPoints(chart.series().size())))));
        return PageFrame.json(all);
    }

    private static Map<String, Object> chart(Chart chart) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", chart.id());
        map.put("title", chart.title());
        map.put("x", chart.x());
        map.put("y", chart.y());
        // Series of one run share their xs.
        List<List<BigDecimal>> xs = new ArrayList<>();
        Map<List<Double>, Integer> known = new LinkedHashMap<>();
        List<Object> series = new ArrayList<>();
        for (Series each : chart.series()) {
            int index = known.computeIfAbsent(each.xs(), values -> {
                xs.add(values.stream().map(ChartData::place).toList());
                return xs.size() - 1;
            });
            series.add(series(each, index, chart.shown().contains(each)));
        }
        map.put("xs", xs);
        map.put("series", series);
        map.put("marks", marks(chart.marks()));
        return map;
    }

    private static Map<String, Object> series(Series series, int xs, boolean shown) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", series.name());
        map.put("look", series.look().name().toLowerCase(Locale.ROOT));
        map.put("dashed", series.isDashed());
        map.put("color", series.colorClass());
        map.put("shown", shown);
        map.put("xs", xs);
        List<@Nullable BigDecimal> ys = new ArrayList<>();
        series.ys().forEach(y -> ys.add(Double.isFinite(y) ? Figures.fourDigits(y) : null));
        map.put("ys", ys);
        return map;
    }

    private static List<Object> marks(List<Mark> marks) {
        List<Mark> lettered = Marks.lettered(marks);
        List<Object> all = new ArrayList<>();
        for (Mark mark : marks) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("at", place(mark.at()));
            map.put("letter", lettered.contains(mark) ? Marks.letter(lettered.indexOf(mark)) : "");
            map.put("phase", mark.isPhase());
            map.put("point", mark.weight() == Mark.Weight.POINT);
            map.put("measured", mark.weight() == Mark.Weight.MEASURED);
            map.put("text", mark.text());
            all.add(map);
        }
        return all;
    }

    /** Rounds to a thousandth: four digits are too few for a day in seconds. */
    private static BigDecimal place(double x) {
        BigDecimal thousandths = BigDecimal.valueOf(Math.round(x * 1000), 3).stripTrailingZeros();
        return thousandths.scale() < 0 ? thousandths.setScale(0) : thousandths;
    }
}
