package dev.weir.driver.none;

import dev.weir.driver.client.ReceiveListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Log of one partition: messages that its subscriptions have yet to read, in order, limited in bytes. Only the topic's
 * thread writes it, and calls all methods without another note; it is read through {@link Cursor}s. Without a cursor,
 * messages get their offsets and are dropped.
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
    /** Copy of the message that comes after its successor. */
    private byte @Nullable [] held;

    private long heldSinceNanos;

    /**
     * Creates an empty log.
     *
     * @param written list to which it adds itself when it is written and its readers have yet to be woken
     */
    PartitionLog(int initialBytes, List<PartitionLog> written) {
        records = new RecordRing(initialBytes);
        this.written = written;
    }

    /** Returns the offset of the next message. Any thread, with everything before it. */
    long endOffset() {
        return endOffset.get();
    }

    /** Returns the bytes. Any thread, after {@link #endOffset()}. */
    byte[] bytes() {
        return records.bytes();
    }

    /**
     * Passes messages to a listener. Any thread, after {@link #endOffset()}.
     *
     * @param at position of the first, or of padding before it
     * @param offset offset of the first
     * @return end of the last
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

    /** Returns the end of this many messages that begin here. Any thread, after {@link #endOffset()}. */
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

    /** Creates a cursor that reads from now on, and for which messages are kept. */
    Cursor addCursor(int partition) {
        var cursor = new Cursor(partition, this, records.end(), nextOffset);
        cursors.add(cursor);
        return cursor;
    }

    /** Wakes the consumers that read it. Called after a fence. */
    void wakeConsumers() {
        isWritten = false;
        for (int i = 0; i < cursors.size(); i++) {
            cursors.get(i).wakeOwner();
        }
    }

    void removeCursor(Cursor cursor) {
        cursors.remove(cursor);
    }

    /** Appends a record. Returns false, without an effect, if the slowest subscription has to read first. */
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

    /** Appends a record after the next one, if that comes soon. */
    boolean appendBehindNext(byte[] from, int index, int size, long nowNanos) {
        if (held != null || !due.isEmpty()) {
            return append(from, index, size);
        }
        held = Arrays.copyOfRange(from, index, index + size);
        heldSinceNanos = nowNanos;
        return true;
    }

    /** Appends waiting records whose time has come. Returns whether any still waits. */
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
