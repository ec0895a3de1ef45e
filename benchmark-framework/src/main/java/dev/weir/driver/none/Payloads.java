package dev.weir.driver.none;

import org.jspecify.annotations.Nullable;

/**
 * Copies payloads out of records, into arrays of exactly their length that are reused for the next one of that length.
 * With up to {@value #LENGTHS} lengths that differ in their low bits, nothing is allocated. Used by one thread.
 */
final class Payloads {
    private static final int LENGTHS = 64;
    private final byte[][] values = new byte[LENGTHS][0];
    private byte[] header = new byte[0];

    byte[] value(byte[] bytes, int index) {
        int length = RecordRing.valueBytesOf(bytes, index);
        byte[] value = values[length & (LENGTHS - 1)];
        if (value.length != length) {
            value = new byte[length];
            values[length & (LENGTHS - 1)] = value;
        }
        RecordRing.copyValue(bytes, index, value);
        return value;
    }

    byte @Nullable [] header(byte[] bytes, int index) {
        int length = RecordRing.headerBytesOf(bytes, index);
        if (length < 0) {
            return null;
        }
        if (header.length != length) {
            header = new byte[length];
        }
        RecordRing.copyHeader(bytes, index, header);
        return header;
    }
}
