package dev.weir.workload;

import java.util.Map;

/**
 * Properties of a subscription that is a share group: any number of consumers take messages of the same partitions, and
 * each message is acknowledged by itself.
 *
 * @param explicit whether consumers acknowledge each message; if not, the next poll accepts all messages of the
 *     previous one
 * @param releaseRatio share of the deliveries that a consumer releases, so that the message is delivered again; [0, 1]
 * @param rejectRatio share of the deliveries that a consumer rejects, so that the message is never delivered again; [0,
 *     1]
 * @param expiryRatio share of the deliveries that a consumer keeps until their locks have expired; [0, 1]
 * @param concurrency messages that each consumer processes at the same time, at least 1
 * @param renewsLocks whether a consumer renews the locks of waiting messages after half of their duration
 * @param groupConfig settings of the group in the system
 */
public record ShareGroup(
        boolean explicit,
        double releaseRatio,
        double rejectRatio,
        double expiryRatio,
        int concurrency,
        boolean renewsLocks,
        Map<String, String> groupConfig) {
    public ShareGroup {
        groupConfig = Map.copyOf(groupConfig);
        Checks.atLeast("concurrency", concurrency, 1);
        if (!(releaseRatio >= 0 && rejectRatio >= 0 && expiryRatio >= 0)
                || releaseRatio + rejectRatio + expiryRatio > 1) {
            throw new IllegalArgumentException(
                    "releaseRatio, rejectRatio and expiryRatio must be in [0, 1] together, got " + releaseRatio + ", "
                            + rejectRatio + " and " + expiryRatio);
        }
    }
}
