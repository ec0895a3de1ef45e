package dev.weir.workload;

/**
 * The consumers of a workload.
 *
 * @param perTopic consumer groups per topic; 0: produce only
 * @param consumersEach consumers in each of these groups; at least 1 if there is a subscription
 * @param processingNanos how long each consumer is busy with each message
 */
public record Subscriptions(int perTopic, int consumersEach, long processingNanos) {
    /** No consumers. */
    public static final Subscriptions NONE = new Subscriptions(0, 0, 0);

    public Subscriptions {
        Checks.atLeast("subscriptionsPerTopic", perTopic, 0);
        Checks.atLeast("consumerPerSubscription", consumersEach, perTopic > 0 ? 1 : 0);
        Checks.atLeast("consumerProcessingTime", processingNanos, 0);
    }
}
