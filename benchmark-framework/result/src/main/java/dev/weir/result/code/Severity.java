package dev.weir.result.code;

/** How much a reason lowers a run's validity, from least to most. */
public enum Severity {
    /** Information; the figures are valid. */
    NOTE,
    /** The figures are valid, with less confidence. */
    DEGRADED,
    /** The figures must not be used. */
    INVALID
}
