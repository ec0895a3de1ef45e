package dev.weir.driver.none;

import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;

/**
 * Position of a reader in one partition. Begins at a cursor, which keeps the messages after it. Used by the reader's
 * thread.
 */
class PartitionReader {
    private final Cursor cursor;
    private long at;
    private long offset;

    PartitionReader(Cursor cursor) {
        this.cursor = cursor;
        at = cursor.position();
        offset = cursor.offset();
    }

    int partition() {
        return cursor.partition();
    }

    long offset() {
        return offset;
    }

    /** Passes one batch to the listener, if there is one. Returns the number of messages. */
    int read(ReceiveListener listener, Payloads payloads, int most) {
        int count = (int) Math.min(most, cursor.log().endOffset() - offset);
        if (count > 0) {
            listener.batch(count);
            at = cursor.log().read(cursor.partition(), at, offset, count, listener, payloads);
            offset += count;
        }
        return count;
    }

    long logEnd() {
        return cursor.log().endOffset();
    }

    /** Releases what was read. */
    void release() {
        cursor.releaseTo(at, offset);
    }

    void seek(long to) {
        long end = cursor.log().endOffset();
        if (to < cursor.offset() || to > end) {
            throw new DriverException("offset of partition " + partition() + " must be in [" + cursor.offset() + ", "
                    + end + "], the kept messages, got " + to);
        }
        at = cursor.log().skip(cursor.position(), to - cursor.offset());
        offset = to;
    }
}
