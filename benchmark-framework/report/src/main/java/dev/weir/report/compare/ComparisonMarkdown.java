package dev.weir.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats a comparison as Markdown, such as for a comment of a CI system. */
public final class ComparisonMarkdown {
    private ComparisonMarkdown() {}

    public static List<String> lines(Comparison comparison) {
        List<String> lines = new ArrayList<>();
        lines.add("**A** " + escaped(comparison.a().title()) + "  ");
        lines.add("**B** " + escaped(comparison.b().title()));
        lines.add("");
        lines.add("| verdict on B | figure | A | B | B to A | interval | |");
        lines.add("|---|---|--:|--:|--:|---|---|");
        for (FigureComparison figure : comparison.primary()) {
            Judgement judgement = figure.judgement().orElseThrow();
            lines.add(row(
                    "**" + judgement.verdict().word().toUpperCase(Locale.ROOT) + "**",
                    figure,
                    comparison,
                    escaped(Stream.concat(Stream.of(judgement.why()), ComparisonFormat.disagreement(figure).stream())
                                    .filter(text -> !text.isEmpty())
                                    .collect(Collectors.joining("; ")))
                            + " |"));
        }
        lines.add("");
        for (ComparisonRemark remark : comparison.remarks()) {
            lines.add("* **" + remark.weight().word() + ":** " + escaped(remark.textWithRule()));
        }
        if (!comparison.remarks().isEmpty()) {
            lines.add("");
        }
        lines.add(ComparisonFormat.basis(comparison));
        if (!comparison.described().isEmpty()) {
            lines.add("");
            lines.add("<details><summary>Other figures, without verdicts</summary>");
            lines.add("");
            lines.add("| | figure | A | B | B to A | interval |");
            lines.add("|---|---|--:|--:|--:|---|");
            comparison.described().forEach(figure -> lines.add(row("", figure, comparison, "")));
            lines.add("");
            lines.add("</details>");
        }
        return lines;
    }

    private static String row(String first, FigureComparison figure, Comparison comparison, String last) {
        String row = String.join(" | ", ComparisonFormat.cells(figure, comparison));
        return "| " + first + " | " + row + " |" + (last.isEmpty() ? "" : " " + last);
    }

    /** Escapes a text, because names come from files, and must neither end a cell nor be markup. */
    public static String escaped(String text) {
        return text.replaceAll("([\\\\|`*_<>\\[\\]])", "\\\\$1").replaceAll("\\s+", " ");
    }
}
