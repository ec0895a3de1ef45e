package dev.weir.driver.kafka.client;

import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.config.FailureRemedy;
import dev.weir.driver.kafka.wire.ThrottleTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.jspecify.annotations.Nullable;

/**
 * Sends through one {@link KafkaProducer}. The client copies a message into its batch before its {@code send} returns,
 * so it gets the arrays unchanged. Acknowledgements come on the client's network thread.
 */
public final class KafkaDriverProducer implements Producer {
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(10);

    private final KafkaProducer<byte @Nullable [], byte[]> producer;
    private final SendListener listener;
    private final String topic;
    /** Boxed once: the client takes objects, and only small ones are cached. */
    private final Integer[] partitions;

    private final KafkaHeaders headers;

    private final List<Metric> waitingTimes;
    private final ThrottleTime throttle;

    public KafkaDriverProducer(
            KafkaProducer<byte @Nullable [], byte[]> producer, ProducerSpec spec, SendListener listener) {
        this.producer = producer;
        this.listener = listener;
        this.topic = spec.topic();
        this.headers = new KafkaHeaders(spec.headers());
        this.partitions = new Integer[spec.partitions()];
        Arrays.setAll(partitions, partition -> partition);
        this.throttle = ClientInternals.throttle(producer);
        this.waitingTimes = ClientMetrics.waitingTimes(producer.metrics());
    }

    @Override
    public void send(
            int partition,
            byte @Nullable [] key,
            byte[] value,
            byte @Nullable [] header,
            long sequence,
            long intendedNanos,
            long sentNanos) {
        try {
            var message = headers.message(topic, partition < 0 ? null : partitions[partition], key, value, header);
            // The future contains no more than the callback.
            var unused = producer.send(message, new Sent(listener, sequence, intendedNanos, sentNanos));
        } catch (RuntimeException e) {
            // The client throws errors that it has not given to the callback: closed, interrupted, unserializable. It
            // gives errors of the system (ApiException: too large, unknown topic, no memory in time) to the callback
            // instead.
            listener.failed(partition, sequence, intendedNanos, sentNanos, e);
        }
    }

    @Override
    public long blockedNanos() {
        long sum = waitingTimes.isEmpty() ? -1 : 0;
        for (Metric metric : waitingTimes) {
            sum += metric.metricValue() instanceof Double nanos ? nanos.longValue() : 0;
        }
        return sum;
    }

    @Override
    public long throttledNanos() {
        return throttle.nanos();
    }

    @Override
    public Map<String, Double> metrics() {
        return ClientMetrics.ofProducer(producer.metrics(), throttle);
    }

    @Override
    public void close() {
        try {
            producer.close(CLOSE_DEADLINE);
        } catch (KafkaException e) {
            throw new DriverException("the producer for " + topic + " cannot be closed: " + FailureRemedy.text(e), e);
        }
    }

    /** Weir's only object for a message. */
    record Sent(SendListener listener, long sequence, long intendedNanos, long sentNanos) implements Callback {
        @Override
        public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
            // A message that failed before it had a partition has -1, or no metadata.
            int partition = metadata == null ? -1 : metadata.partition();
            if (failure == null) {
                listener.acknowledged(partition, sequence, intendedNanos, sentNanos);
            } else {
                listener.failed(partition, sequence, intendedNanos, sentNanos, failure);
            }
        }
    }
}
