package dev.weir.workload;

import java.time.Duration;
import java.util.List;

/** What only several fields of a workload show together. */
final class WorkloadChecks {
    /** Far beyond what clients can hold open; keeps products of counts within an int. */
    private static final long MOST_IN_ALL = 10_000_000;

    /** More than most clusters and client hosts carry. */
    private static final long MANY_IN_ALL = 1_000_000;

    private static final long LARGE_COPIES_BYTES = 1L << 30;

    private WorkloadChecks() {}

    static void check(FieldValues values) {
        MetricsFields.check(values, WorkloadFields.BROKER_METRICS);
        if (TransactionLoopFields.isGiven(values)) {
            TransactionLoopFields.check(values);
            return;
        }
        TopicFields.check(values);
        RateFields.check(values);
        checkConsumers(values);
        checkProcessing(values);
        checkIdleConsumers(values);
        checkIdlePartitions(values);
        checkRate(values);
        checkWarmupRate(values);
        LoadFields.check(values);
        PhaseFields.check(values);
        LabelChecks.check(values);
        GoalFields.check(values);
        TransactionFields.check(values);
        PipelineFields.check(values);
        FaultFields.check(values);
        checkInterval(values);
        checkPayloadCopies(values);
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

    private static void checkPayloadCopies(FieldValues values) {
        double bytes = 1;
        for (Field<Long> factor :
                List.of(WorkloadFields.MESSAGE_SIZE, WorkloadFields.TOPICS, WorkloadFields.PRODUCERS)) {
            bytes *= values.find(factor).orElse(0L);
        }
        if (bytes > LARGE_COPIES_BYTES) {
            values.warning(
                    WorkloadFields.MESSAGE_SIZE,
                    "makes " + (long) bytes / (1 << 20) + " MiB of payloads, one for each producer, which the workers'"
                            + " heaps have to hold");
        }
    }

    private static void checkConsumers(FieldValues values) {
        if (!values.sound(WorkloadFields.SUBSCRIPTIONS, WorkloadFields.CONSUMERS)) {
            return;
        }
        long subscriptions = values.get(WorkloadFields.SUBSCRIPTIONS);
        long consumers = values.get(WorkloadFields.CONSUMERS);
        if (subscriptions == 0 && consumers > 0) {
            values.warning(
                    WorkloadFields.CONSUMERS,
                    "has no effect without a subscription, as in OMB: set subscriptionsPerTopic to 1 or more to consume");
        } else if (subscriptions > 0 && consumers == 0) {
            values.error(
                    WorkloadFields.CONSUMERS,
                    (values.given(WorkloadFields.CONSUMERS) ? "must be at least 1, got 0" : "is missing")
                            + " with subscriptionsPerTopic " + subscriptions
                            + ": say how many consumers share a subscription, or set subscriptionsPerTopic to 0 to"
                            + " produce only");
        }
    }

    /** What is beyond the ceiling grows the backlog for as long as the test lasts: that may be meant. */
    private static void checkProcessing(FieldValues values) {
        if (!values.sound(WorkloadFields.PROCESSING, WorkloadFields.SUBSCRIPTIONS, WorkloadFields.CONSUMERS)) {
            return;
        }
        double seconds = values.get(WorkloadFields.PROCESSING).toNanos() / 1e9;
        long consumers = values.get(WorkloadFields.CONSUMERS)
                * values.find(WorkloadFields.TOPICS).orElse(0L);
        double rate = values.find(WorkloadFields.PRODUCER_RATE).orElse(0.0);
        if (seconds > 0 && values.get(WorkloadFields.SUBSCRIPTIONS) == 0) {
            values.warning(WorkloadFields.PROCESSING, "has no effect without a subscription; remove it, or add one");
        } else if (seconds > 0 && consumers > 0 && Double.isFinite(rate) && rate * seconds > consumers) {
            values.warning(
                    WorkloadFields.PROCESSING,
                    "lets the " + consumers + " consumers of a subscription handle at most "
                            + Math.round(consumers / seconds) + " messages/s, less than the producerRate: the backlog"
                            + " will grow");
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

    /** Without keys the client spreads messages over all partitions, so the other way to an idle one is too few keys. */
    private static void checkIdlePartitions(FieldValues values) {
        KeySpec keys = values.find(WorkloadFields.KEYS).orElse(KeySpec.NONE);
        long partitions = values.find(WorkloadFields.PARTITIONS).orElse(0L);
        if (keys.distributor() != KeyDistributor.NO_KEY && keys.cardinality() < partitions) {
            values.warning(
                    WorkloadFields.KEYS,
                    "makes only " + keys.cardinality() + " different keys for the " + partitions
                            + " partitions of a topic: those without a key will get no messages");
        }
    }

    /** Without the rate there is a load only in a closed loop, or where the rate is what is looked for. */
    private static void checkRate(FieldValues values) {
        if (!values.given(WorkloadFields.PRODUCER_RATE)
                && !values.given(GoalFields.SEARCH)
                && !TopicFields.isGiven(values, RateFields.RATES)
                && values.given(LoadFields.MODE)
                && values.sound(LoadFields.MODE)
                && !LoadFields.isClosed(values)) {
            values.error(WorkloadFields.PRODUCER_RATE, "is missing: an open loop needs a rate, or max");
        }
    }

    private static void checkWarmupRate(FieldValues values) {
        boolean none = WorkloadFields.warmupDuration(values).isZero();
        double rate = values.find(WorkloadFields.WARMUP_RATE).orElse(-1.0);
        if (none && rate != -1) {
            values.warning(
                    WorkloadFields.WARMUP_RATE,
                    "has no effect without a warm-up; give that a duration, or remove this");
        }
    }

    private static void checkInterval(FieldValues values) {
        Duration test = WorkloadFields.testDuration(values);
        for (Field<Long> interval : List.of(WorkloadFields.SAMPLE_RATE, WorkloadFields.LOG_INTERVAL)) {
            if (!test.isZero() && values.find(interval).orElse(0L) > test.toMillis()) {
                values.warning(
                        interval,
                        "is longer than the whole test of " + DurationText.of(test)
                                + ", which is then one shorter interval");
            }
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
        } else if (product >= MANY_IN_ALL) {
            values.warning(
                    where,
                    "makes " + ScalarType.plain(product) + " " + what
                            + " over all topics: brokers and clients need memory"
                            + " for each of them; use fewer, unless their number is what you measure");
        }
    }
}
