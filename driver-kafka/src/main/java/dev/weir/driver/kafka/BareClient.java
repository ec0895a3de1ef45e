package dev.weir.driver.kafka;

import dev.weir.driver.DriverConfig;
import dev.weir.driver.DriverException;
import dev.weir.driver.TopicSpec;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/** Kafka's producer and nothing else: what it can send is the limit of what any harness around it can. One thread. */
public final class BareClient {
    private static final Duration ADMIN_LIMIT = Duration.ofSeconds(30);
    private static final Duration LAST_LIMIT = Duration.ofSeconds(30);

    private BareClient() {}

    /**
     * Sends to one partition of a topic of its own as fast as it can.
     *
     * @param duration of the warm-up, and of what is counted after it
     * @return messages per second; each batch of them is acknowledged before the clock is stopped
     * @throws DriverException if that fails
     */
    public static double messagesPerSecond(DriverConfig config, int messageBytes, Duration duration) {
        String topic = "weir-bare-" + UUID.randomUUID();
        var driver = new KafkaDriver(config, "Kafka");
        try (var admin = driver.openAdmin();
                var producer = new KafkaProducer<byte[], byte[]>(ClientProperties.forProducer(config, topic))) {
            admin.createTopics(List.of(new TopicSpec(topic, 1)), ADMIN_LIMIT);
            try {
                var message = new ProducerRecord<byte[], byte[]>(topic, new byte[messageBytes]);
                send(producer, message, duration);
                return send(producer, message, duration);
            } finally {
                admin.deleteTopics(List.of(topic), ADMIN_LIMIT);
            }
        } catch (KafkaException e) {
            throw new DriverException("the bare client cannot send: " + e.getMessage(), e);
        }
    }

    private static double send(
            KafkaProducer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> message, Duration duration) {
        long begin = System.nanoTime();
        long end = begin + duration.toNanos();
        long count = 0;
        Future<?> last;
        do {
            last = producer.send(message);
            count++;
        } while (System.nanoTime() < end);
        try {
            last.get(LAST_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new DriverException("the bare client's last message was not acknowledged: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("interrupted while the bare client was sending", e);
        }
        return count / ((System.nanoTime() - begin) / 1e9);
    }
}
