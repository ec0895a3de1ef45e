package dev.weir.feature.stages;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.feature.Feature;
import dev.weir.feature.brokermetrics.BrokerRequests;
import dev.weir.feature.stages.StageBreakdown.Basis;
import dev.weir.feature.stages.StageBreakdown.MessageStage;
import dev.weir.feature.stages.StageBreakdown.StageTime;
import dev.weir.measure.LatencySet;
import dev.weir.report.Figures;
import dev.weir.report.PartView;
import dev.weir.report.html.chart.Axis;
import dev.weir.report.html.chart.Drawing;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.section.PartSection;
import dev.weir.report.html.tag.NumberKind;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.document.ResultPart;
import dev.weir.result.document.ResultPart.DerivedPart;
import dev.weir.result.document.RunDetails;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The part {@code stages} of a result, and how it is shown. */
public final class Stages implements Feature, DerivedPart, PartView, PartSection {
    static final ResultPart<List<StageBreakdown>> PART = new ResultPart<>("stages", new TypeReference<>() {});

    private static final String INCONSISTENT =
            "Inconsistent: the stages together are longer than the latency, so some estimates are too long.";

    @Override
    public List<?> seats() {
        return List.of(this, PART);
    }

    @Override
    public String name() {
        return PART.name();
    }

    @Override
    public Optional<List<StageBreakdown>> of(LatencySet measured, RunDetails details) {
        List<StageBreakdown> breakdowns =
                StageDivision.of(measured, details.clients(), BrokerRequests.in(details, "Produce"));
        return Optional.of(breakdowns).filter(any -> !any.isEmpty());
    }

    @Override
    public List<String> explanation(RunDetails details) {
        List<String> lines = new ArrayList<>();
        for (StageBreakdown each : PART.in(details).orElse(List.of())) {
            lines.add(title(each) + ":");
            for (StageTime stage : each.stages()) {
                String time = stage.nanos().isPresent() ? millis(stage) + " ms" : "-";
                String name = MessageStage.text(stage.stage());
                lines.add(String.format(Locale.ROOT, "  %-34s %10s  %s", name, time, stage.basis()));
            }
            if (each.stages().stream().anyMatch(stage -> stage.is(Basis.INCONSISTENT))) {
                lines.add("  " + INCONSISTENT);
            }
        }
        return lines;
    }

    @Override
    public List<Tag> tags(ShownRun run) {
        Map<String, List<StageBreakdown>> latencies = PART.in(run.result().weir()).orElse(List.of()).stream()
                .collect(Collectors.groupingBy(StageBreakdown::latency, LinkedHashMap::new, Collectors.toList()));
        List<Tag> tags = new ArrayList<>();
        latencies.forEach((latency, figures) -> {
            tags.add(Tag.of("h3", "Stages of " + latency));
            tags.add(Tag.note(
                    "The line marks the latency. Stages of a mean add up to it. Stages of a p99 do not: each is the p99"
                            + " of its own. Pale stages are estimated, or what the others leave."));
            tags.add(StageDrawing.of(figures));
            figures.forEach(each -> tags.add(table(each)));
        });
        return tags;
    }

    private static Tag table(StageBreakdown breakdown) {
        Table table = Table.of(title(breakdown), "ms", "basis");
        breakdown.stages().forEach(stage -> {
            Tag time = Tag.of("span", millis(stage));
            Tag basis = Tag.of("span", stage.is(Basis.INCONSISTENT) ? INCONSISTENT : stage.basis());
            table.add("", List.of(name(stage), time, basis));
        });
        return table.tag();
    }

    private static Tag name(StageTime stage) {
        Tag key = Tag.of("svg")
                .is("key")
                .with("viewBox", "0 0 22 10")
                .with("aria-hidden", "true")
                .add(Tag.of("rect").is(style(stage)).with("width", "22").with("height", "10"));
        return Tag.of("span").add(key).text(MessageStage.text(stage.stage()));
    }

    private static String style(StageTime stage) {
        return MessageStage.color(stage.stage()) + (stage.is(Basis.MEASURED) ? "" : " estimated");
    }

    /** Returns what is divided: {@code mean publishResponse, 3.20 ms}. */
    private static String title(StageBreakdown breakdown) {
        return breakdown.figure() + " " + breakdown.latency() + ", " + (breakdown.lowerBound() ? "> " : "")
                + Figures.millis(breakdown.totalNanos()) + " ms"
                + (breakdown.figure().equals(StageBreakdown.MEAN) ? "" : " (stages do not add up)");
    }

    /** Formats the time of a stage in milliseconds, with its sign; empty if it is unknown. */
    private static String millis(StageTime stage) {
        long nanos = stage.nanos().orElse(0);
        String sign = nanos < 0 ? "-" : "";
        return stage.nanos().isEmpty() ? "" : sign + Figures.millis(Math.abs(nanos));
    }

    /**
     * Draws the stages of figures of one latency as stacked bars to one scale. A line marks the value of each figure: the
     * stages of a percentile do not end there.
     */
    private static final class StageDrawing {
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
            this.most = figures.stream().mapToDouble(StageDrawing::length).reduce(MIN_REACH, Math::max);
        }

        static Tag of(List<StageBreakdown> figures) {
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
                double millis = drawnMillis(stage);
                if (millis > 0) {
                    svg.add(Drawing.rect(at(from), y, at(from + millis) - at(from), BAR, style(stage)));
                    from += millis;
                }
            }
            double total = at(figure.totalNanos() / NANOS_PER_MILLI);
            svg.add(Drawing.line(total, top + 2, total, top + ROW - 2, "mark"));
        }

        /** Returns the length of a bar with the mark of its figure, in milliseconds. */
        private static double length(StageBreakdown figure) {
            double drawn = figure.stages().stream()
                    .mapToDouble(StageDrawing::drawnMillis)
                    .filter(millis -> millis > 0)
                    .sum();
            return Math.max(drawn, figure.totalNanos() / NANOS_PER_MILLI);
        }

        private static double drawnMillis(StageTime stage) {
            return stage.nanos().orElse(0) / NANOS_PER_MILLI;
        }

        private double at(double millis) {
            return LEFT + Math.max(0, millis) / most * (WIDTH - LEFT - RIGHT);
        }
    }
}
