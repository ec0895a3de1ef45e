package dev.weir.result;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Times as results show them. */
public final class IsoTime {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSXXX");

    private static final DateTimeFormatter OMB_FORMAT = DateTimeFormatter.ofPattern("uuuu-MM-dd-HH-mm-ss");

    private IsoTime() {}

    /** OMB's form, of its fields on top: the local time of this host. */
    static String asOmb(long epochNanos) {
        return Instant.ofEpochSecond(0, epochNanos)
                .atZone(ZoneId.systemDefault())
                .format(OMB_FORMAT);
    }

    /** Of an epoch time in nanoseconds: ISO-8601 with offset, in UTC, to the millisecond. */
    public static String of(long epochNanos) {
        return Instant.ofEpochSecond(0, epochNanos).atOffset(ZoneOffset.UTC).format(FORMAT);
    }
}
