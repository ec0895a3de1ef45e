package io.openmessaging.benchmark.driver;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.bookkeeper.stats.StatsLogger;

/**
 * A driver for the OpenMessaging Benchmark (OMB). Names and signatures are those to which OMB's driver jars are linked,
 * including those of its older versions. Methods with a body are not implemented by all jars.
 */
@SuppressWarnings("try") // OMB's drivers may be interrupted while they close
public interface BenchmarkDriver extends AutoCloseable {

    /** Reads the driver file, and opens what all clients share. Called once, before anything else. */
    void initialize(File configurationFile, StatsLogger statsLogger) throws IOException, InterruptedException;

    /** Returns the prefix of topic names. */
    String getTopicNamePrefix();

    /** Creates a topic; the result completes when it can be used. */
    CompletableFuture<Void> createTopic(String topic, int partitions);

    /** Creates several topics. */
    default CompletableFuture<Void> createTopics(List<TopicInfo> topics) {
        return each(topics, topic -> createTopic(topic.getTopic(), topic.getPartitions()))
                .thenApply(all -> null);
    }

    /** Opens a producer. */
    CompletableFuture<BenchmarkProducer> createProducer(String topic);

    /** Opens several producers. */
    default CompletableFuture<List<BenchmarkProducer>> createProducers(List<ProducerInfo> producers) {
        return each(producers, producer -> createProducer(producer.getTopic()));
    }

    /** Opens a consumer. Drivers of older versions of OMB have the method with a partition instead. */
    default CompletableFuture<BenchmarkConsumer> createConsumer(
            String topic, String subscriptionName, ConsumerCallback callback) {
        return createConsumer(topic, subscriptionName, Optional.empty(), callback);
    }

    /** Opens a consumer with older versions of OMB. */
    default CompletableFuture<BenchmarkConsumer> createConsumer(
            String topic, String subscriptionName, Optional<Integer> partition, ConsumerCallback callback) {
        return CompletableFuture.failedFuture(new UnsupportedOperationException("createConsumer"));
    }

    /** Opens several consumers. */
    default CompletableFuture<List<BenchmarkConsumer>> createConsumers(List<ConsumerInfo> consumers) {
        return each(consumers, it -> createConsumer(it.getTopic(), it.getSubscriptionName(), it.getConsumerCallback()));
    }

    private static <T, R> CompletableFuture<List<R>> each(List<T> specs, Function<T, CompletableFuture<R>> creation) {
        List<CompletableFuture<R>> created = specs.stream().map(creation).toList();
        return CompletableFuture.allOf(created.toArray(CompletableFuture[]::new))
                .thenApply(all -> created.stream().map(CompletableFuture::join).toList());
    }

    /** A topic to create. As in the records below, the components have the names of OMB's getters. */
    record TopicInfo(String getTopic, int getPartitions) {}

    /** A producer to open. */
    record ProducerInfo(int getId, String getTopic) {}

    /** A consumer to open. */
    record ConsumerInfo(int getId, String getTopic, String getSubscriptionName, ConsumerCallback getConsumerCallback) {}
}
