package dev.weir.result;

import java.util.Locale;
import java.util.Objects;

/**
 * Something that happened at a moment of the run and changes what the figures around it mean.
 *
 * @param kind for scripts
 * @param atNanos epoch nanoseconds of the coordinator, as exactly as it could be noticed
 * @param text what happened, for a person
 */
public record RunEvent(Code kind, long atNanos, String text) {
    public RunEvent {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(text);
    }

    /** One with a text as {@link String#format} makes it. */
    public static RunEvent of(EventKind kind, long atNanos, String format, Object... values) {
        return new RunEvent(kind, atNanos, String.format(Locale.ROOT, format, values));
    }

    /** For a person who looks at a clock: the local time of this host, to the millisecond. */
    public String timeOfDay() {
        return IsoTime.timeOfDay(atNanos);
    }
}
