package dev.weir.workload;

import dev.weir.workload.text.Checks;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/** The consumers of a workload, in the order of their numbers; none: produce only. */
public record Subscriptions(List<Subscription> each) {
    public static final Subscriptions NONE = new Subscriptions(List.of());

    public Subscriptions {
        each = List.copyOf(each);
        Set<String> names = new HashSet<>();
        for (Subscription one : each) {
            boolean isNew = names.add(one.name());
            Checks.refuseIf(!isNew, "subscriptions must have different names, got " + one.name() + " twice");
        }
    }

    /** Creates equal consumer groups, named by their numbers, or none: produce only. */
    public static Subscriptions alike(int perTopic, int consumersEach, long processingNanos) {
        Checks.atLeast("subscriptionsPerTopic", perTopic, 0);
        Checks.atLeast("consumerPerSubscription", consumersEach, perTopic > 0 ? 1 : 0);
        Checks.atLeast("consumerProcessingTime", processingNanos, 0);
        return new Subscriptions(IntStream.range(0, perTopic)
                .mapToObj(number -> new Subscription(
                        String.valueOf(number),
                        consumersEach,
                        StartPosition.LATEST,
                        OptionalLong.empty(),
                        processingNanos,
                        Map.of()))
                .toList());
    }

    public int count() {
        return each.size();
    }

    public int countStartingWithLoad() {
        return (int) each.stream().filter(Subscription::startsWithLoad).count();
    }

    public int consumersPerTopic() {
        return each.stream().mapToInt(Subscription::consumers).sum();
    }

    /** Returns the number of consumers of the largest group; 0 without any. */
    public int mostConsumers() {
        return each.stream().mapToInt(Subscription::consumers).max().orElse(0);
    }

    /** Returns whether consumers have a processing time. */
    public boolean areBusy() {
        return each.stream().anyMatch(one -> one.processingNanos() > 0);
    }

    public boolean sharePartitions() {
        return each.stream().anyMatch(Subscription::sharesPartitions);
    }

    /** Returns whether they are as {@link #alike} creates them. */
    public boolean areAlike() {
        return each.isEmpty()
                || each.equals(
                        alike(count(), each.get(0).consumers(), each.get(0).processingNanos()).each);
    }
}
