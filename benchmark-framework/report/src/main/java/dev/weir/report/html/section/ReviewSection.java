package dev.weir.report.html.section;

import dev.weir.report.html.tag.Table;
import dev.weir.report.html.tag.Tag;
import dev.weir.report.review.Review;
import dev.weir.report.review.RuleVerdict;
import dev.weir.report.review.RuleVerdict.Status;
import dev.weir.result.code.ReviewCode;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Section about the rules that results violate if they are compared. */
public final class ReviewSection {
    private ReviewSection() {}

    public static Tag of(Review review) {
        Tag section = Tag.section("review", "Review: " + review.answer());
        List<RuleVerdict> violated = review.of(Status.VIOLATED).stream()
                .sorted(Comparator.comparing(RuleVerdict::warns))
                .toList();
        if (!violated.isEmpty()) {
            Table table = Table.of("", "rule", "evidence", "what to do").stacked();
            violated.forEach(verdict -> table.add(
                    verdict.refuses() ? "invalid" : "degraded",
                    List.of(
                            Tag.of("span", verdict.refuses() ? "refused" : "warning")
                                    .is("kind"),
                            Tag.of("span", verdict.rule().name()).is("code"),
                            Tag.of("span", String.join("; ", verdict.shownEvidence())),
                            Tag.of("span", verdict.rule().remedy()))));
            section.add(table.tag());
        }
        String unknown = review.of(Status.UNKNOWN).stream()
                .map(verdict -> verdict.rule().name())
                .collect(Collectors.joining(", "));
        return section.add(Tag.of(
                        "p",
                        (unknown.isEmpty() ? "" : "Not judged, because results lack what it takes: " + unknown + ". ")
                                + "The rules and their sources: docs/codes.md, or bin/benchmark explain RULE.")
                .is("note"));
    }

    /** Returns a line about rules that one run violates; empty if there are none. */
    public static List<Tag> ofRun(List<ReviewCode> rules) {
        return rules.isEmpty()
                ? List.of()
                : List.of(Tag.of(
                                "p",
                                "Comparisons with this run break these rules: "
                                        + rules.stream().map(ReviewCode::name).collect(Collectors.joining(", ")) + ".")
                        .is("note"));
    }
}
