package dev.weir.worker.client;

import dev.weir.driver.Driver;
import dev.weir.driver.client.ConnectionListener;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.SendListener;
import dev.weir.measure.LatencySource;
import dev.weir.measure.RequestCounts;
import dev.weir.plan.Assignment;
import dev.weir.plan.ProducerRole;
import dev.weir.worker.recording.RunMaterial;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * What a feature does in one sender. The sender's thread calls the methods, unless they name another one. Those on the
 * hot path are called for each message.
 */
public interface SenderPart {
    /** Makes the parts of senders. It is a seat. */
    interface Maker {
        /**
         * Returns the new part of a sender that is about to open its producer; empty if the load does not need it.
         *
         * @param outcomes receives the outcome of each message from a producer of the part's own
         * @throws dev.weir.driver.exception.DriverException if the system lacks what it needs
         */
        Optional<SenderPart> of(
                Assignment assignment, ProducerRole role, Driver driver, RunMaterial material, Outcomes outcomes);
    }

    interface Outcomes extends SendListener {
        /** Counts a message that was sent and then aborted. */
        void aborted(long sequence);
    }

    /** Returns the producer with which the sender sends, and which it closes; empty: one of the driver. */
    default Optional<Producer> producer() {
        return Optional.empty();
    }

    /**
     * Brings what it needs into the system, before the load. Any thread.
     *
     * @param send sends a message, which no figure counts, to the partition that it is given
     */
    default void fill(IntConsumer send) {}

    /** Hears that the next message is the first one of a segment of the load. */
    default void beginSegment(int segment) {}

    /** Returns whether {@link #replaces} can return true. */
    default boolean replacesSome() {
        return false;
    }

    /**
     * Does something else than sending the next message, if that is its turn. It is on the hot path.
     *
     * @param intendedNanos when the message is due
     * @param nowNanos the last reading of the clock
     * @return whether the message is not to be sent
     */
    default boolean replaces(long intendedNanos, long nowNanos) {
        return false;
    }

    /** Completes what messages have begun, because none follows for now. */
    default void complete() {}

    /** Hears that a message was acknowledged. It is on the hot path, of the thread that acknowledges. */
    default void acknowledged(boolean measured, long sequence, long intendedNanos, long sentNanos, long nowNanos) {}

    /** Hears that a message was given up. Any thread. */
    default void failed(long sequence) {}

    /** Returns what hears of connections that the producer keeps of its own; empty: the part does not. */
    default Optional<ConnectionListener> connectionListener() {
        return Optional.empty();
    }

    /** Returns latencies that only it records. */
    List<LatencySource> latencies();

    /** Returns requests of the whole run so far, in which this many messages were sent. Any thread. */
    default RequestCounts requests(long sent) {
        return RequestCounts.NONE;
    }

    /** Adds what happened since the previous call, apart from {@link #latencies}. The session's thread. */
    default void drainInto(SnapshotBuilder snapshot) {}

    /** Ends what waits, and begins nothing else. Any thread. */
    default void stop() {}

    /** Closes what it has opened, after the sender has closed its producer. */
    default void release() {}
}
