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
     * <p>The arrays are the caller's again when this returns. The three numbers are given back to the listener as they
     * are; they travel through the driver, so that the only object for a message is the client library's own callback.
     *
     * @param partition in [0, partitions); -1: the client chooses
     * @param key null if the message has none
     * @param value the payload
     * @param header a header to carry with the message; null if there is none
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
     * How long send calls have waited so far, because the client's buffers were full or it had no metadata: the system's
     * back pressure, as opposed to what the client computes in a call. Includes what the last call waited. On the sending
     * thread, after calls that took long.
     *
     * @return nanoseconds; -1 if the client does not report it: long calls count as waiting then
     */
    default long blockedNanos() {
        return -1;
    }

    /**
     * What the client library reports, in its own names and units: how large its batches are, for instance. What it
     * does not know is left out. Any thread, until {@link #close}.
     */
    default Map<String, Double> metrics() {
        return Map.of();
    }

    /**
     * Sends what is buffered, waits for it at most 10 s, and closes. A {@link #send} that blocks returns. What is
     * unresolved then is reported as failed.
     */
    @Override
    void close();
}
