package dev.weir.report.review;

import dev.weir.result.code.ReviewCode;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of a rule.
 *
 * @param evidence what violates it, or why it cannot be judged, each with files, fields and values; empty if it is kept
 */
public record RuleVerdict(ReviewCode rule, Status status, List<String> evidence) {
    /** Most texts that are shown. */
    private static final int MAX_SHOWN = 4;

    public enum Status {
        VIOLATED,
        /** Results do not contain what it needs. That is no violation. */
        UNKNOWN,
        KEPT
    }

    public RuleVerdict {
        evidence = List.copyOf(evidence);
    }

    /** Returns whether the results must not be compared because of it. */
    public boolean refuses() {
        return status == Status.VIOLATED && rule.refuses();
    }

    /** Returns whether a reader must know of it, although the results can be compared. */
    public boolean warns() {
        return status == Status.VIOLATED && !rule.refuses();
    }

    /** Returns the first texts of the evidence, and how many more there are. */
    public List<String> shownEvidence() {
        if (evidence.size() <= MAX_SHOWN + 1) {
            return evidence;
        }
        List<String> shown = new ArrayList<>(evidence.subList(0, MAX_SHOWN));
        shown.add("and " + (evidence.size() - MAX_SHOWN) + " more");
        return shown;
    }
}
