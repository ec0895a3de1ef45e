package dev.weir.workload.fields;

import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.ScalarType.Time;
import dev.weir.workload.yaml.ScalarType.Whole;
import java.time.Duration;

/** Fields of a workload file about its consumers. */
public final class ConsumerFields {
    private static final Whole COUNT_OR_NONE = new Whole(0, 1_000_000);

    public static final Field<Long> SUBSCRIPTIONS =
            Field.optional("subscriptionsPerTopic", COUNT_OR_NONE, 0L, "consumer groups per topic; 0: produce only");

    public static final Field<Long> CONSUMERS =
            Field.optional("consumerPerSubscription", COUNT_OR_NONE, 0L, "consumers in each group");

    public static final Field<Duration> PROCESSING = Field.optional(
            "consumerProcessingTime",
            new Time(Duration.ofNanos(1), Duration.ofMinutes(5)),
            Duration.ZERO,
            "how long each consumer is busy with each message before it polls again, without using the CPU for it: at"
                    + " most consumers / consumerProcessingTime messages per second and subscription. Of Kafka's consumer,"
                    + " a poll with all its messages (max.poll.records) must not take longer than max.poll.interval.ms");

    private ConsumerFields() {}
}
