package dev.weir.feature.sharegroups;

import dev.weir.feature.sharegroups.ShareGroup.Handling;
import dev.weir.worker.Receipts.Delivered;

/** What consumers of a share group do with messages, worked out from the seed alone. */
public final class SeededHandling {
    private final ShareGroup share;
    private final long seed;
    private final int deliveryLimit;
    private long accepted;
    private long rejected;
    private long archived;
    private long released;
    private long expired;

    /** @param deliveryLimit how often the group delivers a message at most */
    public SeededHandling(ShareGroup share, long seed, int deliveryLimit) {
        this.share = share;
        this.seed = seed;
        this.deliveryLimit = deliveryLimit;
    }

    /** Adds messages of a producer, from its first one on. */
    public void add(int producer, long messages) {
        for (long sequence = 0; sequence < messages; sequence++) {
            add(new Delivered(producer, sequence, true, 0, 0));
        }
    }

    private void add(Delivered message) {
        for (int attempt = 1; ; attempt++) {
            Handling handling = share.handling(seed, message, attempt);
            if (handling == Handling.ACCEPT) {
                accepted++;
                return;
            }
            if (handling == Handling.REJECT) {
                rejected++;
                return;
            }
            if (attempt == deliveryLimit) {
                archived++;
                return;
            }
            released += handling == Handling.RELEASE ? 1 : 0;
            expired += handling == Handling.KEEP ? 1 : 0;
        }
    }

    public long released() {
        return released;
    }

    public long expired() {
        return expired;
    }

    @Override
    public String toString() {
        return text(accepted, rejected, archived, released, expired);
    }

    /** In the form of {@link #toString}. */
    public static String text(long accepted, long rejected, long archived, long released, long expired) {
        return "accepted " + accepted + ", rejected " + rejected + ", archived " + archived + ", released " + released
                + ", expired " + expired;
    }
}
