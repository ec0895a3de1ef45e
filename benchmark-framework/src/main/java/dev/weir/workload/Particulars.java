package dev.weir.workload;

import dev.weir.driver.MetricsEndpoint;
import dev.weir.workload.load.RateList;
import dev.weir.workload.load.TransactionLoop;
import dev.weir.workload.message.PartitionWeights;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What few workloads ask for.
 *
 * @param rates how the rate of the measurement changes with time
 * @param partitionsPerTopic one number for each topic, each at least 1; empty: all topics are alike
 * @param producersPerTopic one number for each topic, not all of them 0; empty: all topics are alike
 * @param existingTopics topics that are used as they are, each once; empty: topics are created
 * @param partitionWeights how messages are spread over the partitions of each topic
 * @param consumerProcessingNanos how long each consumer is busy with each message
 * @param transactionLoop run instead of a load; empty: the load is run
 * @param brokerMetrics endpoints of the system's hosts that are sampled while the load runs, each URL once
 * @param faults what is done to brokers of an embedded cluster
 * @param outlivesWorkers whether the run goes on when a worker is lost, as far as it can
 */
public record Particulars(
        RateList rates,
        List<Integer> partitionsPerTopic,
        List<Integer> producersPerTopic,
        List<String> existingTopics,
        PartitionWeights partitionWeights,
        long consumerProcessingNanos,
        Optional<TransactionLoop> transactionLoop,
        List<MetricsEndpoint> brokerMetrics,
        List<BrokerFault> faults,
        boolean outlivesWorkers) {
    /** Nothing of all that. */
    public static final Particulars NONE = new Particulars(
            RateList.NONE,
            List.of(),
            List.of(),
            List.of(),
            PartitionWeights.NONE,
            0,
            Optional.empty(),
            List.of(),
            List.of(),
            false);

    public Particulars {
        Objects.requireNonNull(rates);
        Objects.requireNonNull(partitionWeights);
        Objects.requireNonNull(transactionLoop);
        partitionsPerTopic = List.copyOf(partitionsPerTopic);
        producersPerTopic = List.copyOf(producersPerTopic);
        existingTopics = List.copyOf(existingTopics);
        brokerMetrics = List.copyOf(brokerMetrics);
        faults = List.copyOf(faults);
        if (partitionsPerTopic.stream().anyMatch(partitions -> partitions < 1)) {
            throw new IllegalArgumentException("partitionsPerTopicList must be at least 1, got " + partitionsPerTopic);
        }
        if (producersPerTopic.stream().anyMatch(producers -> producers < 0)) {
            throw new IllegalArgumentException("producersPerTopicList must be at least 0, got " + producersPerTopic);
        }
        if (consumerProcessingNanos < 0) {
            throw new IllegalArgumentException(
                    "consumerProcessingTime must be at least 0, got " + consumerProcessingNanos);
        }
    }

    /** The same with another rate. */
    public Particulars withRates(RateList other) {
        return new Particulars(
                other,
                partitionsPerTopic,
                producersPerTopic,
                existingTopics,
                partitionWeights,
                consumerProcessingNanos,
                transactionLoop,
                brokerMetrics,
                faults,
                outlivesWorkers);
    }

    /** The same with topics of different kinds. */
    public Particulars withTopics(List<Integer> partitions, List<Integer> producers) {
        return new Particulars(
                rates,
                partitions,
                producers,
                existingTopics,
                partitionWeights,
                consumerProcessingNanos,
                transactionLoop,
                brokerMetrics,
                faults,
                outlivesWorkers);
    }

    /** The same on topics that exist. */
    public Particulars withExistingTopics(List<String> topics) {
        return new Particulars(
                rates,
                partitionsPerTopic,
                producersPerTopic,
                topics,
                partitionWeights,
                consumerProcessingNanos,
                transactionLoop,
                brokerMetrics,
                faults,
                outlivesWorkers);
    }

    /** The same with messages spread otherwise. */
    public Particulars withPartitionWeights(PartitionWeights weights) {
        return new Particulars(
                rates,
                partitionsPerTopic,
                producersPerTopic,
                existingTopics,
                weights,
                consumerProcessingNanos,
                transactionLoop,
                brokerMetrics,
                faults,
                outlivesWorkers);
    }

    /** The same with slower or faster consumers. */
    public Particulars withConsumerProcessingNanos(long nanos) {
        return new Particulars(
                rates,
                partitionsPerTopic,
                producersPerTopic,
                existingTopics,
                partitionWeights,
                nanos,
                transactionLoop,
                brokerMetrics,
                faults,
                outlivesWorkers);
    }

    /** The same with a loop instead of a load. */
    public Particulars withTransactionLoop(TransactionLoop loop) {
        return new Particulars(
                rates,
                partitionsPerTopic,
                producersPerTopic,
                existingTopics,
                partitionWeights,
                consumerProcessingNanos,
                Optional.of(loop),
                brokerMetrics,
                faults,
                outlivesWorkers);
    }

    /** The same with other endpoints to sample. */
    public Particulars withBrokerMetrics(List<MetricsEndpoint> endpoints) {
        return new Particulars(
                rates,
                partitionsPerTopic,
                producersPerTopic,
                existingTopics,
                partitionWeights,
                consumerProcessingNanos,
                transactionLoop,
                endpoints,
                faults,
                outlivesWorkers);
    }

    /** The same with other faults. */
    public Particulars withFaults(List<BrokerFault> others) {
        return new Particulars(
                rates,
                partitionsPerTopic,
                producersPerTopic,
                existingTopics,
                partitionWeights,
                consumerProcessingNanos,
                transactionLoop,
                brokerMetrics,
                others,
                outlivesWorkers);
    }

    /** The same, but for what happens when a worker is lost. */
    public Particulars withOutlivingWorkers(boolean outlives) {
        return new Particulars(
                rates,
                partitionsPerTopic,
                producersPerTopic,
                existingTopics,
                partitionWeights,
                consumerProcessingNanos,
                transactionLoop,
                brokerMetrics,
                faults,
                outlives);
    }
}
