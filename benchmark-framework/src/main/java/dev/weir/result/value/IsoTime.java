package dev.weir.result.value;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;

/** Formats times for results. */
public final class IsoTime {
    /** Not the JDK's format, which leaves out zero fractions: columns of times would be hard to read. */
    private static final DateTimeFormatter FORMAT = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd'T'HH:mm:ss.SSS")
            .appendOffsetId()
            .toFormatter();

    private static final DateTimeFormatter OMB_FORMAT = DateTimeFormatter.ofPattern("uuuu-MM-dd-HH-mm-ss");

    private static final DateTimeFormatter TIME_OF_DAY = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

    private IsoTime() {}

    /** Formats a time in OMB's form, for its fields on top: the local time of this host. */
    public static String asOmb(long epochNanos) {
        return Instant.ofEpochSecond(0, epochNanos)
                .atZone(ZoneId.systemDefault())
                .format(OMB_FORMAT);
    }

    /** Formats an epoch time in nanoseconds: ISO-8601 with offset, in UTC, to the millisecond. */
    public static String of(long epochNanos) {
        return Instant.ofEpochSecond(0, epochNanos).atOffset(ZoneOffset.UTC).format(FORMAT);
    }

    /** Formats an epoch time in nanoseconds as the local time of this host, to the millisecond, for a person. */
    public static String timeOfDay(long epochNanos) {
        return Instant.ofEpochSecond(0, epochNanos)
                .atZone(ZoneId.systemDefault())
                .format(TIME_OF_DAY);
    }

    /** Parses a text of {@link #of} to nanoseconds. */
    public static long epochNanos(String text) {
        Instant instant = OffsetDateTime.parse(text).toInstant();
        return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
    }
}
