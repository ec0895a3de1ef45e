package dev.weir.doctor;

/** Outcome of a check. */
public enum CheckOutcome {
    /** As it should be. */
    OK,
    /** A run works, but its figures may suffer. */
    WARN,
    /** A run would fail, or its figures would be useless. */
    FAIL
}
