package dev.weir.worker;

import org.jspecify.annotations.Nullable;

/**
 * Records the messages of a consumer whose kind a feature adds, on the consumer's thread. A message counts as received when
 * its state is final: it is not delivered again. So the audit finds messages that the system has lost.
 */
public interface Receipts {
    /** Called when a poll has returned that many messages. */
    void batch(int count);

    /**
     * Called for each delivered message.
     *
     * @param first whether the system had not delivered it before: its latencies are those of the run
     * @return null if it is no message of the load
     */
    @Nullable
    Delivered delivered(int partition, long offset, byte[] value, byte @Nullable [] header, boolean first);

    /** Called when the state of a message is final. */
    void ended(Delivered message);

    /** Called when the system has to deliver a message again, because a lock expired or a consumer ended. */
    void comesAgain();

    /** Called when it is unknown whether the state of a message is final. */
    void unsure(Delivered message);

    void failed(Throwable cause, boolean fatal);

    /**
     * A message of the load that was delivered.
     *
     * @param measured whether it was due in the measurement
     * @param responseNanos from its intended send time to its receipt
     */
    record Delivered(int producer, long sequence, boolean measured, long responseNanos, int bytes) {}
}
