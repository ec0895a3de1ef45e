package dev.weir.result.code;

import dev.weir.result.value.IsoTime;
import dev.weir.result.value.Moment;
import java.util.Locale;

/**
 * An event of the run that changes what the figures around it mean.
 *
 * @param at time on the coordinator's clock, as exactly as it could be observed
 * @param text what happened, for a person
 */
public record RunEvent(Code kind, Moment at, String text) {
    /** Creates an event with a text that {@link String#format} makes; without values, the text as it is. */
    public static RunEvent of(EventKind kind, long atNanos, String format, Object... values) {
        return new RunEvent(
                kind, new Moment(atNanos), values.length == 0 ? format : String.format(Locale.ROOT, format, values));
    }

    public long atNanos() {
        return at.epochNanos();
    }

    /** Returns the local time of this host, to the millisecond. */
    public String timeOfDay() {
        return IsoTime.timeOfDay(atNanos());
    }
}
