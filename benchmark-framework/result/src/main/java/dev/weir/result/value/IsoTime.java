package dev.weir.result.value;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;

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
        return OMB_FORMAT.format(Instant.ofEpochSecond(0, epochNanos).atZone(ZoneId.systemDefault()));
    }

    /** Formats an epoch time in nanoseconds: ISO-8601 with offset, in UTC, to the millisecond. */
    public static String of(long epochNanos) {
        return Instant.ofEpochSecond(0, epochNanos).atOffset(ZoneOffset.UTC).format(FORMAT);
    }

    /** Returns an epoch time, cut to the millisecond as in {@link #of}, still in nanoseconds. */
    public static long cutToMillis(long epochNanos) {
        return epochNanos - Math.floorMod(epochNanos, 1_000_000L);
    }

    /** Formats an epoch time in nanoseconds as the local time of this host, to the millisecond, for a person. */
    public static String timeOfDay(long epochNanos) {
        return TIME_OF_DAY.format(Instant.ofEpochSecond(0, epochNanos).atZone(ZoneId.systemDefault()));
    }

    /**
     * Parses a time in OMB's form as the local time of this host, to nanoseconds.
     *
     * @throws java.time.DateTimeException if it has another form, as in files of older versions
     */
    public static long ombEpochNanos(String text) {
        ZonedDateTime time = LocalDateTime.parse(text, OMB_FORMAT).atZone(ZoneId.systemDefault());
        return time.toEpochSecond() * 1_000_000_000;
    }

    /** Formats an epoch time in nanoseconds as a date, UTC, for a person. */
    public static String date(long epochNanos) {
        return of(epochNanos).substring(0, "uuuu-MM-dd".length());
    }

    /** Parses a text of {@link #of} to nanoseconds. */
    public static long epochNanos(String text) {
        Instant instant = OffsetDateTime.parse(text).toInstant();
        return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
    }
}
