package dev.weir.feature.sharegroups;

import dev.weir.worker.Receipts.Delivered;
import dev.weir.worker.message.RandomStream;

enum Handling {
    ACCEPT,
    RELEASE,
    REJECT,
    /** Keeps it until its lock has expired. */
    KEEP;

    /**
     * Draws the handling from the seed: the same for each consumer that could get this delivery.
     *
     * @param attempt number of the delivery, from 1
     */
    static Handling of(ShareGroup share, long seed, Delivered message, int attempt) {
        if (share.releaseRatio() + share.rejectRatio() + share.expiryRatio() == 0) {
            return ACCEPT;
        }
        double drawn = RandomStream.SHARE_HANDLING.ofDelivery(seed, message.producer(), message.sequence(), attempt);
        if (drawn < share.releaseRatio()) {
            return RELEASE;
        }
        if (drawn < share.releaseRatio() + share.rejectRatio()) {
            return REJECT;
        }
        return drawn < share.releaseRatio() + share.rejectRatio() + share.expiryRatio() ? KEEP : ACCEPT;
    }
}
