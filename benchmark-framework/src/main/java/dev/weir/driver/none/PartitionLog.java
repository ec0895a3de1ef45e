package dev.weir.driver.none;

import dev.weir.driver.client.ReceiveListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One partition: what its subscriptions have yet to read, in order, bounded in bytes. Written by the topic's thread alone,
 * which also calls every method unless it says otherwise; read through {@link Cursor}s. With no cursor, messages get their
 * offsets and are let go.
 */
final class PartitionLog {
    /** How long a message that is to be swapped with its successor waits for one. */
    private static final long HOLD_NANOS = 100_000_000;

    private final RecordRing records;
    private final PaddedCounter endOffset = new PaddedCounter();
    private final List<Cursor> cursors = new ArrayList<>();
    private final List<PartitionLog> written;
    private boolean isWritten;
    private long nextOffset;
    /** Copies of messages that come next, before any other. */
    private final ArrayDeque<byte[]> due = new ArrayDeque<>(0);
    /** A copy of the message that comes after its successor. */
    private byte @Nullable [] held;

    private long heldSinceNanos;

    /**
     * An empty one.
     *
     * @param written to this it adds itself when it is written and its readers have yet to be woken
     */
    PartitionLog(int initialBytes, List<PartitionLog> written) {
        records = new RecordRing(initialBytes);
        this.written = written;
    }

    /** The offset that the next message gets. Any thread: with everything before it. */
    long endOffset() {
        return endOffset.get();
    }

    /** Any thread, after {@link #endOffset()}. */
    byte[] bytes() {
        return records.bytes();
    }

    /**
     * Any thread, after {@link #endOffset()}: hands messages to a listener.
     *
     * @param at where the first is, or padding before it
     * @param offset of the first
     * @return where the last ends
     */
    long read(int partition, long at, long offset, int count, ReceiveListener listener, Payloads payloads) {
        byte[] bytes = bytes();
        int mask = bytes.length - 1;
        long to = at;
        for (int i = 0; i < count; ) {
            int index = (int) to & mask;
            int size = RecordRing.sizeOf(bytes, index);
            if (size < 0) {
                to -= size;
            } else {
                listener.received(partition, offset + i, payloads.value(bytes, index), payloads.header(bytes, index));
                to += size;
                i++;
            }
        }
        return to;
    }

    /** Any thread, after {@link #endOffset()}: where so many messages end that begin here. */
    long skip(long at, long count) {
        byte[] bytes = bytes();
        int mask = bytes.length - 1;
        long to = at;
        for (long i = 0; i < count; ) {
            int size = RecordRing.sizeOf(bytes, (int) to & mask);
            to += Math.abs(size);
            i += size < 0 ? 0 : 1;
        }
        return to;
    }

    /** Makes a cursor that reads what comes from now on, and for which it is kept. */
    Cursor addCursor(int partition) {
        var cursor = new Cursor(partition, this, records.end(), nextOffset);
        cursors.add(cursor);
        return cursor;
    }

    /** Wakes the consumers that read it. After a fence. */
    void wakeConsumers() {
        isWritten = false;
        for (int i = 0; i < cursors.size(); i++) {
            cursors.get(i).wakeOwner();
        }
    }

    void removeCursor(Cursor cursor) {
        cursors.remove(cursor);
    }

    /** Appends a record. Returns false, having done nothing, if the slowest subscription has to read first. */
    boolean append(byte[] from, int index, int size) {
        if (!due.isEmpty() && !appendDue()) {
            return false;
        }
        if (!write(from, index, size)) {
            return false;
        }
        if (held != null) {
            release();
        }
        return true;
    }

    /** Appends a record twice. */
    boolean appendTwice(byte[] from, int index, int size) {
        if (!append(from, index, size)) {
            return false;
        }
        due.addFirst(Arrays.copyOfRange(from, index, index + size));
        appendDue();
        return true;
    }

    /** Appends a record behind the next one, if that comes soon. */
    boolean appendBehindNext(byte[] from, int index, int size, long nowNanos) {
        if (held != null || !due.isEmpty()) {
            return append(from, index, size);
        }
        held = Arrays.copyOfRange(from, index, index + size);
        heldSinceNanos = nowNanos;
        return true;
    }

    /** Appends what is to come and has waited long enough. Returns whether anything still waits. */
    boolean appendWaiting(long nowNanos) {
        if (held != null && nowNanos - heldSinceNanos > HOLD_NANOS) {
            release();
        }
        return !appendDue() || held != null;
    }

    private void release() {
        if (held != null) {
            due.add(held);
            held = null;
            appendDue();
        }
    }

    private boolean appendDue() {
        for (byte[] next = due.peek(); next != null; next = due.peek()) {
            if (!write(next, 0, next.length)) {
                return false;
            }
            due.remove();
        }
        return true;
    }

    private boolean write(byte[] from, int index, int size) {
        if (!cursors.isEmpty()) {
            int to = records.claim(size);
            if (to == RecordRing.FULL) {
                records.slowestReaderAt(slowestCursor());
                to = records.claim(size);
                if (to == RecordRing.FULL) {
                    return false;
                }
            }
            System.arraycopy(from, index, records.bytes(), to, size);
            records.keep(size);
        }
        endOffset.set(++nextOffset);
        if (!isWritten) {
            isWritten = true;
            written.add(this);
        }
        return true;
    }

    private long slowestCursor() {
        long slowest = Long.MAX_VALUE;
        for (int i = 0; i < cursors.size(); i++) {
            slowest = Math.min(slowest, cursors.get(i).position());
        }
        return slowest;
    }
}
