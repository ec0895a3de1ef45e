package dev.weir.worker.client;

import dev.weir.clock.Deadline;
import dev.weir.measure.Counts;
import dev.weir.pacing.Schedule;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.ProvenPartition;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One client of a load, which works on threads of its own: a producer, a consumer, a client of a feature. The session's
 * thread calls all methods, {@link #fill} and {@link #close} excepted. A client that has no part in something inherits
 * a method that does nothing.
 */
public interface LoadClient {
    /** Writes what has to be in the system before the load begins; returns when that is done. Any thread. */
    default void fill() {}

    /** Begins to send messages that prove that partitions accept and deliver them. */
    default void sendProbes() {}

    /** Partitions that have delivered such a message so far. */
    default Set<ProvenPartition> proven() {
        return Set.of();
    }

    /** Whether it consumes, and the system has assigned partitions to it. */
    default boolean isAssigned() {
        return false;
    }

    /** The load begins when the schedule does. */
    default void start(Schedule schedule) {}

    /** Begins to receive, if it was opened paused. */
    default void beginReceiving() {}

    /** The schedule was changed: wakes it, if it waits for its next message. */
    default void scheduleChanged() {}

    /** Stops receiving, or goes on. */
    default void pause(boolean paused) {}

    /** The load ends then, epoch nanoseconds: nothing is begun from then on. */
    default void end(long atNanos) {}

    /** Whether its load ends without an order. The same for all clients of its kind, at all times. */
    default boolean endsByItself() {
        return false;
    }

    /** Whether its first unit of work is complete. Asked only of clients whose load ends by itself. */
    default boolean hasSucceeded() {
        return false;
    }

    /** Whether it has ended, and the outcome of all that it sent is known. */
    default boolean hasEnded() {
        return true;
    }

    /** What ended it before its time. */
    default Optional<Throwable> failure() {
        return Optional.empty();
    }

    /** Messages that it has sent so far of those that were due from a moment on, epoch nanoseconds. */
    default long sentOfThoseDueFrom(long nanos) {
        return 0;
    }

    /** Puts the number of messages that it has sent so far under the number of its producer. */
    default void putSent(Map<Integer, Long> sent) {}

    /** Counts of the whole run so far. */
    default Counts counts() {
        return Counts.NONE;
    }

    /** Adds what happened since the previous call. {@link #counts} was called right before. */
    default void drainInto(SnapshotBuilder snapshot) {}

    /** What it left out, and how busy it was. After it has ended. */
    default Message.LoadEnded ended() {
        return Message.LoadEnded.NOTHING;
    }

    /** Figures of the whole run, if single clients of its kind are reported. After it was closed. */
    default Optional<Message> figures() {
        return Optional.empty();
    }

    /** Ends at once, closes what it has opened, and joins its threads, or throws at the deadline. Any thread. */
    void close(Deadline deadline) throws InterruptedException;
}
