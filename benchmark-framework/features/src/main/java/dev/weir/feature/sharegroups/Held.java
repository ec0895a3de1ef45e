package dev.weir.feature.sharegroups;

import dev.weir.driver.share.ShareReader.Acknowledgement;
import dev.weir.feature.sharegroups.ShareGroup.Handling;
import dev.weir.worker.Receipts.Delivered;
import org.jspecify.annotations.Nullable;

/** A message that is locked for a consumer, or whose acknowledgement has not been answered. Used by one thread. */
final class Held {
    final int partition;
    final long offset;
    final int attempt;
    /** Null if it is no message of the load. */
    final @Nullable Delivered message;

    final Handling handling;
    final long receivedNanos;
    /** Latest time at which its lock can have begun. */
    long lockedNanos;
    /** Acknowledgement that has not been answered; null if there is none. */
    @Nullable
    Acknowledgement sent;

    long sentNanos;
    /**
     * How often the consumer had passed acknowledgements to the client when this one was made; the next time includes
     * it.
     */
    long handedOverBefore;
    /** Whether the system has renewed its lock and the client has not returned the message since. */
    boolean renewed;
    /** Number of expected answers that are for an earlier delivery of the same message. */
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
