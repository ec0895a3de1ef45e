package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.weir.workload.Workload;
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
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole runs whose messages have headers, read by a consumer that is not Weir's. */
class MessageHeadersRunTest {
    private static final int PARTITIONS = 2;
    private static final byte[] JSON =
            "{\"id\": 17, \"name\": \"Müller\", \"tags\": [\"a\", \"b\"]}..".getBytes(StandardCharsets.UTF_8);
    private static final MessageHeader TYPE = new MessageHeader("content-type", "application/json");
    private static final MessageHeader TRACE = new MessageHeader("trace", "0123456789", 55);

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"kafka, none", "wire, lz4"})
    void anotherConsumerReadsPayloadsAndHeadersByteForByte(String client, String compression) {
        String topic = "headers-" + UUID.randomUUID();
        byte[] framed = ByteBuffer.allocate(JSON.length)
                .put((byte) 0)
                .putInt(4711)
                .put(JSON, 0, JSON.length - 5)
                .array();
        DriverConfig config = config(client, compression);
        try (var driver = new KafkaDriverFactory().open(config);
                var admin = driver.openAdmin();
                var cluster = new MiniCluster(1, folder).losingNothing()) {
            admin.createTopics(List.of(new TopicSpec(topic, PARTITIONS)), Duration.ofMinutes(1));

            Workload workload = small().existing(List.of(topic))
                    .payload(PayloadSpec.of(List.of(JSON, framed)).withStampInHeader(true))
                    .headers(TYPE, TRACE)
                    .build();
            // A host can be so busy that messages of the warm-up are not sent either.
            RunResult result = MiniCluster.undisturbed(
                    () -> cluster.run(workload, config),
                    run -> run.weir().load().unsent().orElse(0) > 100);

            assertThat(result.failure()).isEmpty();
            assertThat(result.audit().verdict()).as(result.audit().toString()).isEqualTo("clean");
            // A busy host sends late, and not what is still to be sent at the end.
            assertThat(result.measured().of(Latency.END_TO_END_RESPONSE).count()
                            + result.weir().load().unsent().orElseThrow())
                    .isEqualTo(200);
            long bytes =
                    0L + JSON.length + "content-type".length() + "application/json".length() + "trace".length() + 55;
            assertThat(bytesOfEach(result)).containsOnly(bytes);
            List<ConsumerRecord<byte[], byte[]>> records = read(topic, config);
            assertThat(records).hasSizeGreaterThan(50);
            assertThat(records).extracting(ConsumerRecord::value).containsOnly(JSON, framed);
            assertThat(records).extracting(ConsumerRecord::value).contains(JSON, framed);
            for (ConsumerRecord<byte[], byte[]> each : records) {
                Map<String, byte[]> headers = new TreeMap<>();
                each.headers().forEach(header -> headers.put(header.key(), header.value()));
                assertThat(each.headers()).extracting(Header::key).containsExactly("content-type", "trace", "weir");
                assertThat(headers.get("content-type"))
                        .asString(StandardCharsets.UTF_8)
                        .isEqualTo("application/json");
                assertThat(headers.get("trace"))
                        .asString(StandardCharsets.UTF_8)
                        .isEqualTo("0123456789".repeat(5) + "01234");
                assertThat(headers.get("weir")).hasSize(PayloadSpec.STAMP_BYTES);
            }
            admin.deleteTopics(List.of(topic), Duration.ofMinutes(1));
        }
    }

    /** If the stamp is in the payload, the client is given no header for it. */
    @Test
    void weirsClientSendsTheHeadersOfAMessageWithoutAStampHeader() {
        String topic = "headers-" + UUID.randomUUID();
        DriverConfig config = config("wire", "none");
        try (var driver = new KafkaDriverFactory().open(config);
                var admin = driver.openAdmin()) {
            admin.createTopics(List.of(new TopicSpec(topic, PARTITIONS)), Duration.ofMinutes(1));
            var spec = new ProducerSpec("headers", topic, PARTITIONS, Connections.OF_CLIENT, List.of(TYPE));
            try (var producer = driver.openProducer(spec, new RecordedSends())) {
                producer.send(0, null, JSON, null, 1, 2, 3);
            }

            assertThat(read(topic, config))
                    .singleElement()
                    .satisfies(each ->
                            assertThat(each.headers()).extracting(Header::key).containsExactly("content-type"));
            admin.deleteTopics(List.of(topic), Duration.ofMinutes(1));
        }
    }

    /** On topics that accept only messages with keys, those of transactions too. */
    @Test
    void transactionsAndPipelinesPassTheStampAndTheKeysOn() {
        try (var cluster = new MiniCluster(1, folder).losingNothing()) {
            RunResult result = cluster.run(
                    small().keys(KeySpec.of(KeyDistributor.RANDOM_NANO))
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
            List<TopicPartition> partitions = IntStream.range(0, PARTITIONS)
                    .mapToObj(partition -> new TopicPartition(topic, partition))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofSeconds(1)).forEach(records::add);
            }
        }
        return records;
    }

    private static Workloads small() {
        return Workloads.small()
                .topics(1, PARTITIONS)
                .rates(200, 200)
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(1));
    }

    private static DriverConfig config(String client, String compression) {
        return SharedCluster.withProducer(
                SharedCluster.config("kafka").withSettings(Map.of("client", client)),
                Map.of("compression.type", compression));
    }
}
