package dev.weir.worker.share;

import dev.weir.driver.client.ShareReader.Acknowledgement;
import org.jspecify.annotations.Nullable;

/** A message that is locked for a consumer, or whose acknowledgement has not been answered. One thread. */
final class Held {
    final int partition;
    final long offset;
    final int attempt;
    /** Null if it is no message of the load. */
    final @Nullable Delivered message;

    final Handling handling;
    final long receivedNanos;
    /** When its lock began at the latest. */
    long lockedNanos;
    /** Null while there is none that has not been answered. */
    @Nullable
    Acknowledgement sent;

    long sentNanos;
    /** How often the consumer had handed its acknowledgements to the client when this one was made: the next time has it. */
    long handedOverBefore;
    /** The system has renewed its lock, and the client has not returned it since. */
    boolean renewed;
    /** Answers to come that are for an earlier delivery of the same message. */
    int earlierAnswers;

    Held(int partition, long offset, int attempt, @Nullable Delivered message, Handling handling, long receivedNanos) {
        this.partition = partition;
        this.offset = offset;
        this.attempt = attempt;
        this.message = message;
        this.handling = handling;
        this.receivedNanos = receivedNanos;
        this.lockedNanos = receivedNanos;
    }
}
