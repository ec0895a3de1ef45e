package dev.weir.report.review;

import dev.weir.result.document.DocumentReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats a review for programs: {@code docs/review.md} lists the fields. */
public final class ReviewTable {
    private static final int SCHEMA_VERSION = 1;

    private ReviewTable() {}

    /** Returns a JSON document. */
    public static String json(Review review) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("refused", review.isRefused());
        document.put("answer", review.answer());
        document.put("rules", review.verdicts().stream().map(ReviewTable::rule).toList());
        return DocumentReader.pretty(document);
    }

    private static Map<String, Object> rule(RuleVerdict verdict) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("rule", verdict.rule().name());
        map.put("refuses", verdict.rule().refuses());
        map.put("status", verdict.status());
        map.put("evidence", List.copyOf(verdict.evidence()));
        map.put("remedy", verdict.rule().remedy());
        map.put("source", verdict.rule().source());
        return map;
    }
}
