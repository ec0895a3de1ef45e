package dev.weir.workload;

import dev.weir.workload.goal.Goals;
import dev.weir.workload.goal.Threshold;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.load.PipelineSpec;
import dev.weir.workload.load.TransactionLoop;
import dev.weir.workload.load.TransactionSpec;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.message.PayloadSpec;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A workload file, read: one load on one system. Immutable and checked.
 *
 * @param name label; the file's base name where the file has none
 * @param topics at least 1
 * @param partitionsPerTopic of the topic that has most, at least 1; 0 where topics exist already, and are as they are
 * @param keys how messages get their keys
 * @param payload what messages carry
 * @param subscriptionsPerTopic consumer groups per topic; 0: produce only
 * @param consumersPerSubscription consumers in each of these groups; at least 1 if there is a subscription
 * @param producersPerTopic producer clients of the topic that has most, at least 1; 0: consume only, from topics that
 *     exist
 * @param producerRate messages per second of all producers together, more than 0; infinite: as fast as each
 *     can, which it is in a closed loop; of a search where that begins; where the rate changes, its mean over the measurement, or the last one of a
 *     measurement that ends when it is stopped
 * @param warmupProducerRate the same during the warm-up
 * @param shape how messages follow the rate
 * @param warmupDuration how long the load runs before anything counts
 * @param testDuration how long is measured; empty: until stopped
 * @param sampleInterval length of a reporting interval, in [100 ms, 1 h]
 * @param audited whether every message is followed from its acknowledgement to its delivery
 * @param phases what its phases are beyond their lengths
 * @param goals what it is run for
 * @param hooks commands around the run
 * @param particulars what few workloads ask for
 * @param transactions in which messages are sent
 * @param pipeline between producers and consumers
 * @param seed of everything random
 */
public record Workload(
        String name,
        int topics,
        int partitionsPerTopic,
        KeySpec keys,
        PayloadSpec payload,
        int subscriptionsPerTopic,
        int consumersPerSubscription,
        int producersPerTopic,
        double producerRate,
        double warmupProducerRate,
        LoadShape shape,
        Duration warmupDuration,
        Optional<Duration> testDuration,
        Duration sampleInterval,
        boolean audited,
        PhaseSpec phases,
        Goals goals,
        Hooks hooks,
        Particulars particulars,
        TransactionSpec transactions,
        PipelineSpec pipeline,
        long seed) {

    public Workload {
        Objects.requireNonNull(name);
        Objects.requireNonNull(keys);
        Objects.requireNonNull(payload);
        Objects.requireNonNull(shape);
        Objects.requireNonNull(phases);
        Objects.requireNonNull(warmupDuration);
        Objects.requireNonNull(testDuration);
        Objects.requireNonNull(sampleInterval);
        Objects.requireNonNull(goals);
        Objects.requireNonNull(hooks);
        Objects.requireNonNull(particulars);
        Objects.requireNonNull(transactions);
        Objects.requireNonNull(pipeline);
        boolean exist = !particulars.existingTopics().isEmpty();
        atLeast("topics", topics, 1);
        atLeast("partitionsPerTopic", partitionsPerTopic, exist ? 0 : 1);
        atLeast("subscriptionsPerTopic", subscriptionsPerTopic, 0);
        atLeast("consumerPerSubscription", consumersPerSubscription, subscriptionsPerTopic > 0 ? 1 : 0);
        atLeast("producersPerTopic", producersPerTopic, exist ? 0 : 1);
        positive("producerRate", producerRate);
        positive("warmupProducerRate", warmupProducerRate);
        count("partitionsPerTopicList", particulars.partitionsPerTopic(), topics);
        count("producersPerTopicList", particulars.producersPerTopic(), topics);
        count("existingTopicList", particulars.existingTopics(), topics);
        if (producersPerTopic == 0 && audited) {
            throw new IllegalArgumentException("audit must be false without producers, got true");
        }
    }

    /**
     * Whether messages have a time at which they are to be sent. Where they are sent as soon as the client or an answer
     * lets them, there are no response times.
     */
    public boolean isScheduled() {
        return producerRate != Double.POSITIVE_INFINITY && !shape.isClosedLoop();
    }

    /** The same load at a rate of its own, as one run of a search. */
    public Workload probe(
            double rate,
            Duration warmup,
            Duration test,
            Duration interval,
            PhaseSpec phasesOfProbe,
            List<Threshold> thresholds) {
        return new Workload(
                name,
                topics,
                partitionsPerTopic,
                keys,
                payload,
                subscriptionsPerTopic,
                consumersPerSubscription,
                producersPerTopic,
                rate,
                rate,
                shape,
                warmup,
                Optional.of(test),
                interval,
                audited,
                phasesOfProbe,
                new Goals(thresholds, Optional.empty()),
                hooks,
                particulars,
                transactions,
                pipeline,
                seed);
    }

    /** The same load in transactions. */
    Workload with(TransactionSpec others) {
        return new Workload(
                name,
                topics,
                partitionsPerTopic,
                keys,
                payload,
                subscriptionsPerTopic,
                consumersPerSubscription,
                producersPerTopic,
                producerRate,
                warmupProducerRate,
                shape,
                warmupDuration,
                testDuration,
                sampleInterval,
                audited,
                phases,
                goals,
                hooks,
                particulars,
                others,
                pipeline,
                seed);
    }

    /** Whether consumers see nothing of transactions that are not committed. */
    public boolean readsCommittedOnly() {
        return transactions.isWanted() || pipeline.isWanted();
    }

    /** What is run instead of a load; empty: the load is run. */
    public Optional<TransactionLoop> transactionLoop() {
        return particulars.transactionLoop();
    }

    /** Whether messages are sent in transactions, or offsets. */
    public boolean usesTransactions() {
        return readsCommittedOnly() || transactionLoop().isPresent();
    }

    /** Whether it goes on until it is stopped. */
    public boolean isEndless() {
        return testDuration.isEmpty() && transactionLoop().isEmpty();
    }

    /** Whether nothing is sent: topics that exist are read from their first messages. */
    public boolean isConsumeOnly() {
        return producersPerTopic == 0;
    }

    /** Whether topics are used that exist already, and that are neither created nor deleted. */
    public boolean usesExistingTopics() {
        return !particulars.existingTopics().isEmpty();
    }

    /** Partitions of a topic; 0 where it exists already. */
    public int partitionsOf(int topic) {
        return particulars.partitionsPerTopic().isEmpty()
                ? partitionsPerTopic
                : particulars.partitionsPerTopic().get(topic);
    }

    /** Producers of a topic. */
    public int producersOf(int topic) {
        return particulars.producersPerTopic().isEmpty()
                ? producersPerTopic
                : particulars.producersPerTopic().get(topic);
    }

    /** Producers of the whole run. */
    public int producers() {
        return IntStream.range(0, topics).map(this::producersOf).sum();
    }

    /** Consumers of the whole run. */
    public int consumers() {
        return topics * subscriptionsPerTopic * consumersPerSubscription;
    }

    private static void count(String field, List<?> items, int topics) {
        if (!items.isEmpty() && items.size() != topics) {
            throw new IllegalArgumentException(
                    field + " must have one for each of the " + topics + " topics, got " + items.size());
        }
    }

    private static void atLeast(String field, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(field + " must be at least " + least + ", got " + value);
        }
    }

    private static void positive(String field, double value) {
        if (!(value > 0 && value <= 1e9) && value != Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(field + " must be in (0, 1e9] or infinite, got " + value);
        }
    }
}
