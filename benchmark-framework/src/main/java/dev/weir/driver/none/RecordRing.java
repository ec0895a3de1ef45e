package dev.weir.driver.none;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A ring of messages in one flat array, with one writer and readers that follow it. Positions are bytes since the
 * beginning and never wrap. A record is at {@code position & (length - 1)}, in one piece: if the rest of the array is
 * too short for it, a padding record fills the rest.
 *
 * <p>The array holds a given number of bytes. It grows when its owner asks for that, or when one message alone needs
 * more than half of it. Growing copies the unread records to the same positions. A reader that still holds the old
 * array finds its records there, because nothing is written into the old array any more.
 *
 * <p>The owner publishes {@link #end()} (or a count of records) with release; a reader takes {@link #bytes()} after it
 * has acquired that, and once per batch.
 *
 * <p>Layout of a record, 8-byte aligned: size in bytes (negative: padding), partition, value length, header length (-1:
 * none), then sequence, intended and sent time as longs, header, value.
 */
final class RecordRing {
    /** Result of {@link #claim} when readers have not made room. */
    static final int FULL = -1;
    /** Largest value and header together, so that twice a record still fits into an array. */
    static final int MAX_BYTES = 1 << 28;

    private static final int PREFIX = 40;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle BYTES;

    static {
        try {
            BYTES = MethodHandles.lookup().findVarHandle(RecordRing.class, "bytes", byte[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int initialBytes;
    private byte[] bytes = new byte[0];
    private long end;
    private long limit;

    /**
     * Creates an empty ring; its array is allocated for the first record.
     *
     * @param initialBytes a power of two
     */
    RecordRing(int initialBytes) {
        this.initialBytes = initialBytes;
    }

    /** Returns the array, new enough for everything that was published before. Called by readers. */
    byte[] bytes() {
        return (byte[]) BYTES.getAcquire(this);
    }

    /** Returns the position after the last record. Called by the writer. */
    long end() {
        return end;
    }

    /**
     * Sets the position of the slowest reader, which makes room up to one array length from there. Called by the
     * writer.
     */
    void slowestReaderAt(long position) {
        limit = position + bytes.length;
    }

    /**
     * Finds room for a record, which is then written at once and kept by {@link #keep}. Called by the writer.
     *
     * @return its index in {@link #bytes()}, or {@link #FULL}
     */
    int claim(int size) {
        if (size > bytes.length >> 1) {
            grow(size);
        }
        int index = (int) end & (bytes.length - 1);
        int rest = bytes.length - index;
        if (size <= rest) {
            return end + size <= limit ? index : FULL;
        }
        if (end + rest + size > limit) {
            return FULL;
        }
        INT.set(bytes, index, -rest);
        end += rest;
        return 0;
    }

    /** Adds the claimed and written record of that size to the ring. Called by the writer. */
    void keep(int size) {
        end += size;
    }

    /** Doubles the array. Called by the writer. */
    void grow() {
        growTo(2 * bytes.length);
    }

    /** Returns the length of the array. Called by the writer. */
    int length() {
        return bytes.length;
    }

    private void grow(int size) {
        growTo(Math.max(initialBytes, Integer.highestOneBit(2 * size - 1) << 1));
    }

    private void growTo(int length) {
        byte[] old = bytes;
        byte[] grown = new byte[length];
        long from = limit - old.length;
        for (long at = from; at < end; ) {
            int index = (int) at & (old.length - 1);
            int run = (int) Math.min(end - at, old.length - index);
            System.arraycopy(old, index, grown, (int) at & (length - 1), run);
            at += run;
        }
        limit = from + length;
        BYTES.setRelease(this, grown);
    }

    static int size(int valueBytes, int headerBytes) {
        return (PREFIX + valueBytes + headerBytes + 7) & -8;
    }

    /** Writes a record into its claimed place. Called by the writer. */
    void write(
            int index,
            int size,
            int partition,
            byte[] value,
            byte @Nullable [] header,
            long sequence,
            long intendedNanos,
            long sentNanos) {
        byte[] into = bytes;
        int headerBytes = header == null ? -1 : header.length;
        INT.set(into, index, size);
        INT.set(into, index + 4, partition);
        INT.set(into, index + 8, value.length);
        INT.set(into, index + 12, headerBytes);
        LONG.set(into, index + 16, sequence);
        LONG.set(into, index + 24, intendedNanos);
        LONG.set(into, index + 32, sentNanos);
        int at = index + PREFIX;
        if (header != null) {
            System.arraycopy(header, 0, into, at, headerBytes);
            at += headerBytes;
        }
        System.arraycopy(value, 0, into, at, value.length);
    }

    static int sizeOf(byte[] bytes, int index) {
        return (int) INT.get(bytes, index);
    }

    static int partitionOf(byte[] bytes, int index) {
        return (int) INT.get(bytes, index + 4);
    }

    static int valueBytesOf(byte[] bytes, int index) {
        return (int) INT.get(bytes, index + 8);
    }

    /** Returns -1 if it has no header. */
    static int headerBytesOf(byte[] bytes, int index) {
        return (int) INT.get(bytes, index + 12);
    }

    static long sequenceOf(byte[] bytes, int index) {
        return (long) LONG.get(bytes, index + 16);
    }

    static long intendedNanosOf(byte[] bytes, int index) {
        return (long) LONG.get(bytes, index + 24);
    }

    static long sentNanosOf(byte[] bytes, int index) {
        return (long) LONG.get(bytes, index + 32);
    }

    /** Copies an existing header into an array of its length. */
    static void copyHeader(byte[] bytes, int index, byte[] into) {
        System.arraycopy(bytes, index + PREFIX, into, 0, into.length);
    }

    /** Copies the value into an array of its length. */
    static void copyValue(byte[] bytes, int index, byte[] into) {
        int header = Math.max(0, headerBytesOf(bytes, index));
        System.arraycopy(bytes, index + PREFIX + header, into, 0, into.length);
    }
}
