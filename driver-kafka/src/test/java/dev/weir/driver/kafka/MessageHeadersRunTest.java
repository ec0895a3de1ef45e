package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.RecordedSends;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.Connections;
import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.transactions.PipelineSection.PipelineSpec;
import dev.weir.feature.transactions.PipelineSection.Transform;
import dev.weir.feature.transactions.TransactionSection.TransactionSpec;
import dev.weir.feature.transactions.Transactions;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.run.ConsumerResult;
import dev.weir.result.run.ProducerResult;
import dev.weir.workload.Workloads;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.message.PayloadSpec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages with headers, read by Kafka's own consumer and in a whole run. */
class MessageHeadersRunTest {
    private static final byte[] JSON =
            "{\"id\": 17, \"name\": \"Müller\", \"tags\": [\"a\", \"b\"]}..".getBytes(StandardCharsets.UTF_8);
    private static final MessageHeader TYPE = new MessageHeader("content-type", "application/json");
    private static final MessageHeader TRACE = new MessageHeader("trace", "0123456789", 55);

    @TempDir
    Path folder;

    /** If the stamp is in the payload, the client is given no header for it. */
    @ParameterizedTest
    @CsvSource({"kafka, none", "wire, lz4", "wire, none"})
    void anotherConsumerReadsPayloadsAndHeadersByteForByte(String client, String compression) {
        String topic = "headers-" + UUID.randomUUID();
        byte[] stamp =
                ByteBuffer.allocate(PayloadSpec.STAMP_BYTES).putLong(4711).array();
        DriverConfig config = SharedCluster.withProducer(
                SharedCluster.config("kafka").withSettings(Map.of("client", client)),
                Map.of("compression.type", compression));
        try (var driver = new KafkaDriverFactory().open(config);
                var admin = driver.openAdmin()) {
            admin.createTopics(List.of(new TopicSpec(topic, 1)), Duration.ofMinutes(1));
            var spec = new ProducerSpec("headers", topic, 1, Connections.OF_CLIENT, List.of(TYPE, TRACE));
            try (var producer = driver.openProducer(spec, new RecordedSends())) {
                producer.send(0, null, JSON, stamp, 1, 2, 3);
                producer.send(0, null, new byte[0], null, 1, 2, 3);
            }

            List<ConsumerRecord<byte[], byte[]>> records = read(topic, config);
            assertThat(records).extracting(ConsumerRecord::value).containsExactly(JSON, new byte[0]);
            String trace = "trace=0123456789012345678901234567890123456789012345678901234";
            assertThat(records)
                    .extracting(MessageHeadersRunTest::headers)
                    .containsExactly(
                            List.of("content-type=application/json", trace, "weir=" + latin(stamp)),
                            List.of("content-type=application/json", trace));
            admin.deleteTopics(List.of(topic), Duration.ofMinutes(1));
        }
    }

    private static List<String> headers(ConsumerRecord<byte[], byte[]> message) {
        List<String> headers = new ArrayList<>();
        message.headers().forEach(header -> headers.add(header.key() + "=" + latin(header.value())));
        return headers;
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** On topics that accept only messages with keys, those of transactions too. */
    @Test
    void transactionsAndPipelinesPassTheStampAndTheKeysOn() {
        try (var cluster = new MiniCluster(1, folder).losingNothing()) {
            RunResult result = cluster.run(
                    Workloads.small()
                            .topics(1, 2)
                            .rates(200, 200)
                            .keys(KeySpec.of(KeyDistributor.RANDOM_NANO))
                            .payload(PayloadSpec.of(List.of(JSON)).withStampInHeader(true))
                            .headers(TYPE)
                            .section(Transactions.STREAM, new TransactionSpec(10, 0.2))
                            .section(Transactions.PIPELINE, new PipelineSpec(1, 10, Transform.UPPER_CASE))
                            .durations(Duration.ofSeconds(1), Duration.ofSeconds(3))
                            .build(),
                    CompactedTopicRunTest.compacted());

            assertThat(result.failure()).isEmpty();
            assertThat(result.audit().verdict()).as(result.audit().toString()).isEqualTo("clean");
            assertThat(result.audit().counts().aborted()).isPositive();
            assertThat(result.measured().of(Latency.TRANSACTION_VISIBLE).count())
                    .isPositive();
            assertThat(result.weir().clients().producers())
                    .isNotEmpty()
                    .allSatisfy(
                            producer -> assertThat(producer.metrics()).containsKeys("batch-size-avg", "request-total"));
            assertThat(bytesOfEach(result)).containsOnly((long) JSON.length + TYPE.bytes());
        }
    }

    /** Bytes of a message, by the counts of each client. */
    private static List<Long> bytesOfEach(RunResult result) {
        List<Long> bytes = new ArrayList<>();
        for (ProducerResult client : result.weir().clients().producers()) {
            Counts counts = client.counts();
            bytes.add(counts.sends().sentBytes() / counts.sends().sent());
        }
        for (ConsumerResult client : result.weir().clients().consumers()) {
            Counts counts = client.counts();
            if (counts.receipts().received() > 0) {
                bytes.add(counts.receipts().receivedBytes() / counts.receipts().received());
            }
        }
        return bytes;
    }

    private static List<ConsumerRecord<byte[], byte[]>> read(String topic, DriverConfig config) {
        Map<String, Object> properties = new HashMap<>(config.clients().common());
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            var partition = new TopicPartition(topic, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            await().pollInSameThread().atMost(Duration.ofMinutes(1)).until(() -> {
                consumer.poll(Duration.ofSeconds(1)).forEach(records::add);
                return records.size() == 2;
            });
        }
        return records;
    }
}
