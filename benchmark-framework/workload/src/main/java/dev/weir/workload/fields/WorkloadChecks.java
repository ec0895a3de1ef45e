package dev.weir.workload.fields;

import dev.weir.workload.PhaseSpec.RetentionSpec;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.section.LoadSection;
import dev.weir.workload.section.Sections;
import dev.weir.workload.text.DurationText;
import dev.weir.workload.text.NumberText;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldValues;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks several fields of a workload together. */
public final class WorkloadChecks {
    /** A number and its noun, as a word or, for both clients, by letters: {@code 16-partitions}, {@code 4p-4c}. */
    private static final Pattern LABELLED_COUNT = Pattern.compile("(?<![\\w.])(\\d{1,7})"
            + "(?:[ _-]?(?:topic|partition|producer|consumer)s?|p(?=[-_ ]\\d+c)|(?<=\\dp[-_ ]\\d{1,7})c)(?![a-z0-9])");
    /** Far more than clients can hold open; keeps products of counts within an int. */
    static final long MAX_IN_ALL = 10_000_000;

    /** More than most clusters and client hosts can carry. */
    private static final long MANY_IN_ALL = 1_000_000;

    private static final long LARGE_COPIES_BYTES = 1L << 30;

    private WorkloadChecks() {}

    public static void check(FieldValues values) {
        MetricsFields.check(values);
        HeaderFields.check(values);
        Optional<LoadSection<?>> ofFeature = Sections.load(values);
        if (ofFeature.isPresent()) {
            ofFeature.get().check(values);
            return;
        }
        TopicChecks.check(values);
        LoadChecks.checkRate(values);
        SubscriptionChecks.check(values);
        checkConsumers(values);
        checkProcessing(values);
        checkIdleConsumers(values);
        checkIdlePartitions(values);
        checkRate(values);
        checkWarmupRate(values);
        LoadChecks.check(values);
        checkRetention(values);
        checkLabel(values);
        LoadChecks.checkGoals(values);
        checkWorkerLoss(values);
        Sections.check(values);
        checkInterval(values);
        checkPayloadCopies(values);
        checkProduct(values, "partitions", TopicFields.TOPICS, TopicFields.PARTITIONS);
        checkProduct(values, "producers", TopicFields.TOPICS, TopicFields.PRODUCERS);
        checkProduct(values, "consumers", TopicFields.TOPICS, TopicFields.SUBSCRIPTIONS, TopicFields.CONSUMERS);
    }

    private static void checkPayloadCopies(FieldValues values) {
        double bytes = 1;
        for (Field<Long> factor : List.of(PayloadFields.MESSAGE_SIZE, TopicFields.TOPICS, TopicFields.PRODUCERS)) {
            bytes *= values.find(factor).orElse(0L);
        }
        if (bytes > LARGE_COPIES_BYTES) {
            values.warning(
                    PayloadFields.MESSAGE_SIZE,
                    "makes " + (long) bytes / (1 << 20) + " MiB of payloads, one for each producer, which the workers'"
                            + " heaps have to hold");
        }
    }

    private static void checkConsumers(FieldValues values) {
        if (!values.sound(TopicFields.SUBSCRIPTIONS, TopicFields.CONSUMERS)) {
            return;
        }
        long subscriptions = values.get(TopicFields.SUBSCRIPTIONS);
        long consumers = values.get(TopicFields.CONSUMERS);
        if (subscriptions == 0 && consumers > 0) {
            values.warning(
                    TopicFields.CONSUMERS,
                    "has no effect without a subscription, as in OMB: set subscriptionsPerTopic to 1 or more to"
                            + " consume");
        } else if (subscriptions > 0 && consumers == 0) {
            values.error(
                    TopicFields.CONSUMERS,
                    (values.given(TopicFields.CONSUMERS) ? "must be at least 1, got 0" : "is missing")
                            + " with subscriptionsPerTopic " + subscriptions
                            + ": set how many consumers share a subscription, or set subscriptionsPerTopic to 0 to "
                            + "produce only");
        }
    }

