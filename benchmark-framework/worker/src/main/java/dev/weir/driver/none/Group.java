package dev.weir.driver.none;

import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.TransactionException;
import dev.weir.driver.exception.TransactionException.Remedy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Consumers or readers that share the partitions of a topic, with their committed offsets. A partition changes its member
 * when others join or leave, but not while its offset is part of an open transaction. The next member begins at the
 * committed offset. Any thread.
 */
final class Group {
    /** One for each partition, in their order; fewer if the group is that of one reader. */
    final List<Cursor> cursors = new ArrayList<>();

    private final List<Member> members = new ArrayList<>();
    /** Partitions whose offsets are part of an open transaction, by its producer. */
    private final Map<Object, Set<Integer>> held = new HashMap<>();

    /** A consumer or reader. */
    static final class Member {
        /** Partitions that no other member has; empty: the group assigns some. */
        final List<Integer> ownPartitions;
        /** Cursors of its partitions. */
        volatile List<Cursor> share = List.of();
        /** Waits for messages. */
        volatile @Nullable Thread thread;

        Member(List<Integer> ownPartitions) {
            this.ownPartitions = ownPartitions;
        }

        void wake() {
            LockSupport.unpark(thread);
        }
    }

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
        private @Nullable Member owner;
        /** The last reader that has begun to read. */
        private @Nullable Member reader;

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
            assign(owner);
        }

        /** Sets the owner, and wakes it if there is something to read. */
        private synchronized void assign(@Nullable Member to) {
            owner = to;
            if (to != null && !batches.isEmpty()) {
                to.wake();
            }
        }

        /** Returns batches with the messages from an offset on, but not too many; empty if there are none. */
        synchronized List<Batch> from(long offset) {
            var found = new ArrayList<Batch>();
            long enough = Math.max(offset, committed) + Batch.MAX_MESSAGES;
            for (Batch batch : batches) {
                if (batch.end() > enough && !found.isEmpty()) {
                    break;
                } else if (batch.end() > offset) {
                    found.add(batch);
                }
            }
            return found;
        }

        /** Returns the next batches for a consumer, and commits them; empty if there are none, or another owns them. */
        synchronized List<Batch> take(Member consumer) {
            List<Batch> next = owner == consumer ? from(committed) : List.of();
            next.forEach(batch -> commit(batch.end()));
            return next;
        }

        /** Makes a reader continue, from an offset if it has read here before, otherwise from the committed one. */
        synchronized long resume(Member by, @Nullable Long offset) {
            if (reader != by || offset == null) {
                reader = by;
                return committed;
            }
            return offset;
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

    synchronized void join(Member member) {
        members.add(member);
        assign();
    }

    /** Removes a member; returns whether it was the last one. */
    synchronized boolean leave(Member member) {
        members.remove(member);
        assign();
        return members.isEmpty();
    }

    synchronized void wakeAll() {
        members.forEach(Member::wake);
    }

    private void assign() {
        Map<Member, List<Cursor>> shares = new HashMap<>();
        members.forEach(member -> shares.put(member, new ArrayList<>()));
        Set<Integer> kept = new HashSet<>();
        held.values().forEach(kept::addAll);
        for (Cursor cursor : cursors) {
            Member owner = kept.contains(cursor.partition) ? cursor.owner : memberOf(cursor.partition);
            List<Cursor> share = owner == null ? null : shares.get(owner);
            if (share == null) {
                cursor.assign(owner);
            } else {
                share.add(cursor);
            }
        }
        shares.forEach((member, share) -> {
            member.share = share;
            share.forEach(cursor -> cursor.assign(member));
        });
    }

    private @Nullable Member memberOf(int partition) {
        Member inTurn = members.isEmpty() ? null : members.get(partition % members.size());
        if (inTurn == null || inTurn.ownPartitions.isEmpty()) {
            return inTurn;
        }
        return members.stream()
                .filter(member -> member.ownPartitions.contains(partition))
                .findFirst()
                .orElse(null);
    }

    /** Makes offsets of a reader part of a transaction. */
    synchronized void hold(Member reader, Collection<Integer> partitions, Object transaction) {
        checkReads(reader, partitions);
        held.computeIfAbsent(transaction, any -> new HashSet<>()).addAll(partitions);
    }

    /** Releases the partitions of a finished transaction. */
    synchronized void release(Object transaction) {
        held.remove(transaction);
        assign();
    }

    synchronized void commit(Member reader, Map<Integer, Long> offsets) {
        checkReads(reader, offsets.keySet());
        commit(offsets);
    }

    synchronized void commit(Map<Integer, Long> offsets) {
        offsets.forEach((partition, offset) -> cursors.get(partition).commit(offset));
    }

    /** Checks that a reader may commit; partitions that no reader has read yet can go to any. */
    private void checkReads(Member reader, Collection<Integer> partitions) {
        for (int partition : partitions) {
            Cursor cursor = cursors.get(partition);
            if (cursor.owner != reader || (cursor.reader != null && cursor.reader != reader)) {
                throw new TransactionException(
                        Remedy.ABORT, "the group has given partition " + partition + " to another reader");
            }
        }
    }
}
