package dev.weir.feature.members;

import dev.weir.wire.message.Message;
import java.util.List;

/**
 * What happened, since the previous message, to a consumer in a group whose members change.
 *
 * @param consumer its number in the run
 * @param changes changes of the consumer and of its partitions, in order
 * @param spans ended time spans in which it received messages
 */
record MemberNotes(int consumer, List<Change> changes, List<Span> spans) implements Message.OfFeature {
    public MemberNotes {
        changes = List.copyOf(changes);
        spans = List.copyOf(spans);
    }

    /**
     * A change of a member of a consumer group, or of its partitions.
     *
     * @param atNanos time by the worker's clock
     * @param event number of the workload's member event, from 0; -1 for a change of the assignment
     * @param partitions partitions that were assigned or revoked; empty for a member event
     */
    public record Change(long atNanos, Kind kind, int event, List<Integer> partitions) {
        public Change {
            partitions = List.copyOf(partitions);
        }
    }

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

    /**
     * A time in which one member received messages of a partition without a gap.
     *
     * @param fromNanos when the first of them was received, by the worker's clock
     * @param toNanos when the last one was
     */
    public record Span(int partition, long fromNanos, long toNanos) {}
}
