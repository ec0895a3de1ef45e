package dev.weir.driver.client;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sends messages to one topic. {@link #send} is called by one thread, {@link #close} by any. */
public interface Producer extends AutoCloseable {

    /**
     * Sends one message. May block while the client's buffers are full: that is what is measured. Leads to exactly one
     * call of {@link SendListener#acknowledged} or {@link SendListener#failed}, at the latest before {@link #close}
     * returns; never throws for a message that could not be sent.
     *
     * <p>The arrays belong to the caller again when this returns. The driver passes the three numbers to the listener
     * unchanged, so that the client library's callback is the only object for a message.
     *
     * @param partition in [0, partitions); -1: the client chooses
     * @param key null if the message has none
     * @param value the payload
     * @param header header of the message in addition to those of the {@link ProducerSpec}; null if there is none
     * @param sequence the message's number within this producer
     * @param intendedNanos when it was due, epoch nanoseconds
     * @param sentNanos when this call was made, epoch nanoseconds
     */
    void send(
            int partition,
            byte @Nullable [] key,
            byte[] value,
            byte @Nullable [] header,
            long sequence,
            long intendedNanos,
            long sentNanos);

    /**
     * Returns how long send calls have waited so far because the client's buffers were full or metadata were missing:
     * the system's back pressure, without the client's own computation. Includes the last call. Of a call that fails its
     * message before it returns, Weir counts the whole time as waiting, whatever the client reports. Called on the sending
     * thread, after calls that took long.
     *
     * @return nanoseconds; -1 if the client does not report it: then long calls count as waiting
     */
    default long blockedNanos() {
        return -1;
    }

    /**
     * Returns how long brokers have delayed this client so far because it exceeded a quota. Any thread.
     *
     * @return nanoseconds; 0 if the client does not report it
     */
    default long throttledNanos() {
        return 0;
    }

    /**
     * Returns metrics of the client library, in its own names and units, such as the size of its batches. Unknown ones
     * are left out. Any thread, until {@link #close}.
     */
    default Map<String, Double> metrics() {
        return Map.of();
    }

    /**
     * Sends buffered messages, waits for them at most 10 s, and closes. A blocked {@link #send} returns. Unresolved
     * messages are then reported as failed.
     */
    @Override
    void close();
}
