package dev.weir.result;

import java.util.Objects;

/**
 * Something that happened at a moment of the run and changes what the figures around it mean.
 *
 * @param kind such as {@code RETENTION_BEGAN}; {@code docs/result.md} lists them
 * @param atNanos epoch nanoseconds of the coordinator, as exactly as it could be noticed
 * @param text what happened, for a person
 */
public record RunEvent(String kind, long atNanos, String text) {
    public RunEvent {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(text);
    }

    /** For a person who looks at a clock: the local time of this host, to the millisecond. */
    public String timeOfDay() {
        return IsoTime.timeOfDay(atNanos);
    }
}
