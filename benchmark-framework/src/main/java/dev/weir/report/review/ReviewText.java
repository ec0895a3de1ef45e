package dev.weir.report.review;

import dev.weir.report.Paragraph;
import dev.weir.report.review.RuleVerdict.Status;
import dev.weir.result.code.Code;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Formats a review for a terminal of 80 columns: the answer, the violated rules, then those that were not judged. */
public final class ReviewText {
    private static final int WIDTH = 80;
    private static final String INDENT = "  ";

    private ReviewText() {}

    /** Returns the lines. */
    public static List<String> lines(Review review) {
        List<String> lines = new ArrayList<>(Paragraph.lines("", "", review.answer(), WIDTH));
        lines.addAll(Paragraph.lines("", INDENT, "reviewed: " + review.systems(), WIDTH));
        review.of(Status.VIOLATED).stream()
                .sorted(Comparator.comparing(RuleVerdict::warns))
                .forEach(verdict -> addViolation(verdict, lines));
        List<RuleVerdict> unknown = review.of(Status.UNKNOWN);
        if (!unknown.isEmpty()) {
            lines.add("");
            lines.add("not judged, which is no violation:");
            for (RuleVerdict verdict : unknown) {
                String why = String.join("; ", verdict.shownEvidence());
                lines.addAll(
                        Paragraph.lines(INDENT, INDENT + INDENT, verdict.rule().name() + ": " + why, WIDTH));
            }
        }
        return lines;
    }

    private static void addViolation(RuleVerdict verdict, List<String> lines) {
        lines.add("");
        lines.add(
                (verdict.refuses() ? "refused: " : "warning: ") + verdict.rule().name());
        verdict.shownEvidence().forEach(text -> lines.addAll(Paragraph.lines("  * ", "    ", text, WIDTH)));
        Code.Explanation texts = verdict.rule().explanation().orElseThrow();
        add("Rule: " + texts.happened(), lines);
        add("Why it matters: " + texts.matters(), lines);
        add("What to do: " + texts.remedy(), lines);
        add("Source: " + verdict.rule().source(), lines);
    }

    private static void add(String text, List<String> lines) {
        lines.addAll(Paragraph.lines(INDENT, INDENT + INDENT, text, WIDTH));
    }
}