    /** Adds a warning if the rate exceeds what consumers can process: the backlog grows for the whole test. */
    private static void checkProcessing(FieldValues values) {
        if (!values.sound(TopicFields.PROCESSING, TopicFields.SUBSCRIPTIONS, TopicFields.CONSUMERS)) {
            return;
        }
        double seconds = values.get(TopicFields.PROCESSING).toNanos() / 1e9;
        long consumers = values.get(TopicFields.CONSUMERS)
                * values.find(TopicFields.TOPICS).orElse(0L);
        double rate = values.find(RateFields.PRODUCER_RATE).orElse(0.0);
        if (seconds > 0 && values.get(TopicFields.SUBSCRIPTIONS) == 0) {
            values.warning(TopicFields.PROCESSING, "has no effect without a subscription; remove it, or add one");
        } else if (seconds > 0 && consumers > 0 && Double.isFinite(rate) && rate * seconds > consumers) {
            values.warning(
                    TopicFields.PROCESSING,
                    "lets the " + consumers + " consumers of a subscription handle at most "
                            + Math.round(consumers / seconds) + " messages/s, less than the producerRate: the backlog"
                            + " will grow");
        }
    }

    /** Adds a warning about consumers without partitions. It is no error, because OMB runs these workloads. */
    private static void checkIdleConsumers(FieldValues values) {
        if (!values.sound(TopicFields.CONSUMERS, TopicFields.SUBSCRIPTIONS)
                || values.find(TopicFields.PARTITIONS).isEmpty()) {
            return;
        }
        long idle = values.get(TopicFields.CONSUMERS) - values.get(TopicFields.PARTITIONS);
        if (idle > 0 && values.get(TopicFields.SUBSCRIPTIONS) > 0) {
            values.warning(
                    TopicFields.CONSUMERS,
                    "is more than the " + values.get(TopicFields.PARTITIONS) + " partitions of a topic: " + idle
                            + " consumers of each subscription will get no messages");
        }
    }

    /** Adds a warning if there are fewer keys than partitions. Without keys, the client spreads messages over all. */
    private static void checkIdlePartitions(FieldValues values) {
        KeySpec keys = values.find(KeyFields.KEYS).orElse(KeySpec.NONE);
        long partitions = values.find(TopicFields.PARTITIONS).orElse(0L);
        if (keys.distributor() != KeyDistributor.NO_KEY && keys.cardinality() < partitions) {
            values.warning(
                    KeyFields.KEYS,
                    "makes only " + keys.cardinality() + " different keys for the " + partitions
                            + " partitions of a topic: those without a key will get no messages");
        }
    }

    /** Checks that a rate is given, unless the load is a closed loop or a search finds it. */
    private static void checkRate(FieldValues values) {
        if (!values.given(RateFields.PRODUCER_RATE)
                && !values.given(SearchFields.SEARCH)
                && !values.hasEntries(RateFields.RATES)
                && values.given(LoadFields.MODE)
                && values.sound(LoadFields.MODE)
                && !LoadFields.isClosed(values)) {
            values.error(RateFields.PRODUCER_RATE, "is missing: an open loop needs a rate, or max");
        }
    }

    private static void checkWarmupRate(FieldValues values) {
        boolean none = PhaseFields.warmupDuration(values).isZero();
        double rate = values.find(RateFields.WARMUP_RATE).orElse(-1.0);
        if (none && rate != -1) {
            values.warning(
                    RateFields.WARMUP_RATE, "has no effect without a warm-up; give that a duration, or remove this");
        }
        if (none && values.given(PhaseFields.WARMUP_UNTIL)) {
            values.warning(
                    PhaseFields.WARMUP_UNTIL, "has no effect without a warm-up; give that a duration, or remove this");
        }
    }

