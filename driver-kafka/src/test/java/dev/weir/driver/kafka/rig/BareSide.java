package dev.weir.driver.kafka.rig;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A process that does the least that any benchmark does with Kafka's client: a thread parks until each message is due and
 * sends it, another polls. Nothing is recorded. What a benchmark takes beyond this is its own. It knows no load without a
 * rate.
 */
record BareSide(Bench bench, String bootstrapServers, Topics topics) implements Side {
    private static final String TOPIC = "bare";
    private static final int PAYLOADS = 1000;

    @Override
    public boolean canCarry(Load load) {
        return load.isPaced();
    }

    @Override
    public Run run(Load load) {
        topics.create(TOPIC, load.partitions());
        var words = List.of(
                bootstrapServers, Integer.toString(load.messageBytes()), Integer.toString(load.messagesPerSecond()));
        try (var loop = bench.startJava("bare-loop", BareSide.class.getName(), words)) {
            return new Run(Window.of(bench, topics, loop, load));
        }
    }

    /** Sends until the process is ended. Takes the brokers' addresses, bytes of a message, and messages per second. */
    public static void main(String[] arguments) {
        var receiving = new KafkaConsumer<>(
                properties(Bench.CONSUMER, Map.of("bootstrap.servers", arguments[0], "group.id", TOPIC)),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        receiving.subscribe(List.of(TOPIC));
        var thread = new Thread(() -> poll(receiving), "bare-consumer");
        thread.setDaemon(true);
        thread.start();
        var sending = new KafkaProducer<>(
                properties(Bench.PRODUCER, Map.of("bootstrap.servers", arguments[0])),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        var payloads = new byte[PAYLOADS][Integer.parseInt(arguments[1])];
        var random = new SplittableRandom(1);
        List.of(payloads).forEach(random::nextBytes);
        double nanosPerMessage = 1e9 / Integer.parseInt(arguments[2]);
        long start = System.nanoTime();
        for (long index = 0; ; index++) {
            ParkLoop.park(start, (long) (index * nanosPerMessage + 0.5));
            var unused =
                    sending.send(new ProducerRecord<>(TOPIC, payloads[(int) (index % PAYLOADS)]), (metadata, e) -> {
                        if (e != null) {
                            throw new IllegalStateException(e);
                        }
                    });
        }
    }

    private static Map<String, Object> properties(Map<String, String> some, Map<String, String> others) {
        Map<String, Object> all = new TreeMap<>(some);
        all.putAll(others);
        return all;
    }

    private static void poll(KafkaConsumer<byte[], byte[]> consumer) {
        while (true) {
            consumer.poll(Duration.ofMillis(100));
        }
    }
}
