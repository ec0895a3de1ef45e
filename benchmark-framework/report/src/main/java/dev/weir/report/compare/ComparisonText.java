package dev.weir.report.compare;

import dev.weir.report.Paragraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Formats a comparison for a terminal of 80 columns, the verdicts first. */
public final class ComparisonText {
    private static final int WIDTH = 80;
    private static final String INDENT = "    ";

    private ComparisonText() {}

    public static List<String> lines(Comparison comparison) {
        List<String> lines = new ArrayList<>();
        addSide(comparison.a(), lines);
        addSide(comparison.b(), lines);
        // A reader must know about unequal sides before any verdict.
        addRemarks(comparison, remark -> remark.weight() == ComparisonRemark.Weight.UNEQUAL, lines);
        lines.add("");
        lines.add(
                String.format(Locale.ROOT, "%-38s%9s  %s", "B against A:", "change", "medians of the runs of A -> B"));
        comparison.primary().forEach(figure -> addVerdict(figure, comparison, lines));
        addRemarks(comparison, remark -> remark.weight() != ComparisonRemark.Weight.UNEQUAL, lines);
        lines.add("");
        lines.addAll(Paragraph.lines("", "", ComparisonFormat.basis(comparison), WIDTH));
        if (!comparison.described().isEmpty()) {
            lines.add("");
            lines.add(row("no verdict; ms, msg/s", "A", "B", "B to A", "interval"));
            comparison.described().forEach(figure -> lines.add(described(figure, comparison)));
        }
        return lines;
    }

    private static void addRemarks(Comparison comparison, Predicate<ComparisonRemark> which, List<String> lines) {
        List<ComparisonRemark> some =
                comparison.remarks().stream().filter(which).toList();
        if (!some.isEmpty()) {
            lines.add("");
        }
        some.forEach(remark -> lines.addAll(
                Paragraph.lines("", INDENT, remark.weight().word() + ": " + remark.textWithRule(), WIDTH)));
    }

    private static void addSide(RunGroup side, List<String> lines) {
        lines.addAll(Paragraph.lines(side.name() + "  ", "   ", side.titleWithFiles(), WIDTH));
    }

    private static void addVerdict(FigureComparison figure, Comparison comparison, List<String> lines) {
        Judgement judgement = figure.judgement().orElseThrow();
        lines.add(String.format(
                Locale.ROOT,
                "%-16s%-22s%9s  %s -> %s %s",
                judgement.verdict().word().toUpperCase(Locale.ROOT),
                figure.figure().text(),
                ComparisonFormat.change(figure.estimate().ratio()),
                ComparisonFormat.value(figure.figure(), figure.medianOfA()),
                ComparisonFormat.value(figure.figure(), figure.medianOfB()),
                ComparisonFormat.unit(figure.figure())));
        List<String> details = new ArrayList<>();
        if (figure.estimate().interval().isPresent()) {
            details.add(ComparisonFormat.interval(figure, comparison));
        }
        if (!judgement.why().isEmpty()) {
            details.add(judgement.why());
        }
        ComparisonFormat.disagreement(figure).ifPresent(details::add);
        if (!details.isEmpty()) {
            String indent = " ".repeat(16);
            lines.addAll(Paragraph.lines(indent, indent, String.join("; ", details), WIDTH));
        }
    }

    private static String described(FigureComparison figure, Comparison comparison) {
        return row(
                figure.figure().text(),
                ComparisonFormat.value(figure.figure(), figure.medianOfA()),
                ComparisonFormat.value(figure.figure(), figure.medianOfB()),
                ComparisonFormat.change(figure.estimate().ratio()),
                ComparisonFormat.interval(figure, comparison));
    }

    private static String row(String name, String a, String b, String change, String interval) {
        return String.format(Locale.ROOT, "%-24s%8s%8s%9s  %s", name, a, b, change, interval);
    }
}
