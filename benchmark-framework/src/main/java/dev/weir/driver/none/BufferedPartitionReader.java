package dev.weir.driver.none;

import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reader of a partition without a group. It always takes all available messages out of the log, so that no producer
 * waits for its position, and keeps a copy of the newest {@value #MAX_BYTES} bytes to go back to. If it goes back
 * further, or falls behind that far, it continues at the first kept message, as after a deletion. Used by the reader's
 * thread.
 */
final class BufferedPartitionReader extends PartitionReader implements ReceiveListener {
    private static final long MAX_BYTES = 4 << 20;

    private final Map<Long, Copy> kept = new HashMap<>();
    private long keptBytes;
    private long first;
    private long end;
    private long next;

    /** A message. */
    @SuppressWarnings("ArrayRecordComponent") // made and read here only
    private record Copy(byte[] value, byte @Nullable [] header) {
        long bytes() {
            return RecordRing.size(value.length, header == null ? 0 : header.length);
        }
    }

    BufferedPartitionReader(Cursor cursor) {
        super(cursor);
        first = super.offset();
        end = first;
        next = first;
    }

    @Override
    long offset() {
        return next;
    }

    @Override
    int read(ReceiveListener listener, Payloads payloads, int most) {
        takeAll(payloads);
        next = Math.max(next, first);
        int count = (int) Math.min(most, end - next);
        if (count > 0) {
            listener.batch(count);
        }
        for (int i = 0; i < count; i++) {
            Copy copy = Objects.requireNonNull(kept.get(next));
            listener.received(partition(), next, copy.value, copy.header);
            next++;
        }
        return count;
    }

    private void takeAll(Payloads payloads) {
        while (super.read(this, payloads, Integer.MAX_VALUE) > 0) {
            release();
        }
    }

    @Override
    void seek(long to) {
        if (to < 0 || to > logEnd()) {
            throw new DriverException(
                    "offset of partition " + partition() + " must be in [0, " + logEnd() + "], got " + to);
        }
        next = to;
    }

    @Override
    public void batch(int count) {}

    @Override
    public void received(int partition, long offset, byte[] value, byte @Nullable [] header) {
        var copy = new Copy(value.clone(), header == null ? null : header.clone());
        kept.put(offset, copy);
        end = offset + 1;
        keptBytes += copy.bytes();
        while (keptBytes > MAX_BYTES && first < offset) {
            keptBytes -= Objects.requireNonNull(kept.remove(first)).bytes();
            first++;
        }
    }

    @Override
    public void failed(Throwable cause, boolean fatal) {}
}
