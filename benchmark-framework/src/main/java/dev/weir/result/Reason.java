package dev.weir.result;

import dev.weir.host.observation.Stretch;
import java.util.Collections;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Something about the instrument that a reader of the figures has to know.
 *
 * @param code for scripts
 * @param severity what it does to the run's validity: one that the code allows
 * @param text for a person, with the figures
 * @param figures for scripts: by name, which ends in the unit
 * @param when the worst stretch of it, on the coordinator's clock; empty if it is not of a time
 */
public record Reason(
        ReasonCode code, Severity severity, String text, SortedMap<String, Double> figures, Optional<Stretch> when) {
    public Reason {
        Objects.requireNonNull(text);
        Objects.requireNonNull(when);
        if (severity.compareTo(code.least()) < 0 || severity.compareTo(code.worst()) > 0) {
            throw new IllegalArgumentException("severity of " + code + " must be in [" + code.least() + ", "
                    + code.worst() + "], got " + severity);
        }
        figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
    }

    /** One without a time and without figures for scripts. */
    public Reason(ReasonCode code, Severity severity, String text) {
        this(code, severity, text, new TreeMap<>(), Optional.empty());
    }

    /** The same, of a code that has one severity. */
    public Reason(ReasonCode code, String text) {
        this(code, code.worst(), text);
        if (code.least() != code.worst()) {
            throw new IllegalArgumentException("the severity of " + code + " depends on the run");
        }
    }

    /** The same, with a text as {@link String#format} makes it. */
    public static Reason of(ReasonCode code, String format, @Nullable Object... values) {
        return new Reason(code, String.format(Locale.ROOT, format, values));
    }
}
