package dev.weir.result;

import dev.weir.observe.Stretch;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Something about the instrument that a reader of the figures has to know.
 *
 * @param code constant, for scripts: upper case
 * @param severity what it does to the run's validity
 * @param text for a person, with the figures
 * @param figures for scripts: by name, which ends in the unit
 * @param when the worst stretch of it, on the coordinator's clock; empty if it is not of a time
 */
public record Reason(
        String code, Severity severity, String text, SortedMap<String, Double> figures, Optional<Stretch> when) {
    public Reason {
        Objects.requireNonNull(code);
        Objects.requireNonNull(severity);
        Objects.requireNonNull(text);
        Objects.requireNonNull(when);
        figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
    }

    /** One that is of no time, and whose text says it all. */
    public Reason(String code, Severity severity, String text) {
        this(code, severity, text, new TreeMap<>(), Optional.empty());
    }
}
