package dev.weir.result.code;

/** How much a reason takes away from a run's validity, from least to most. */
public enum Severity {
    /** Worth knowing; the figures stand. */
    NOTE,
    /** The figures stand, with less confidence. */
    DEGRADED,
    /** The figures do not say what they seem to. */
    INVALID
}
