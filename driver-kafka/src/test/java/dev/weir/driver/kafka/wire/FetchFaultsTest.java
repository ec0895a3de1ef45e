package dev.weir.driver.kafka.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.weir.driver.RecordedReceipts;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.kafka.KafkaDriverFactory;
import dev.weir.driver.kafka.SharedCluster;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On a real broker, whose batches each hold one message. */
class FetchFaultsTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int PARTITIONS = 4;
    private static final String BROKER = SharedCluster.servers();

    private final String topic = "fetcher-" + UUID.randomUUID();
    private final RecordedReceipts received = new RecordedReceipts();
    private final Admin admin = Admin.create(Map.of("bootstrap.servers", BROKER));

    /** By the driver, which waits until leaders have opened their logs: a producer that is earlier can lose messages. */
    @BeforeEach
    void createTopic() {
        try (var driver = new KafkaDriverFactory().open(SharedCluster.config("kafka"));
                var creating = driver.openAdmin()) {
            creating.createTopics(List.of(new TopicSpec(topic, PARTITIONS)), LIMIT);
        }
    }

    @AfterEach
    void deleteTopic() throws ExecutionException, InterruptedException {
        admin.deleteTopics(List.of(topic)).all().get();
        admin.close();
    }

    /** An answer has room for one batch. */
    @Test
    void allPartitionsGetTheirTurn() {
        IntStream.range(0, PARTITIONS).forEach(partition -> produce(partition, 100));
        try (var fetcher = fetcher(BROKER, Map.of("fetch.max.bytes", "1"))) {
            IntStream.range(0, PARTITIONS).forEach(partition -> fetcher.add(partition, 0));
            await().atMost(LIMIT).until(() -> fetcher.poll(10, true) && received.count() >= 3 * PARTITIONS);
        }
        assertThat(received.receipts())
                .extracting(RecordedReceipts.Receipt::partition)
                .contains(0, 1, 2, 3);
    }

    /** It was paused meanwhile, and what comes next is no longer there. */
    @Test
    void handsOverWhatItHasBeforeItsOffsetIsOutOfRange() throws ExecutionException, InterruptedException {
        produce(0, 1);
        try (var fetcher = fetcher(BROKER, Map.of("fetch.max.wait.ms", "20000"))) {
            fetcher.add(0, 0);
            // The next request is under way then.
            await().atMost(LIMIT).until(() -> fetcher.poll(10, true));
            produce(0, 10);
            await().atMost(LIMIT).until(() -> {
                fetcher.poll(10, false);
                return Double.valueOf(2).equals(fetcher.metrics().get("fetch-total"));
            });
            admin.deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(11)))
                    .all()
                    .get();

            await().atMost(LIMIT).until(() -> {
                fetcher.poll(10, true);
                return fetcher.takeOutOfRange().contains(0);
            });

            assertThat(received.receipts())
                    .extracting(RecordedReceipts.Receipt::offset)
                    .startsWith(0L, 1L);
            assertThat(fetcher.has(0)).isFalse();
        }
    }

    /** If only the first answer is damaged, the batch is delivered. If the second one is damaged too, the batch is skipped. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void asksForADamagedBatchOnceMore(int times) {
        produce(0, 10);
        readTen(damages(times, 5), Map.of());

        assertThat(received.receipts())
                .extracting(RecordedReceipts.Receipt::offset)
                .doesNotHaveDuplicates();
        assertThat(received.count()).isEqualTo(times == 1 ? 10 : 9);
        assertThat(received.failures()).hasSize(times).allMatch(CorruptRecordException.class::isInstance);
        assertThat(received.failures().get(times - 1).getMessage())
                .startsWith("the checksum of the batch at offset 4 of partition 0 of " + topic + " is wrong")
                .matches(text -> times == 1 || text.endsWith(" again: the messages up to offset 4 are left out"));
    }

    /** The batch cannot be skipped then, because nothing tells where the next one begins. */
    @Test
    void readsNoMessageAgainIfTheNextOffsetIsDamagedToo() {
        produce(0, 10);
        readTen(damages(2, 0), Map.of());

        assertThat(received.receipts())
                .extracting(RecordedReceipts.Receipt::offset)
                .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(received.failures()).hasSize(2).allMatch(CorruptRecordException.class::isInstance);
    }

    @Test
    void deliversDamagedPayloadsWhereChecksumsAreNotChecked() {
        produce(0, 10);

        readTen(
                (name, partition, batches) -> {
                    ByteBuffer damaged = copy(batches);
                    int payload = damaged.getInt(8) + 12 - 2;
                    return damaged.put(payload, (byte) ~damaged.get(payload));
                },
                Map.of("check.crcs", "false"));

        assertThat(received.count()).isEqualTo(10);
        assertThat(received.failures()).isEmpty();
        byte[] damaged = new byte[100];
        damaged[99] = -1;
        assertThat(received.receipts().get(0).value()).isEqualTo(ByteBuffer.wrap(damaged));
    }

    /** Damages the batch at offset 4 so often, and says that the batch behind it begins at an offset. */
    private static AlteringProxy.Alteration damages(int times, long nextOffset) {
        var left = new AtomicInteger(times);
        return (name, partition, batches) -> {
            ByteBuffer damaged = copy(batches);
            for (int at = 0; at < damaged.limit(); at += damaged.getInt(at + 8) + 12) {
                if (damaged.getLong(at) == 4 && left.getAndDecrement() > 0) {
                    damaged.put(at + 66, (byte) ~damaged.get(at + 66));
                    damaged.putLong(at + damaged.getInt(at + 8) + 12, nextOffset);
                }
            }
            return damaged;
        };
    }

    /** Reads the messages of partition 0 up to offset 9. */
    private void readTen(AlteringProxy.Alteration altered, Map<String, String> properties) {
        try (var proxy = new AlteringProxy(BROKER, altered);
                var fetcher = fetcher(proxy.bootstrapServers(), properties)) {
            fetcher.add(0, 0);
            await().atMost(LIMIT).until(() -> {
                fetcher.poll(10, true);
                return Long.valueOf(10).equals(fetcher.positions().get(0));
            });
        }
    }

    /** Kafka's network client logs what is thrown while it hands answers over, and nothing more. */
    @Test
    void failsOnAnAnswerThatCannotBeRead() {
        produce(0, 10);
        AlteringProxy.Alteration damages =
                (name, partition, batches) -> copy(batches).putInt(8, Integer.MAX_VALUE);
        try (var proxy = new AlteringProxy(BROKER, damages);
                var fetcher = fetcher(proxy.bootstrapServers(), Map.of())) {
            fetcher.add(0, 0);

            assertThatThrownBy(() -> await().atMost(LIMIT).until(() -> fetcher.poll(10, true)))
                    .isInstanceOf(KafkaException.class)
                    .hasMessage("the broker's answer has no whole batch for offset 0 of partition 0 of " + topic);
        }
    }

    /** The sink lets a client see its topics and not read them. Kafka's network client would only log the error. */
    @Test
    void anErrorThatCannotPassEndsThePoll() {
        try (var sink = new AcknowledgingSink().with(topic, 1);
                var fetcher = fetcher(sink.bootstrapServers(), Map.of())) {
            fetcher.add(0, 0);

            assertThatThrownBy(() -> await().atMost(LIMIT).until(() -> fetcher.poll(10, true)))
                    .isInstanceOf(TopicAuthorizationException.class);
        }
    }

    private static ByteBuffer copy(ByteBuffer bytes) {
        return ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
    }

    private WireFetcher fetcher(String bootstrapServers, Map<String, String> properties) {
        Map<String, Object> all = new HashMap<>(properties);
        all.putAll(Map.of("bootstrap.servers", bootstrapServers, "client.id", "test"));
        all.put("key.deserializer", ByteArrayDeserializer.class);
        all.put("value.deserializer", ByteArrayDeserializer.class);
        return new WireFetcher(new ConsumerConfig(all), topic, received);
    }

    private void produce(int partition, int count) {
        try (var producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", BROKER, "batch.size", "0"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                sent.add(producer.send(new ProducerRecord<>(topic, partition, null, new byte[100])));
            }
            assertThat(sent)
                    .allSatisfy(each -> assertThat(each.get().hasOffset()).isTrue());
        }
    }
}
