package dev.weir.result.code;

import dev.weir.result.value.IsoTime;
import dev.weir.result.value.Moment;
import java.util.Locale;

/**
 * Something that happened at a moment of the run and changes what the figures around it mean.
 *
 * @param kind for scripts
 * @param at on the coordinator's clock, as exactly as it could be noticed
 * @param text what happened, for a person
 */
public record RunEvent(Code kind, Moment at, String text) {
    /** One with a text as {@link String#format} makes it; without values, the text as it is. */
    public static RunEvent of(EventKind kind, long atNanos, String format, Object... values) {
        return new RunEvent(
                kind, new Moment(atNanos), values.length == 0 ? format : String.format(Locale.ROOT, format, values));
    }

    /** When it happened: epoch nanoseconds of the coordinator. */
    public long atNanos() {
        return at.epochNanos();
    }

    /** For a person who looks at a clock: the local time of this host, to the millisecond. */
    public String timeOfDay() {
        return IsoTime.timeOfDay(atNanos());
    }
}
