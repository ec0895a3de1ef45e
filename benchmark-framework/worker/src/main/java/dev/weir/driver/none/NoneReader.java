package dev.weir.driver.none;

import dev.weir.driver.client.Reader;
import dev.weir.driver.client.ReaderSpec;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.none.Group.Cursor;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A member of a group, which reads on demand, from the end of its topic at the time when it, or its group, was opened. It
 * can go back to what its group has committed; without a group, to the first message that its {@link Cursor} still has.
 * The reader of a consumer commits what it takes.
 */
final class NoneReader implements Reader {
    final ReaderSpec spec;
    final Group group;
    volatile List<Cursor> share = List.of();
    /** Whether it waits although there is something to read. */
    volatile boolean paused;

    private final Topic topic;
    private final boolean consumes;
    private final Map<Integer, Long> positions = new TreeMap<>();
    /** Its share when it looked last. */
    private List<Cursor> cursors = List.of();

    private int turn;
    private volatile boolean wokenUp;
    private volatile @Nullable Thread thread;

    NoneReader(ReaderSpec spec, Topic topic, boolean consumes) {
        this.spec = spec;
        this.topic = topic;
        this.consumes = consumes;
        group = topic.join(this);
        if (spec.group().isEmpty()) {
            updatePositions();
        }
    }

    @Override
    public int poll(Duration within, ReceiveListener listener) {
        long end = System.nanoTime() + within.toNanos();
        thread = Thread.currentThread();
        while (!wokenUp) {
            updatePositions();
            for (int i = 0; i < cursors.size() && !paused; i++) {
                Cursor cursor = cursors.get(Math.floorMod(turn++, cursors.size()));
                long from = positions.getOrDefault(cursor.partition, 0L);
                List<Batch> batches = consumes ? cursor.take(this) : cursor.from(from);
                if (!batches.isEmpty()) {
                    long next = batches.get(batches.size() - 1).end();
                    positions.put(cursor.partition, next);
                    int messages = Batch.deliver(batches, from, listener);
                    cursor.delivered = next;
                    return messages;
                }
            }
            long left = end - System.nanoTime();
            if (left <= 0) {
                return 0;
            } else if (topic.ended) {
                throw new DriverException("topic " + spec.topic() + " is gone");
            } else if (Thread.currentThread().isInterrupted()) {
                throw new DriverException("interrupted while " + spec.clientId() + " read");
            }
            LockSupport.parkNanos(this, left);
        }
        wokenUp = false;
        return 0;
    }

    /** Takes over what the group has assigned. */
    private void updatePositions() {
        List<Cursor> assigned = share;
        if (assigned != cursors) {
            cursors = assigned;
            Map<Integer, Long> before = new HashMap<>(positions);
            positions.clear();
            cursors.forEach(each -> positions.put(each.partition, each.resume(this, before.get(each.partition))));
        }
    }

    @Override
    public Map<Integer, Long> positions() {
        return Map.copyOf(positions);
    }

    @Override
    public void seek(int partition, long offset) {
        share.stream()
                .filter(cursor -> cursor.partition == partition)
                .findFirst()
                .orElseThrow(() -> new DriverException(spec.clientId() + " does not read partition " + partition))
                .checkSeek(offset);
        positions.put(partition, offset);
    }

    @Override
    public void commit() {
        group.commit(this, positions);
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    @Override
    public void wakeUp() {
        wokenUp = true;
        wake();
    }

    @Override
    public void close() {
        topic.leave(this);
    }
}
