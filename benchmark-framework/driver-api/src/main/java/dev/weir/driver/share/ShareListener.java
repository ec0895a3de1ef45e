package dev.weir.driver.share;

import org.jspecify.annotations.Nullable;

/** Receives each message of a {@link ShareReader}, on the thread that calls the reader. Does not throw. */
public interface ShareListener {

    /** Answer of the system to an acknowledgement. */
    enum Answer {
        /** The acknowledgement took effect. */
        DONE,
        /** The acknowledgement had no effect: the lock had expired. */
        REFUSED,
        /** There was no answer: the effect is unknown. */
        UNKNOWN
    }

    /** Called directly after a poll has returned messages, before {@link #delivered}. */
    void batch();

    /**
     * Called for each message of the batch.
     *
     * @param attempt how often the system has delivered the message so far, from 1; the same again for a message whose
     *     lock was renewed
     * @param value the payload; valid during the call
     * @param header header with which it was sent; null if it had none
     */
    void delivered(int partition, long offset, int attempt, byte[] value, byte @Nullable [] header);

    /** Called with the answer to an acknowledgement. */
    void acknowledged(int partition, long offset, Answer answer);

    /** Called when reading failed; it continues. */
    void failed(Throwable cause);
}
