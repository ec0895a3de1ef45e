package dev.weir.result;

import java.util.Objects;

/**
 * Something about the instrument that a reader of the figures has to know.
 *
 * @param code constant, for scripts: upper case
 * @param severity what it does to the run's validity
 * @param text for a person, with the figures
 */
public record Reason(String code, Severity severity, String text) {
    public Reason {
        Objects.requireNonNull(code);
        Objects.requireNonNull(severity);
        Objects.requireNonNull(text);
    }
}
