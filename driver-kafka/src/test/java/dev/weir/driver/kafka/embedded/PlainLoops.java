package dev.weir.driver.kafka.embedded;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The four transaction benchmarks, written with nothing but Kafka's clients and without a look at ours. One thread. */
final class PlainLoops {
    private static final byte[] VALUE = "v".repeat(100).getBytes(StandardCharsets.US_ASCII);

    private final Map<String, Object> common;
    private final Map<String, Object> ofProducer;
    private final String one = "plain-1-" + UUID.randomUUID();
    private final String two = "plain-2-" + UUID.randomUUID();
    private final KafkaProducer<byte[], byte[]> producer;
    private final Deque<KafkaConsumer<byte[], byte[]>> consumers = new ArrayDeque<>();

    /** One iteration; returns its nanoseconds. */
    private interface Iteration {
        long run() throws Exception;
    }

    PlainLoops(Map<String, String> commonConfig, Map<String, String> producerConfig) throws Exception {
        common = new TreeMap<>(commonConfig);
        try (Admin admin = Admin.create(common)) {
            admin.createTopics(List.of(new NewTopic(one, 1, (short) 1), new NewTopic(two, 1, (short) 1)))
                    .all()
                    .get();
        }
        ofProducer = new TreeMap<>(common);
        ofProducer.putAll(producerConfig);
        ofProducer.put("key.serializer", ByteArraySerializer.class);
        ofProducer.put("value.serializer", ByteArraySerializer.class);
        Map<String, Object> transactional = new TreeMap<>(ofProducer);
        transactional.put("enable.idempotence", "true");
        transactional.put("acks", "all");
        transactional.put("transactional.id", "plain-" + UUID.randomUUID());
        producer = new KafkaProducer<>(transactional);
        producer.initTransactions();
    }

    /** The median of so many. */
    long median(String benchmark, int count) throws Exception {
        return switch (benchmark) {
            case "send" -> median(100, count, this::send);
            case "fetch" -> fetch(count);
            case "sendOffsets" -> sendOffsets(count);
            default -> stream(count);
        };
    }

    private static long median(int warmup, int count, Iteration iteration) throws Exception {
        for (int i = 0; i < warmup; i++) {
            iteration.run();
        }
        long[] nanos = new long[count];
        for (int i = 0; i < count; i++) {
            nanos[i] = iteration.run();
        }
        Arrays.sort(nanos);
        return nanos[(int) (count * 0.5)];
    }

    private Future<RecordMetadata> sendTo(String topic, byte[] value) {
        return producer.send(new ProducerRecord<>(topic, 0, null, value));
    }

    private long send() throws Exception {
        long begin = System.nanoTime();
        producer.beginTransaction();
        Future<RecordMetadata> first = sendTo(one, VALUE);
        Future<RecordMetadata> second = sendTo(two, VALUE);
        producer.commitTransaction();
        first.get();
        second.get();
        return System.nanoTime() - begin;
    }

    private long fetch(int count) throws Exception {
        var partition = new TopicPartition(one, 0);
        KafkaConsumer<byte[], byte[]> consumer = consumer(Map.of());
        consumer.assign(List.of(partition));
        return median(1, count, () -> {
            long begin = System.nanoTime();
            producer.beginTransaction();
            long offset = sendTo(one, VALUE).get().offset();
            producer.commitTransaction();
            consumer.seek(partition, Math.max(0, offset - 1));
            boolean seen = false;
            while (!seen) {
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(1))) {
                    seen |= each.offset() == offset;
                }
            }
            return System.nanoTime() - begin;
        });
    }

    private long sendOffsets(int count) throws Exception {
        KafkaConsumer<byte[], byte[]> consumer = consumer(Map.of("group.id", one + "-group"));
        consumer.subscribe(List.of(one));
        var offsets = Map.of(new TopicPartition(one, 0), new OffsetAndMetadata(0));
        return median(10, count, () -> {
            long begin = System.nanoTime();
            producer.beginTransaction();
            producer.sendOffsetsToTransaction(offsets, consumer.groupMetadata());
            producer.commitTransaction();
            return System.nanoTime() - begin;
        });
    }

    private long stream(int count) throws Exception {
        try (var filling = new KafkaProducer<byte[], byte[]>(ofProducer)) {
            for (int i = 0; i < 2 * count; i++) {
                filling.send(new ProducerRecord<>(one, 0, null, VALUE)).get();
            }
        }
        var partition = new TopicPartition(one, 0);
        KafkaConsumer<byte[], byte[]> consumer = consumer(Map.of("group.id", one + "-group"));
        consumer.subscribe(List.of(one));
        Deque<ConsumerRecord<byte[], byte[]>> records = new ArrayDeque<>();
        return median(11, count, () -> {
            while (records.isEmpty()) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
            ConsumerRecord<byte[], byte[]> next = records.remove();
            byte[] upper = new String(next.value(), StandardCharsets.US_ASCII)
                    .toUpperCase(Locale.ROOT)
                    .getBytes(StandardCharsets.US_ASCII);
            long begin = System.nanoTime();
            producer.beginTransaction();
            Future<RecordMetadata> sent = sendTo(two, upper);
            producer.sendOffsetsToTransaction(
                    Map.of(partition, new OffsetAndMetadata(next.offset() + 1)), consumer.groupMetadata());
            producer.commitTransaction();
            long nanos = System.nanoTime() - begin;
            sent.get();
            return nanos;
        });
    }

    private KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> more) {
        Map<String, Object> properties = new TreeMap<>(common);
        properties.put("key.deserializer", ByteArrayDeserializer.class);
        properties.put("value.deserializer", ByteArrayDeserializer.class);
        properties.put("isolation.level", "read_committed");
        properties.put("enable.auto.commit", "false");
        properties.put("auto.offset.reset", "earliest");
        properties.putAll(more);
        var consumer = new KafkaConsumer<byte[], byte[]>(properties);
        consumers.add(consumer);
        return consumer;
    }

    void close() throws Exception {
        consumers.forEach(KafkaConsumer::close);
        producer.close();
        try (Admin admin = Admin.create(common)) {
            admin.deleteTopics(List.of(one, two)).all().get();
        }
    }
}
