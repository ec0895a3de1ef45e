package dev.weir.driver.none;

import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;

/** Where a reader is in one partition. Begins where a cursor is, which keeps what is behind it. The reader's thread. */
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

    /** Hands the listener one batch, if there is one. Returns how many messages that were. */
    int read(ReceiveListener listener, Payloads payloads, int most) {
        int count = (int) Math.min(most, cursor.log().endOffset() - offset);
        if (count > 0) {
            listener.batch(count);
            at = cursor.log().read(cursor.partition(), at, offset, count, listener, payloads);
            offset += count;
        }
        return count;
    }

    /** Of all that there is, whether read or not. */
    long logEnd() {
        return cursor.log().endOffset();
    }

    /** Lets go what was read. */
    void letGo() {
        cursor.moveTo(at, offset);
    }

    void seek(long to) {
        long end = cursor.log().endOffset();
        if (to < cursor.offset() || to > end) {
            throw new DriverException("offset of partition " + partition() + " must be in [" + cursor.offset() + ", "
                    + end + "], which is what is kept, got " + to);
        }
        at = cursor.log().skip(cursor.position(), to - cursor.offset());
        offset = to;
    }
}