    /** Adds a warning if the measurement begins before retention deletes anything: it shows only writing. */
    private static void checkRetention(FieldValues values) {
        Duration warmup = PhaseFields.warmupDuration(values);
        values.find(PhaseFields.RETENTION)
                .flatMap(RetentionSpec::duration)
                .filter(duration -> warmup.compareTo(duration) < 0)
                .ifPresent(duration -> values.warning(
                        PhaseFields.RETENTION,
                        "keeps messages for " + DurationText.of(duration) + ", but the warm-up takes "
                                + DurationText.of(warmup)
                                + ": the measurement begins before anything is deleted; make warmupDuration longer than"
                                + " that, with warmupUntil: retention"));
        if (values.given(PhaseFields.RETENTION) && !TopicFields.existing(values).isEmpty()) {
            values.error(PhaseFields.RETENTION, "has no effect on topics that exist: set it there, and remove it here");
        }
    }

    private static void checkInterval(FieldValues values) {
        Duration test = PhaseFields.testDuration(values);
        for (Field<Long> interval : List.of(RunFields.SAMPLE_RATE, RunFields.LOG_INTERVAL)) {
            if (!test.isZero() && values.find(interval).orElse(0L) > test.toMillis()) {
                values.warning(
                        interval,
                        "is longer than the whole test of " + DurationText.of(test)
                                + ", which is then one shorter interval");
            }
        }
    }

    @SafeVarargs
    public static void checkProduct(FieldValues values, String what, Field<Long>... factors) {
        Field<Long> where = factors[factors.length - 1];
        double product = 1;
        for (Field<Long> factor : factors) {
            product *= values.find(factor).or(factor::otherwise).orElse(0L);
        }
        if (product > MAX_IN_ALL) {
            values.error(
                    where,
                    "makes " + NumberText.plain(product) + " " + what + " over all topics, must be at most "
                            + MAX_IN_ALL);
        } else if (product >= MANY_IN_ALL) {
            values.warning(
                    where,
                    "makes " + NumberText.plain(product) + " " + what
                            + " over all topics: brokers and clients need memory"
                            + " for each of them; use fewer, unless their number is what you measure");
        }
    }

    private static void checkWorkerLoss(FieldValues values) {
        if (values.sound(RunFields.WORKER_LOSS, LoadFields.MODE)
                && RunFields.continuesAfterLoss(values)
                && LoadFields.isClosed(values)) {
            values.error(
                    RunFields.WORKER_LOSS,
                    "must be abort in a closed loop, got continue: with its workers go loops, and it is unknown what"
                            + " they would have sent");
        }
    }

    /**
     * Checks whether a workload's name contradicts its fields. Charts show names: published comparisons had series
     * whose label stated another number of producers than the file did.
     */
    private static void checkLabel(FieldValues values) {
        String name = values.find(RunFields.NAME).orElse("");
        Matcher counts = LABELLED_COUNT.matcher(name.toLowerCase(Locale.ROOT));
        while (counts.find()) {
            String what = counts.group().replaceFirst("^\\d+[ _-]?", "").replaceFirst("s$", "");
            checkLabel(values, Long.parseLong(counts.group(1)), what);
        }
    }

    private static void checkLabel(FieldValues values, long labelled, String what) {
        Field<Long> field = switch (what) {
            case "topic" -> TopicFields.TOPICS;
            case "partition" -> TopicFields.PARTITIONS;
            case "producer", "p" -> TopicFields.PRODUCERS;
            default -> TopicFields.CONSUMERS;
        };
        if (!values.sound(field) || values.find(field).isEmpty()) {
            return;
        }
        long each = values.get(field);
        long topics = values.find(TopicFields.TOPICS).orElse(1L);
        long subscriptions = values.find(TopicFields.SUBSCRIPTIONS).orElse(1L);
        long ofAll = field.equals(TopicFields.CONSUMERS) ? Math.max(1, subscriptions) : 1;
        List<Long> meant = field.equals(TopicFields.TOPICS)
                ? List.of(each)
                : List.of(each, each * topics, each * ofAll, each * topics * ofAll);
        if (!meant.contains(labelled)) {
            values.warning(
                    RunFields.NAME,
                    "says " + labelled + ", but " + field.name() + " is " + each
                            + ": charts would show a wrong name; change one of them");
        }
    }
}
