package dev.weir.workload;

/** What only several fields of a workload show together. */
final class WorkloadChecks {
    /** Far beyond what clients can hold open; keeps products of counts within an int. */
    private static final long MOST_IN_ALL = 10_000_000;

    private WorkloadChecks() {}

    static void check(FieldValues values) {
        checkConsumers(values);
        checkIdleConsumers(values);
        checkProduct(values, WorkloadFields.PARTITIONS, "partitions", WorkloadFields.TOPICS, WorkloadFields.PARTITIONS);
        checkProduct(values, WorkloadFields.PRODUCERS, "producers", WorkloadFields.TOPICS, WorkloadFields.PRODUCERS);
        checkProduct(
                values,
                WorkloadFields.CONSUMERS,
                "consumers",
                WorkloadFields.TOPICS,
                WorkloadFields.SUBSCRIPTIONS,
                WorkloadFields.CONSUMERS);
    }

    private static void checkConsumers(FieldValues values) {
        if (!values.sound(WorkloadFields.SUBSCRIPTIONS, WorkloadFields.CONSUMERS)) {
            return;
        }
        long subscriptions = values.get(WorkloadFields.SUBSCRIPTIONS);
        long consumers = values.get(WorkloadFields.CONSUMERS);
        if (subscriptions == 0 && consumers > 0) {
            values.error(
                    WorkloadFields.CONSUMERS,
                    "must be 0 without a subscription, got " + consumers
                            + "; set subscriptionsPerTopic to 1 or more, or remove this to produce only");
        } else if (subscriptions > 0 && consumers == 0) {
            values.error(
                    WorkloadFields.CONSUMERS,
                    "must be at least 1 with subscriptionsPerTopic " + subscriptions
                            + ", got 0; set subscriptionsPerTopic to 0 to produce only");
        }
    }

    /** OMB runs these, so they are no error; but some of the clients that a person asked for will do nothing. */
    private static void checkIdleConsumers(FieldValues values) {
        if (!values.sound(WorkloadFields.CONSUMERS, WorkloadFields.SUBSCRIPTIONS)
                || values.find(WorkloadFields.PARTITIONS).isEmpty()) {
            return;
        }
        long idle = values.get(WorkloadFields.CONSUMERS) - values.get(WorkloadFields.PARTITIONS);
        if (idle > 0 && values.get(WorkloadFields.SUBSCRIPTIONS) > 0) {
            values.warning(
                    WorkloadFields.CONSUMERS,
                    "is more than the " + values.get(WorkloadFields.PARTITIONS) + " partitions of a topic: " + idle
                            + " consumers of each subscription will get no messages");
        }
    }

    @SafeVarargs
    private static void checkProduct(FieldValues values, Field<Long> where, String what, Field<Long>... factors) {
        double product = 1;
        for (Field<Long> factor : factors) {
            product *= values.find(factor).or(factor::otherwise).orElse(0L);
        }
        if (product > MOST_IN_ALL) {
            values.error(
                    where,
                    "makes " + ScalarType.plain(product) + " " + what + " over all topics, must be at most "
                            + MOST_IN_ALL);
        }
    }
}
