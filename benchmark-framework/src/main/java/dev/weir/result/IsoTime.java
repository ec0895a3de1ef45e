package dev.weir.result;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Times as results show them: ISO-8601 with offset, in UTC, to the millisecond. */
public final class IsoTime {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSXXX");

    private IsoTime() {}

    /** Of an epoch time in nanoseconds. */
    public static String of(long epochNanos) {
        return Instant.ofEpochSecond(0, epochNanos).atOffset(ZoneOffset.UTC).format(FORMAT);
    }
}
