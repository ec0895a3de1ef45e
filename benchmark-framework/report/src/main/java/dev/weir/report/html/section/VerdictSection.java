package dev.weir.report.html.section;

import dev.weir.report.Figures;
import dev.weir.report.compare.Comparison;
import dev.weir.report.compare.ComparisonFormat;
import dev.weir.report.compare.ComparisonRemark;
import dev.weir.report.compare.FigureComparison;
import dev.weir.report.compare.Judgement;
import dev.weir.report.compare.RunGroup;
import dev.weir.report.html.chart.Drawing;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Section about a comparison: its limits, the verdicts, and the figures without one. */
public final class VerdictSection {
    private VerdictSection() {}

    public static List<Tag> of(List<Comparison> comparisons) {
        return IntStream.range(0, comparisons.size())
                .mapToObj(i -> of("verdict-" + (i + 1), comparisons.get(i)))
                .toList();
    }

    private static Tag of(String id, Comparison comparison) {
        Tag section = Tag.section(id, "Verdict" + ComparisonFormat.place(comparison));
        section.is("verdicts").add(side(comparison.a()), side(comparison.b()));
        if (!comparison.remarks().isEmpty()) {
            Table remarks = Table.of("", "what to know first").stacked();
            for (ComparisonRemark remark : comparison.remarks()) {
                Tag kind = Tag.of("span", remark.weight().word()).is("kind");
                remarks.add(style(remark.weight()), List.of(kind, remark.textWithRule()));
            }
            section.add(remarks.tag());
        }
        Table verdicts = Table.of("verdict on B", "figure", "A", "B", "B to A", "interval", "why");
        comparison.primary().forEach(figure -> verdicts.row(verdict(figure, comparison)));
        section.add(verdicts.tag(), IntervalDrawing.of(comparison));
        section.add(Tag.note(ComparisonFormat.basis(comparison)));
        if (!comparison.described().isEmpty()) {
            Table others = Table.of("figure", "A", "B", "B to A", "interval").numbersFrom(1);
            comparison.described().forEach(figure -> others.row(ComparisonFormat.cells(figure, comparison)));
            section.add(Tag.details("Other figures, without verdicts", others.tag()));
        }
        return section;
    }

    private static Tag side(RunGroup side) {
        return Tag.of("p").add(Tag.of("b", side.name())).text(" " + side.titleWithFiles());
    }

    private static String style(ComparisonRemark.Weight weight) {
        return switch (weight) {
            case REFUSED -> "invalid";
            case UNEQUAL, DOUBTFUL -> "degraded";
            case NOTE -> "";
        };
    }

    private static List<Object> verdict(FigureComparison figure, Comparison comparison) {
        Judgement judgement = figure.judgement().orElseThrow();
        String style = switch (judgement.verdict()) {
            case BETTER -> "valid";
            case WORSE -> "invalid";
            case INCONCLUSIVE, NOT_COMPARABLE -> "degraded";
            case EQUIVALENT -> "omb";
        };
        Tag badge = Tag.of("span", judgement.verdict().word()).is("badge " + style);
        List<Object> cells = new ArrayList<>(List.of(badge));
        cells.addAll(ComparisonFormat.cells(figure, comparison));
        cells.add(judgement.why());
        return cells;
    }

    /** Draws the ratios of B to A with their confidence intervals, and the margin of equivalent sides. */
    private static final class IntervalDrawing {
        private static final double WIDTH = 900;
        private static final double LEFT = 190;
        private static final double RIGHT = 30;
        private static final double TOP = 8;
        private static final double ROW = 22;
        private static final double BOTTOM = 40;
        private static final double TICK_ROOM = 38;
        private static final double MAX_REACH = 1000;
        private static final int[] RISES = {1, 2, 3, 5, 10, 15, 20, 30, 50, 75, 100, 200, 500, 1000, 5000, 20_000};
        private static final int[] FALLS = {-1, -2, -3, -5, -10, -15, -20, -30, -40, -50, -60, -70, -80, -90, -95, -99};

