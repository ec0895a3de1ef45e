package dev.weir.result.value;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A time; in a file, a text in the form of {@link IsoTime#of}, to the millisecond.
 *
 * @param epochNanos since 1970
 */
public record Moment(long epochNanos) {
    /**
     * Parses a text.
     *
     * @throws java.time.DateTimeException if the text is no time
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Moment parse(String text) {
        return new Moment(IsoTime.epochNanos(text));
    }

    /** Returns the time in ISO-8601 with offset, in UTC. */
    @JsonValue
    public String text() {
        return IsoTime.of(epochNanos);
    }
}
