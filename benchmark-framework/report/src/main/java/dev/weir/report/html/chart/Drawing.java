package dev.weir.report.html.chart;

import dev.weir.report.Figures;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.Tag;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/** Draws a chart as SVG, for printers and browsers without scripts. Values outside the axes are gaps. */
public final class Drawing {
    /** More points cannot be distinguished on paper. */
    private static final int MAX_POINTS = 240;

    private static final double WIDTH = 760;
    private static final double HEIGHT = 280;
    private static final double LEFT = 62;
    private static final double RIGHT = 14;
    private static final double TOP = 18;
    private static final double BOTTOM = 44;

    /** About the width of a letter. */
    private static final double LABEL_UNITS = 6;

    private final Chart chart;
    private final AxisRange x;
    private final AxisRange y;
    private final Tag svg;

    private Drawing(Chart chart) {
        this.chart = chart;
        this.x = AxisRange.ofX(chart, chart.shown());
        this.y = AxisRange.ofY(chart, chart.shown());
        this.svg = svg(WIDTH, HEIGHT, chart.title());
    }

    public static Tag svg(double width, double height, String label) {
        String box = "0 0 " + Figures.tenths(width) + " " + Figures.tenths(height);
        return Tag.of("svg").with("viewBox", box).with("role", "img").with("aria-label", label);
    }

    static Tag of(Chart chart) {
        return new Drawing(chart.thinned(MAX_POINTS)).draw();
    }

    private Tag draw() {
        phases();
        grid();
        marks();
        List<Series> shown = chart.shown();
        for (int i = 0; i < shown.size(); i++) {
            if (shown.get(i).look() == Series.Look.HIGHEST) {
                band(shown.get(i - 1), shown.get(i));
            } else {
                draw(shown.get(i));
            }
        }
        return svg;
    }