        private final List<FigureComparison> figures;
        private final double margin;
        /** Largest ratio of the axis; the smallest is its inverse, so that both directions have equal room. */
        private final double reach;

        private final double height;
        private final Tag svg;

        private IntervalDrawing(Comparison comparison) {
            this.figures = comparison.figures().stream()
                    .filter(figure -> figure.estimate().ratio().isPresent())
                    .toList();
            this.margin = 1 + comparison.rules().margin();
            double furthest = figures.stream()
                    .flatMapToDouble(IntervalDrawing::ends)
                    .max()
                    .orElse(1);
            this.reach = Math.pow(Math.min(MAX_REACH, Math.max(margin * margin, furthest)), 1.1);
            this.height = TOP + ROW * figures.size() + BOTTOM;
            String label = "Ratios of B to A with their intervals; the table has the same figures";
            this.svg = Drawing.svg(WIDTH, height, label);
        }

        static Tag of(Comparison comparison) {
            return Tag.of("div").is("plot").add(new IntervalDrawing(comparison).draw());
        }

        private Tag draw() {
            double bottom = height - BOTTOM;
            svg.add(Drawing.rect(at(1 / margin), TOP, at(margin) - at(1 / margin), bottom - TOP, "margin"));
            tick(0, bottom);
            ticks(RISES, bottom);
            ticks(FALLS, bottom);
            String label = "B to A, %, with intervals; shaded: equivalent";
            svg.add(Drawing.text((LEFT + WIDTH - RIGHT) / 2, height - 6, "middle", label));
            for (int i = 0; i < figures.size(); i++) {
                row(figures.get(i), TOP + ROW * (i + 0.5));
            }
            return svg;
        }

        /** Draws ticks from the middle outwards, as many as there is room for. */
        private void ticks(int[] percents, double bottom) {
            double before = at(1);
            for (int percent : percents) {
                double ratio = 1 + percent / 100.0;
                if (Math.max(ratio, 1 / ratio) <= reach && Math.abs(at(ratio) - before) >= TICK_ROOM) {
                    before = at(ratio);
                    tick(percent, bottom);
                }
            }
        }

        private void tick(int percent, double bottom) {
            double x = at(1 + percent / 100.0);
            svg.add(Drawing.line(x, TOP, x, bottom, "grid"));
            svg.add(Drawing.text(x, bottom + 15, "middle", (percent > 0 ? "+" : "") + percent));
        }

        private void row(FigureComparison figure, double y) {
            String color = figure.judgement().isPresent() ? "c0" : "c7";
            svg.add(Drawing.text(LEFT - 10, y + 4, "end", figure.figure().text()));
            figure.estimate().interval().ifPresent(interval -> {
                String from = Figures.tenths(at(interval.low())) + " " + Figures.tenths(y);
                String to = Figures.tenths(at(interval.high())) + " " + Figures.tenths(y);
                svg.add(Tag.of("path").is("line " + color).with("d", "M" + from + "L" + to));
            });
            svg.add(Drawing.dot(at(figure.estimate().ratio().orElse(1)), y, 4, color));
        }

        /** Returns the ends of the interval as ratios above 1. */
        private static DoubleStream ends(FigureComparison figure) {
            return DoubleStream.concat(
                            figure.estimate().ratio().stream(),
                            figure.estimate().interval().stream()
                                    .flatMapToDouble(interval -> DoubleStream.of(interval.low(), interval.high())))
                    .map(ratio -> Math.max(ratio, 1 / ratio));
        }

        /** Returns the position of a ratio; values beyond the axis are drawn at its end. */
        private double at(double ratio) {
            double within = Math.max(1 / reach, Math.min(reach, ratio));
            return LEFT + (Math.log(within) / Math.log(reach) + 1) / 2 * (WIDTH - LEFT - RIGHT);
        }
    }
}
