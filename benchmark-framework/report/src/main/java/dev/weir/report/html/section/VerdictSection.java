package dev.weir.report.html.section;

import dev.weir.report.compare.Comparison;
import dev.weir.report.compare.ComparisonFormat;
import dev.weir.report.compare.ComparisonRemark;
import dev.weir.report.compare.FigureComparison;
import dev.weir.report.compare.Judgement;
import dev.weir.report.compare.RunGroup;
import dev.weir.report.html.chart.IntervalDrawing;
import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import java.util.ArrayList;
import java.util.List;
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
}
