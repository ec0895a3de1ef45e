package dev.weir.driver.kafka.embedded;

import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.admin.KafkaDriverAdmin;
import dev.weir.driver.kafka.config.ClientProperties;
import dev.weir.driver.kafka.config.FailureRemedy;
import dev.weir.driver.kafka.config.KafkaPromises;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/** Measures Kafka's producer alone, whose rate limits each benchmark that uses it. Used by one thread. */
final class BareClient {
    private static final Duration ADMIN_LIMIT = Duration.ofSeconds(30);

    private BareClient() {}

    /**
     * Sends to one partition of a topic of its own as fast as possible.
     *
     * @param duration length of the warm-up, and of the measurement after it
     * @return messages per second; each batch of them is acknowledged before the clock is stopped
     * @throws DriverException if that fails
     */
    static double messagesPerSecond(DriverConfig config, int messageBytes, Duration duration) {
        String topic = "weir-bare-" + UUID.randomUUID();
        try (var admin = new KafkaDriverAdmin(
                        Admin.create(ClientProperties.forAdmin(config)), config, "Kafka", new KafkaPromises());
                var producer = new KafkaProducer<byte[], byte[]>(ClientProperties.forProducer(config, topic))) {
            admin.createTopics(List.of(new TopicSpec(topic, 1)), ADMIN_LIMIT);
            try {
                var message = new ProducerRecord<byte[], byte[]>(topic, new byte[messageBytes]);
                var failure = new AtomicReference<Exception>();
                Callback callback = (metadata, exception) -> {
                    if (exception != null) {
                        failure.compareAndSet(null, exception);
                    }
                };
                send(producer, message, callback, duration);
                double messagesPerSecond = send(producer, message, callback, duration);
                if (failure.get() != null) {
                    throw new DriverException(
                            "a message of the bare client was not acknowledged: " + FailureRemedy.text(failure.get()),
                            failure.get());
                }
                return messagesPerSecond;
            } finally {
                admin.deleteTopics(List.of(topic), ADMIN_LIMIT);
            }
        } catch (KafkaException e) {
            throw new DriverException("the bare client cannot send: " + FailureRemedy.text(e), e);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback receives each failure
    private static double send(
            KafkaProducer<byte[], byte[]> producer,
            ProducerRecord<byte[], byte[]> message,
            Callback callback,
            Duration duration) {
        long begin = System.nanoTime();
        long end = begin + duration.toNanos();
        long count = 0;
        do {
            producer.send(message, callback);
            count++;
        } while (System.nanoTime() < end);
        // Ends by itself: a message that is not acknowledged fails after delivery.timeout.ms.
        producer.flush();
        return count / ((System.nanoTime() - begin) / 1e9);
    }
}
