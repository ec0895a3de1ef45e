package dev.weir.wire.message;

import java.util.List;

/**
 * A change of a member of a consumer group, or of its partitions.
 *
 * @param atNanos time by the worker's clock
 * @param kind kind of change
 * @param event number of the workload's member event, from 0; -1 for a change of the assignment
 * @param partitions partitions that were assigned or revoked; empty for a member event
 */
public record MemberChange(long atNanos, Kind kind, int event, List<Integer> partitions) {
    /** Kinds of changes. */
    public enum Kind {
        /** The member began to open. */
        JOIN,
        /** The member began to leave in order. */
        LEAVE,
        /** The member began to stand still. */
        STOP,
        /** The member ended without leaving. */
        KILL,
        /** The group assigned partitions to the member. */
        ASSIGNED,
        /** The member lost partitions. */
        REVOKED
    }

    public MemberChange {
        partitions = List.copyOf(partitions);
    }
}
