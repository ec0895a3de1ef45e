package dev.weir.driver.kafka.rig;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The main of a process that does the least that any benchmark does with Kafka's client: a thread parks until each message
 * is due and sends it, another polls. Nothing is recorded. What a benchmark takes beyond this is its own.
 */
final class BareLoop {
    private static final int PAYLOADS = 1000;

    private BareLoop() {}

    /** Takes a topic, files of producer and consumer properties, bytes of a message, and messages per second. */
    public static void main(String[] arguments) throws IOException {
        String topic = arguments[0];
        var receiving =
                new KafkaConsumer<>(read(arguments[2]), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        var thread = new Thread(() -> poll(receiving, topic), "bare-consumer");
        thread.setDaemon(true);
        thread.start();
        var sending = new KafkaProducer<>(read(arguments[1]), new ByteArraySerializer(), new ByteArraySerializer());
        send(sending, topic, payloads(Integer.parseInt(arguments[3])), 1e9 / Integer.parseInt(arguments[4]));
    }

    private static Properties read(String file) throws IOException {
        var properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(file), StandardCharsets.UTF_8)) {
            properties.load(reader);
        }
        return properties;
    }

    private static byte[][] payloads(int bytes) {
        var random = new SplittableRandom(1);
        var payloads = new byte[PAYLOADS][bytes];
        for (byte[] payload : payloads) {
            random.nextBytes(payload);
        }
        return payloads;
    }

    private static void poll(KafkaConsumer<byte[], byte[]> consumer, String topic) {
        consumer.subscribe(List.of(topic));
        while (true) {
            consumer.poll(Duration.ofMillis(100));
        }
    }

    /** Until the process is ended. */
    private static void send(
            KafkaProducer<byte[], byte[]> producer, String topic, byte[][] payloads, double nanosPerMessage) {
        long start = System.nanoTime();
        for (long index = 0; ; index++) {
            long due = (long) (index * nanosPerMessage + 0.5);
            long now = System.nanoTime() - start;
            while (now < due) {
                LockSupport.parkNanos(due - now);
                now = System.nanoTime() - start;
            }
            var unused =
                    producer.send(new ProducerRecord<>(topic, payloads[(int) (index % PAYLOADS)]), (metadata, e) -> {
                        if (e != null) {
                            throw new IllegalStateException(e);
                        }
                    });
        }
    }
}
