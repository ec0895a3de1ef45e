package dev.weir.report.review;

import dev.weir.result.code.ReviewCode;
import dev.weir.result.code.ReviewCode.Effect;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of a rule that is not kept.
 *
 * @param evidence what violates it, or why it cannot be judged, each with files, fields and values
 */
public record RuleVerdict(ReviewCode rule, Effect effect, List<String> evidence) {
    /** Most texts that are shown. */
    private static final int MAX_SHOWN = 4;

    public RuleVerdict {
        evidence = List.copyOf(evidence);
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
