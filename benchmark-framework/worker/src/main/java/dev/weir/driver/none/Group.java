package dev.weir.driver.none;

import dev.weir.driver.exception.DriverException;
import dev.weir.driver.transaction.TransactionException;
import dev.weir.driver.transaction.TransactionException.Remedy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Readers that share the partitions of a topic, with their committed offsets. A partition changes its owner when others
 * join or leave, but not while its offset is part of an open transaction. The next owner begins at the committed offset.
 * Any thread.
 */
final class Group {
    /** One for each partition, in their order; fewer if the group is that of one reader. */
    final List<Cursor> cursors = new ArrayList<>();

    private final List<NoneReader> members = new ArrayList<>();

    /**
     * What a group has yet to read of one partition: all messages from the committed offset on, of which producers wait
     * for room. The cursor of a single reader without a group drops the oldest messages instead.
     */
    static final class Cursor {
        final int partition;
        /** Offset of the next message for the listener of a consumer. */
        volatile long delivered;

        private final long maxBytes;
        private final boolean drops;
        private final ArrayDeque<Batch> batches = new ArrayDeque<>();
        private long bytes;
        private long committed;
        private long end;
        private @Nullable NoneReader owner;
        /** The last owner that has begun to read. */
        private @Nullable NoneReader reader;
        /** Open transactions that its offset is part of; guarded by the group. */
        private final Set<Object> transactions = new HashSet<>(1);

        Cursor(int partition, long offset, long maxBytes, boolean drops) {
            this.partition = partition;
            this.maxBytes = maxBytes;
            this.drops = drops;
            delivered = offset;
            committed = offset;
            end = offset;
        }

        synchronized boolean isFull() {
            return !drops && bytes >= maxBytes;
        }

        synchronized void append(Batch batch) {
            batches.add(batch);
            bytes += batch.bytes;
            end = batch.end();
            while (drops && bytes > maxBytes && batches.size() > 1) {
                commit(batches.getFirst().end());
            }
            wake();
        }

        private synchronized void wake() {
            if (owner != null && !batches.isEmpty()) {
                owner.wake();
            }
        }

        private synchronized void assign(@Nullable NoneReader to) {
            owner = to;
        }

        /** Returns batches with the messages from an offset on, but not too many; empty if there are none. */
        synchronized List<Batch> from(long offset) {
            long enough = Math.max(offset, committed) + Batch.MAX_MESSAGES;
            return batches.stream()
                    .filter(batch -> batch.end() > offset)
                    .takeWhile(batch -> batch.end() <= enough)
                    .toList();
        }

        /** Returns the next batches for a consumer, and commits them; empty if there are none, or another owns them. */
        synchronized List<Batch> take(NoneReader consumer) {
            List<Batch> next = owner == consumer ? from(committed) : List.of();
            next.forEach(batch -> commit(batch.end()));
            return next;
        }

        /** Makes a reader continue, from an offset if it has read here before, otherwise from the committed one. */
        synchronized long resume(NoneReader by, @Nullable Long offset) {
            if (reader == by && offset != null) {
                return offset;
            }
            reader = owner == by ? by : reader;
            return committed;
        }

        /** @throws DriverException if a reader cannot read from this offset on */
        synchronized void checkSeek(long offset) {
            check(offset, drops ? 0 : committed);
        }

        /** Lets go of all messages before an offset; does nothing if that is behind. */
        private synchronized void commit(long offset) {
            check(offset, 0);
            while (!batches.isEmpty() && batches.getFirst().end() <= offset) {
                bytes -= batches.removeFirst().bytes;
            }
            committed = Math.max(committed, offset);
        }

        private void check(long offset, long min) {
            if (offset < min || offset > end) {
                throw new DriverException(
                        "offset of partition " + partition + " must be in [" + min + ", " + end + "], got " + offset);
            }
        }
    }

    synchronized void join(NoneReader member) {
        members.add(member);
        assign();
    }

    /** Removes a member; returns whether it was the last one. */
    synchronized boolean leave(NoneReader member) {
        members.remove(member);
        assign();
        return members.isEmpty();
    }

    synchronized void wakeAll() {
        members.forEach(NoneReader::wake);
    }

    private void assign() {
        Map<NoneReader, List<Cursor>> shares = new HashMap<>();
        for (Cursor cursor : cursors) {
            NoneReader owner = cursor.transactions.isEmpty() ? ownerOf(cursor.partition) : cursor.owner;
            cursor.assign(owner);
            if (owner != null) {
                shares.computeIfAbsent(owner, any -> new ArrayList<>()).add(cursor);
            }
        }
        members.forEach(member -> member.share = shares.getOrDefault(member, List.of()));
        cursors.forEach(Cursor::wake);
    }

    private @Nullable NoneReader ownerOf(int partition) {
        NoneReader inTurn = members.isEmpty() ? null : members.get(partition % members.size());
        if (inTurn == null || inTurn.spec.partitions().isEmpty()) {
            return inTurn;
        }
        return members.stream()
                .filter(member -> member.spec.partitions().contains(partition))
                .findFirst()
                .orElse(null);
    }

    /** Makes offsets of a reader part of a transaction. */
    synchronized void hold(NoneReader reader, Collection<Integer> partitions, Object transaction) {
        checkReads(reader, partitions);
        partitions.forEach(partition -> cursors.get(partition).transactions.add(transaction));
    }

    /** Ends a transaction: commits offsets, and releases its partitions. */
    synchronized void release(Object transaction, Map<Integer, Long> offsets) {
        offsets.forEach((partition, offset) -> cursors.get(partition).commit(offset));
        cursors.forEach(cursor -> cursor.transactions.remove(transaction));
        assign();
    }

    synchronized void commit(NoneReader reader, Map<Integer, Long> offsets) {
        checkReads(reader, offsets.keySet());
        offsets.forEach((partition, offset) -> cursors.get(partition).commit(offset));
    }

    /** Checks that a reader may commit; partitions that no reader has read yet can go to any. */
    private void checkReads(NoneReader reader, Collection<Integer> partitions) {
        for (int partition : partitions) {
            Cursor cursor = cursors.get(partition);
            if (cursor.owner != reader || (cursor.reader != null && cursor.reader != reader)) {
                throw new TransactionException(
                        Remedy.ABORT, "the group has given partition " + partition + " to another reader");
            }
        }
    }
}
