package dev.weir.driver.none;

import dev.weir.driver.exception.TransactionException;
import dev.weir.driver.exception.TransactionException.Remedy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Readers that share a topic's partitions, with their committed positions. A partition changes its reader when the new
 * one polls, and begins there at the committed position; not while its offsets are part of an open transaction. From
 * then on, offsets of its previous reader are refused. Any thread.
 */
final class ReaderGroup {
    private final List<Cursor> committed;
    private final @Nullable Member[] readers;
    private final List<Member> members = new ArrayList<>();
    /** Partitions whose offsets are part of an open transaction, by its producer. */
    private final Map<Object, Set<Integer>> held = new HashMap<>();

    /**
     * A reader of the group.
     *
     * @param signal its own, which wakes it
     * @param ownPartitions empty: the group assigns some
     */
    record Member(Signal signal, List<Integer> ownPartitions) {}

    /** @param committed one for each partition, in their order */
    ReaderGroup(List<Cursor> committed) {
        this.committed = committed;
        readers = new Member[committed.size()];
    }

    synchronized void join(Member reader) {
        members.add(reader);
    }

    /** Removes a reader; returns whether it was the last one. */
    synchronized boolean leave(Member reader) {
        members.remove(reader);
        return members.isEmpty();
    }

    List<Cursor> cursors() {
        return committed;
    }

    /** Revokes partitions that are no longer a reader's, and assigns those that are its own now and free. */
    synchronized void share(Member reader, List<PartitionReader> readings) {
        readings.removeIf(each -> !reader.equals(readers[each.partition()]) || !isFor(reader, each.partition()));
        for (Cursor cursor : committed) {
            int partition = cursor.partition();
            boolean has = readings.stream().anyMatch(each -> each.partition() == partition);
            if (!has && isFor(reader, partition) && !isHeld(partition)) {
                readers[partition] = reader;
                readings.add(new PartitionReader(cursor));
            }
        }
    }

    private boolean isFor(Member reader, int partition) {
        List<Integer> own = reader.ownPartitions();
        return own.isEmpty() ? members.get(partition % members.size()).equals(reader) : own.contains(partition);
    }

    private boolean isHeld(int partition) {
        return held.values().stream().anyMatch(partitions -> partitions.contains(partition));
    }

    /** Makes offsets of a reader part of a transaction. */
    synchronized void hold(Member reader, Collection<Integer> partitions, Object by) {
        checkReads(reader, partitions);
        held.computeIfAbsent(by, any -> new HashSet<>()).addAll(partitions);
    }

    /** Releases the partitions of a finished transaction. */
    synchronized void release(Object by) {
        held.remove(by);
    }

    /** Commits positions of a committed transaction. */
    synchronized void commit(Map<Integer, Long> positions) {
        positions.forEach((partition, offset) -> committed.get(partition).releaseBefore(offset));
    }

    /** Commits positions of a reader, without a transaction. */
    synchronized void commit(Member reader, Map<Integer, Long> positions) {
        checkReads(reader, positions.keySet());
        commit(positions);
    }

    /** Checks that a reader may commit; partitions that no member has read yet can go to any member. */
    private void checkReads(Member reader, Collection<Integer> partitions) {
        for (int partition : partitions) {
            if (readers[partition] != null && !reader.equals(readers[partition])) {
                throw new TransactionException(
                        Remedy.ABORT, "the group has given partition " + partition + " to another reader");
            }
        }
    }
}
