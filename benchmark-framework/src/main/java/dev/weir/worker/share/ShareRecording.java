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
     * @return what is to be known of it later; null if it is no message of the load
     */
    @Nullable
    Delivered delivered(int partition, byte[] value, byte @Nullable [] header, boolean first);

    /**
     * Nothing more will come of a message: the system has confirmed that.
     *
     * @param heldNanos from the poll that returned it to its acknowledgement
     */
    void ended(Delivered message, boolean accepted, long heldNanos);

    /** Whether the message will be delivered again is unknown, and so is whether it was accepted. */
    void unsure(Delivered message);

    /** Reading failed. */
    void failed(Throwable cause, boolean fatal);
}
