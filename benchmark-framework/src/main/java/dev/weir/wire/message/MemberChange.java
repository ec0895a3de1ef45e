package dev.weir.wire.message;

import java.util.List;

/**
 * Something that a member of a consumer group did, or that happened to its partitions.
 *
 * @param atNanos when, by the worker's clock
 * @param kind what it was
 * @param event the number of the workload's member event, from 0; -1 of a change of the assignment
 * @param partitions that were given to the member or taken from it; none of a member event
 */
public record MemberChange(long atNanos, Kind kind, int event, List<Integer> partitions) {
    /** What can be noted of a member. */
    public enum Kind {
        /** It began to open. */
        JOIN,
        /** It began to leave in order. */
        LEAVE,
        /** It began to stand still. */
        STOP,
        /** It ended without leaving. */
        KILL,
        /** Its group gave it partitions. */
        ASSIGNED,
        /** It lost partitions. */
        REVOKED
    }

    public MemberChange {
        partitions = List.copyOf(partitions);
    }
}
