package dev.weir.result.value;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;

/** Times as results show them. */
public final class IsoTime {
    /** Not the library's own: it leaves out fractions that are zero, and columns of times are hard to read then. */
    private static final DateTimeFormatter FORMAT = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd'T'HH:mm:ss.SSS")
            .appendOffsetId()
            .toFormatter();

    private static final DateTimeFormatter OMB_FORMAT = DateTimeFormatter.ofPattern("uuuu-MM-dd-HH-mm-ss");

    private static final DateTimeFormatter TIME_OF_DAY = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

    private IsoTime() {}

    /** OMB's form, of its fields on top: the local time of this host. */
    public static String asOmb(long epochNanos) {
        return Instant.ofEpochSecond(0, epochNanos)
                .atZone(ZoneId.systemDefault())
                .format(OMB_FORMAT);
    }

    /** Of an epoch time in nanoseconds: ISO-8601 with offset, in UTC, to the millisecond. */
    public static String of(long epochNanos) {
        return Instant.ofEpochSecond(0, epochNanos).atOffset(ZoneOffset.UTC).format(FORMAT);
    }

    /** Of the same, for a person who looks at a clock: the local time of this host, to the millisecond. */
    public static String timeOfDay(long epochNanos) {
        return Instant.ofEpochSecond(0, epochNanos)
                .atZone(ZoneId.systemDefault())
                .format(TIME_OF_DAY);
    }

    /** What {@link #of} wrote, in nanoseconds again. */
    public static long epochNanos(String text) {
        Instant instant = OffsetDateTime.parse(text).toInstant();
        return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
    }
}
