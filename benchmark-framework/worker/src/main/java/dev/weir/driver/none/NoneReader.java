package dev.weir.driver.none;

import dev.weir.driver.client.Reader;
import dev.weir.driver.client.ReaderSpec;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.none.Group.Cursor;
import dev.weir.driver.none.Group.Member;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads on demand, from the end of its topic at the time when it, or its group, was opened. It can go back to what its
 * group has committed; without a group, to the first message that its {@link Group.Cursor} still has.
 */
final class NoneReader implements Reader {
    private static final long MAX_PARK_NANOS = 100_000_000;

    private final ReaderSpec spec;
    private final Topic topic;
    private final Member member;
    private final Object groupName;
    private final Group group;
    private final Map<Integer, Long> positions = new TreeMap<>();
    private volatile boolean wokenUp;

    NoneReader(ReaderSpec spec, Topic topic) {
        this.spec = spec;
        this.topic = topic;
        member = new Member(spec.partitions());
        groupName = spec.group().isPresent() ? spec.group().get() : member;
        group = topic.join(groupName, member, spec.group().isEmpty());
        if (spec.group().isEmpty()) {
            updatePositions();
        }
    }

    @Override
    public int poll(Duration within, ReceiveListener listener) {
        long end = System.nanoTime() + within.toNanos();
        member.thread = Thread.currentThread();
        while (true) {
            for (Cursor cursor : updatePositions()) {
                long from = positions.getOrDefault(cursor.partition, 0L);
                List<Batch> batches = cursor.from(from);
                if (!batches.isEmpty()) {
                    positions.put(
                            cursor.partition, batches.get(batches.size() - 1).end());
                    return Batch.deliver(batches, from, listener);
                }
            }
            long left = end - System.nanoTime();
            if (wokenUp || left <= 0) {
                wokenUp = false;
                return 0;
            } else if (topic.ended) {
                throw new DriverException("topic " + spec.topic() + " is gone");
            } else if (Thread.currentThread().isInterrupted()) {
                throw new DriverException("interrupted while " + spec.clientId() + " read");
            }
            LockSupport.parkNanos(this, Math.min(left, MAX_PARK_NANOS));
        }
    }

    /** Takes over what the group has assigned; returns the cursors. */
    private List<Cursor> updatePositions() {
        List<Cursor> share = member.share;
        Map<Integer, Long> before = new HashMap<>(positions);
        positions.clear();
        share.forEach(cursor -> positions.put(cursor.partition, cursor.resume(member, before.get(cursor.partition))));
        return share;
    }

    @Override
    public Map<Integer, Long> positions() {
        return Map.copyOf(positions);
    }

    @Override
    public void seek(int partition, long offset) {
        member.share.stream()
                .filter(cursor -> cursor.partition == partition)
                .findFirst()
                .orElseThrow(() -> new DriverException(spec.clientId() + " does not read partition " + partition))
                .checkSeek(offset);
        positions.put(partition, offset);
    }

    @Override
    public void commit() {
        group.commit(member, positions);
    }

    /** Makes offsets part of a transaction; returns the group, for the end of it. */
    Group hold(Map<Integer, Long> offsets, Object transaction) {
        group.hold(member, offsets.keySet(), transaction);
        return group;
    }

    @Override
    public void wakeUp() {
        wokenUp = true;
        member.wake();
    }

    @Override
    public void close() {
        topic.leave(groupName, member);
    }
}
