package dev.weir.feature.stages;

import dev.weir.feature.stages.StageBreakdown.Basis;
import dev.weir.feature.stages.StageBreakdown.MessageStage;
import dev.weir.feature.stages.StageBreakdown.StageTime;
import dev.weir.report.Figures;
import dev.weir.report.html.chart.Axis;
import dev.weir.report.html.chart.Drawing;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.Tag;
import java.util.List;

/**
 * Draws the stages of figures of one latency as stacked bars to one scale. A line marks the value of each figure: the
 * stages of a percentile do not end there.
 */
final class StageDrawing {
    private static final double WIDTH = 900;
    private static final double LEFT = 60;
    private static final double RIGHT = 30;
    private static final double ROW = 34;
    private static final double BAR = 22;
    private static final double BOTTOM = 40;
    private static final double NANOS_PER_MILLI = 1e6;
    /** A microsecond, so that there is a scale. */
    private static final double MIN_REACH = 1e-3;

    private final List<StageBreakdown> figures;
    private final double most;
    private final Tag svg = Tag.of("svg");

    private StageDrawing(List<StageBreakdown> figures) {
        this.figures = figures;
        this.most = Math.max(
                MIN_REACH,
                figures.stream().mapToDouble(StageDrawing::length).max().orElse(MIN_REACH));
    }

    public static Tag of(List<StageBreakdown> figures) {
        return Tag.of("div").is("plot").add(new StageDrawing(figures).draw());
    }

    private Tag draw() {
        double bottom = ROW * figures.size();
        svg.with("viewBox", "0 0 " + Figures.tenths(WIDTH) + " " + Figures.tenths(bottom + BOTTOM))
                .with("role", "img")
                .with("aria-label", "Stages as stacked bars; the table has the same figures");
        for (double tick : Axis.linear("ms", NumberKind.MILLIS).ticks(0, most, 8)) {
            svg.add(Drawing.line(at(tick), 0, at(tick), bottom, "grid"));
            svg.add(Drawing.text(at(tick), bottom + 15, "middle", Figures.significant(tick)));
        }
        svg.add(Drawing.text((LEFT + WIDTH - RIGHT) / 2, bottom + BOTTOM - 6, "middle", "ms"));
        for (int i = 0; i < figures.size(); i++) {
            bar(figures.get(i), ROW * i);
        }
        return svg;
    }

    private void bar(StageBreakdown figure, double top) {
        double y = top + (ROW - BAR) / 2;
        svg.add(Drawing.text(LEFT - 8, y + BAR / 2 + 4, "end", figure.figure()));
        double from = 0;
        for (StageTime stage : figure.stages()) {
            double millis = millis(stage);
            if (millis > 0) {
                String style = MessageStage.color(stage.stage()) + (stage.is(Basis.MEASURED) ? "" : " estimated");
                svg.add(Drawing.rect(at(from), y, at(from + millis) - at(from), BAR, style));
                from += millis;
            }
        }
        double total = at(figure.totalNanos() / NANOS_PER_MILLI);
        svg.add(Drawing.line(total, top + 2, total, top + ROW - 2, "mark"));
    }

    /** Returns the length of a bar with the mark of its figure, in milliseconds. */
    private static double length(StageBreakdown figure) {
        double drawn = figure.stages().stream()
                .mapToDouble(StageDrawing::millis)
                .filter(millis -> millis > 0)
                .sum();
        return Math.max(drawn, figure.totalNanos() / NANOS_PER_MILLI);
    }

    private static double millis(StageTime stage) {
        return stage.nanos().orElse(0) / NANOS_PER_MILLI;
    }

    private double at(double millis) {
        return LEFT + Math.max(0, millis) / most * (WIDTH - LEFT - RIGHT);
    }
}
