package dev.weir.worker.share;

import org.jspecify.annotations.Nullable;

/** Receives the messages of a share consumer, on its thread. */
public interface ShareRecording {

    /** Called when a poll has returned messages. */
    void batch();

    /**
     * Called for each delivered message.
     *
     * @param first whether the system had not delivered it before: its latencies are those of the run
     * @return null if it is no message of the load
     */
    @Nullable
    Delivered delivered(int partition, long offset, byte[] value, byte @Nullable [] header, boolean first);

    /**
     * Called when the system has confirmed that a message is accepted or rejected.
     *
     * @param heldNanos from the poll that returned it to its acknowledgement
     */
    void acknowledged(Delivered message, boolean accepted, long heldNanos);

    /** Called when a message was accepted, rejected or archived: it is not delivered again. */
    void ended(Delivered message);

    /** Called when it is unknown whether a message has ended or is delivered again. */
    void unsure(Delivered message);

    /** Called when reading failed. */
    void failed(Throwable cause, boolean fatal);

    /**
     * A message of the load that was delivered.
     *
     * @param producer number of its producer; for a message that existed before the load, its partition
     * @param sequence its number among those of the producer; for a message that existed before the load, its offset
     * @param measured whether it was due in the measurement
     * @param responseNanos from its intended send time to its receipt
     */
    public record Delivered(int producer, long sequence, boolean measured, long responseNanos, int bytes) {}
}
