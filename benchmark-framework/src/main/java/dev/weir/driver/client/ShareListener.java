package dev.weir.driver.client;

import org.jspecify.annotations.Nullable;

/** Called for each message that a {@link ShareReader} receives, on the thread that calls the reader. Does not throw. */
public interface ShareListener {

    /** What the system answered to an acknowledgement. */
    enum Answer {
        /** It holds. */
        DONE,
        /** It does not hold: the lock had expired. */
        REFUSED,
        /** There was no answer: whether it holds is unknown. */
        UNKNOWN
    }

    /** A poll has returned messages. Called directly after it, before {@link #delivered}. */
    void batch();

    /**
     * One message of the batch.
     *
     * @param attempt how often the system has delivered the message by now, from 1; the same again for a message whose lock
     *     was renewed
     * @param value the payload; valid during the call
     * @param header the header that it was sent with; null if it had none
     */
    void delivered(int partition, long offset, int attempt, byte[] value, byte @Nullable [] header);

    /** The answer to an acknowledgement, which is no older than the last call of the reader. */
    void acknowledged(int partition, long offset, Answer answer);

    /** Reading failed, and goes on. */
    void failed(Throwable cause);
}
