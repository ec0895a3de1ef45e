package dev.weir.result;

import java.util.Objects;

/**
 * Something about the system under test: a result, not a fault of the run.
 *
 * @param code constant, for scripts: upper case
 * @param count how often, or how many
 * @param text for a person, with the figures
 */
public record Finding(String code, long count, String text) {
    public Finding {
        Objects.requireNonNull(code);
        Objects.requireNonNull(text);
    }
}