    private void grid() {
        for (double tick : chart.y().ticks(y.min(), y.max(), 5)) {
            svg.add(line(LEFT, atY(tick), WIDTH - RIGHT, atY(tick), "grid"));
            svg.add(text(LEFT - 6, atY(tick) + 4, "end", chart.y().tick(tick)));
        }
        double bottom = HEIGHT - BOTTOM;
        for (double tick : chart.x().ticks(x.min(), x.max(), 8)) {
            svg.add(line(atX(tick), TOP, atX(tick), bottom, "grid"));
            svg.add(text(atX(tick), bottom + 15, "middle", chart.x().tick(tick)));
        }
        svg.add(text(LEFT, TOP - 6, "start", chart.y().label()));
        svg.add(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, "middle", chart.x().label()));
    }

    /** Draws the names of phases, and shades those that are not measured. */
    private void phases() {
        List<Mark> begins = chart.marks().stream().filter(Mark::isPhase).toList();
        for (int i = 0; i < begins.size(); i++) {
            Mark begin = begins.get(i);
            double from = Math.max(atX(begin.at()), LEFT);
            double to = Math.min(i + 1 < begins.size() ? atX(begins.get(i + 1).at()) : WIDTH, WIDTH - RIGHT);
            if (to > from && begin.weight() == Mark.Weight.UNMEASURED) {
                svg.add(rect(from, TOP, to - from, HEIGHT - TOP - BOTTOM, "unmeasured"));
            }
            if (to > from && to - from > LABEL_UNITS * begin.text().length()) {
                svg.add(text(from + 3, TOP + 10, "start", begin.text()));
            }
        }
    }

    private void marks() {
        List<Mark> lettered = Mark.lettered(chart.marks());
        double before = Double.NEGATIVE_INFINITY;
        int level = 0;
        for (Mark mark : chart.marks()) {
            if (x.holds(mark.at()) && mark.weight() != Mark.Weight.POINT) {
                double at = atX(mark.at());
                double top = mark.weight() == Mark.Weight.PAUSE ? HEIGHT - BOTTOM - 8 : TOP;
                svg.add(line(at, top, at, HEIGHT - BOTTOM, "mark"));
                if (mark.weight() == Mark.Weight.EVENT) {
                    level = at - before < 12 ? level + 1 : 0;
                    before = at;
                    svg.add(text(before + 3, TOP + 21 + 11 * level, "start", Mark.letter(lettered.indexOf(mark))));
                }
            }
        }
    }

    private void band(Series lowest, Series highest) {
        var edge = new StringBuilder(path(highest));
        for (int i = lowest.xs().size() - 1; i >= 0; i--) {
            if (y.holds(lowest.ys().get(i))) {
                edge.append('L').append(place(lowest, i));
            }
        }
        svg.add(Tag.of("path").is("band " + highest.colorClass()).with("d", edge + "Z"));
    }

    private void draw(Series series) {
        String color = series.colorClass();
        if (series.hasLine()) {
            svg.add(line(series, path(series)));
        }
        boolean crosses = series.look() == Series.Look.CROSSES;
        for (int i = 0; i < series.xs().size(); i++) {
            if ((crosses || series.hasDots()) && y.holds(series.ys().get(i))) {
                double atX = atX(series.xs().get(i));
                double atY = atY(series.ys().get(i));
                svg.add(crosses ? cross(atX, atY, color) : dot(atX, atY, 3.5, color));
            }
        }
    }

    static Tag line(Series series, String path) {
        String dashed = series.isDashed() ? " dashed" : "";
        return Tag.of("path").is("line " + series.colorClass() + dashed).with("d", path);
    }

    public static Tag dot(double atX, double atY, double radius, String color) {
        return shape("circle", "dot " + color, List.of("cx", "cy", "r"), atX, atY, radius);
    }

    static Tag cross(double atX, double atY, String color) {
        String path = "M" + Figures.tenths(atX - 4) + " " + Figures.tenths(atY - 4) + "l8 8m0 -8l-8 8";
        return Tag.of("path").is("line " + color).with("d", path);
    }

    private String path(Series series) {
        var path = new StringBuilder();
        boolean gap = true;
        for (int i = 0; i < series.xs().size(); i++) {
            double value = series.ys().get(i);
            if (y.holds(value)) {
                path.append(gap ? 'M' : 'L').append(place(series, i));
            }
            gap = !y.holds(value);
        }
        return path.toString();
    }

    private String place(Series series, int index) {
        return Figures.tenths(atX(series.xs().get(index))) + " "
                + Figures.tenths(atY(series.ys().get(index)));
    }

    private double atX(double value) {
        return LEFT + x.share(value) * (WIDTH - LEFT - RIGHT);
    }

    private double atY(double value) {
        return HEIGHT - BOTTOM - y.share(value) * (HEIGHT - TOP - BOTTOM);
    }

    public static Tag line(double fromX, double fromY, double toX, double toY, String styleClass) {
        return shape("line", styleClass, List.of("x1", "y1", "x2", "y2"), fromX, fromY, toX, toY);
    }

    private static Tag shape(String name, String styleClass, List<String> attributes, double... values) {
        Tag shape = Tag.of(name).is(styleClass);
        for (int i = 0; i < values.length; i++) {
            shape.with(attributes.get(i), values[i]);
        }
        return shape;
    }

    public static Tag rect(double x, double y, double width, double height, String styleClass) {
        return shape("rect", styleClass, List.of("x", "y", "width", "height"), x, y, width, height);
    }

    public static Tag text(double atX, double atY, String anchor, String text) {
        return Tag.of("text", text).with("x", atX).with("y", atY).with("text-anchor", anchor);
    }

    /** Range of an axis, and the places of values on it. If it is logarithmic, {@code min} is above 0. */
    private record AxisRange(double min, double max, boolean log) {
        static AxisRange ofX(Chart chart, List<Series> series) {
            var values = new DoubleSummaryStatistics();
            series.forEach(each -> each.xs().forEach(values::accept));
            double min = values.getMin();
            double max = values.getMax();
            if (chart.x().kind() == NumberKind.CATEGORY) {
                return new AxisRange(-0.5, chart.x().categories().size() - 0.5, false);
            }
            if (chart.x().kind() == NumberKind.RATE || chart.x().kind() == NumberKind.PLAIN) {
                double margin = max > min ? (max - min) * 0.05 : Math.max(1, Math.abs(max) * 0.5);
                return new AxisRange(min - margin, max + margin, false);
            }
            return new AxisRange(min, max > min ? max : min + 1, false);
        }

        /** Returns the range of the y axis: from 0, or, if it is logarithmic, from the smallest value. */
        static AxisRange ofY(Chart chart, List<Series> series) {
            var values = new DoubleSummaryStatistics();
            series.forEach(each -> each.ys().stream()
                    .filter(y -> Double.isFinite(y) && (!chart.y().log() || y > 0))
                    .forEach(values::accept));
            if (chart.y().log() && values.getCount() > 0) {
                return new AxisRange(values.getMin() / 1.2, values.getMax() * 1.2, true);
            }
            // Without values, the smallest is infinite, and the largest minus infinity.
            double max = values.getMax();
            return new AxisRange(Math.min(0, values.getMin()), max > 0 ? max * 1.05 : 1, false);
        }

        /** Returns the place of a value: 0 at the begin, 1 at the end. */
        double share(double value) {
            return log ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
        }

        boolean holds(double value) {
            return Double.isFinite(value) && value >= min && value <= max;
        }
    }
}
