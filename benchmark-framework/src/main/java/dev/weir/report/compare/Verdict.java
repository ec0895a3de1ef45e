package dev.weir.report.compare;

import java.util.Locale;

/** Verdict about a primary figure of B. */
public enum Verdict {
    /** Worse than A's. */
    WORSE,
    /** Better than A's. */
    BETTER,
    /** Within the margin of A's. */
    EQUIVALENT,
    /** Not decided: more runs are needed. */
    INCONCLUSIVE,
    /** The figures do not mean the same, or are unknown. */
    NOT_COMPARABLE;

    /** Returns the word in files: {@code not comparable}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
