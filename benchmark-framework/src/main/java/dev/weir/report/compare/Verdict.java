package dev.weir.report.compare;

import java.util.Locale;

/** What a comparison proves about a primary figure of B. */
public enum Verdict {
    /** It is on the wrong side of A's. */
    WORSE,
    /** It is on the right side of A's. */
    BETTER,
    /** It is no further from A's than the margin. */
    EQUIVALENT,
    /** Neither: it takes more runs. */
    INCONCLUSIVE,
    /** The figures do not stand for the same thing, or are not known. */
    NOT_COMPARABLE;

    /** As files have it: {@code not comparable}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
