package dev.weir.worker.share;

import org.jspecify.annotations.Nullable;

/** Where a share consumer reports its messages, on its own thread. */
public interface ShareRecording {

    /** A poll has returned messages. */
    void batch();

    /**
     * A message was delivered.
     *
     * @param first whether the system had not delivered it before: its latencies are those of the run
     * @return null if it is no message of the load
     */
    @Nullable
    Delivered delivered(int partition, long offset, byte[] value, byte @Nullable [] header, boolean first);

    /**
     * The system has confirmed that a message is accepted or rejected.
     *
     * @param heldNanos from the poll that returned it to its acknowledgement
     */
    void acknowledged(Delivered message, boolean accepted, long heldNanos);

    /** A message was accepted, rejected or archived: it is not delivered again. */
    void ended(Delivered message);

    /** It is unknown whether a message has ended, or is delivered again. */
    void unsure(Delivered message);

    /** Reading failed. */
    void failed(Throwable cause, boolean fatal);
}
