package dev.weir.driver.kafka.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.worker.message.Stamp;
import dev.weir.workload.Workloads;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole runs on a broker that loses a batch which it has acknowledged, stores one twice, swaps two, or damages one. Each
 * happens to one partition, to batches of the measurement.
 */
@Order(2)
class MisbehavingBrokerTest {
    private static final int LOSES = 0;
    private static final int REPEATS = 1;
    private static final int REORDERS = 2;
    private static final int DAMAGES = 3;
    private static final int PARTITIONS = 4;

    /** Where a batch has the end of the payload of its last message, counted from behind. */
    private static final int PAYLOAD_OF_LAST = -2;

    @TempDir
    Path folder;

    /** What it does, and to how many messages it has done it. */
    private static final class Log implements AlteringProxy.Alteration, AutoCloseable {
        private final KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", SharedCluster.servers()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        private final List<Integer> misbehaves;
        /** By partition, where the batch begins. */
        private final Map<Integer, Long> touched = new HashMap<>();

        private final Map<Integer, Integer> counts = new TreeMap<>();

        Log(Integer... misbehaves) {
            this.misbehaves = List.of(misbehaves);
        }

        @Override
        public synchronized ByteBuffer of(String topic, int partition, ByteBuffer stored) {
            List<ByteBuffer> batches = new ArrayList<>();
            List<MutableRecordBatch> parsed = new ArrayList<>();
            int at = stored.position();
            for (var batch : MemoryRecords.readableRecords(stored).batches()) {
                int size = batch.sizeInBytes();
                parsed.add(batch);
                batches.add(
                        ByteBuffer.allocate(size).put(stored.slice(at, size)).flip());
                at += size;
            }
            if (misbehaves.contains(partition)) {
                misbehave(topic, partition, batches, parsed);
            }
            ByteBuffer all = ByteBuffer.allocate(
                    batches.stream().mapToInt(ByteBuffer::remaining).sum());
            batches.forEach(all::put);
            return all.flip();
        }

        private void misbehave(String topic, int partition, List<ByteBuffer> batches, List<MutableRecordBatch> parsed) {
            for (int i = 0; i < parsed.size(); i++) {
                MutableRecordBatch batch = parsed.get(i);
                boolean isNew = !touched.containsKey(partition) && isMeasured(batch);
                if (partition == REORDERS && isNew && i + 1 < parsed.size()) {
                    touch(partition, batch);
                    ByteBuffer later = batches.get(i + 1);
                    later.putLong(0, batch.baseOffset());
                    batches.get(i)
                            .putLong(0, batch.baseOffset() + parsed.get(i + 1).countOrNull());
                    batches.set(i + 1, batches.set(i, later));
                    return;
                }
                if (partition != REORDERS && isNew) {
                    touch(partition, batch);
                    if (partition == REPEATS) {
                        for (Record each : batch) {
                            var unused = producer.send(new ProducerRecord<>(topic, partition, null, value(each)));
                        }
                    }
                }
                boolean isTouched = batch.baseOffset() == touched.getOrDefault(partition, -1L);
                if (partition == DAMAGES && isTouched) {
                    int at = batch.sizeInBytes() + PAYLOAD_OF_LAST;
                    batches.get(i).put(at, (byte) (batches.get(i).get(at) ^ 1));
                }
                if (partition == LOSES && isTouched) {
                    batches.remove(i);
                    return;
                }
            }
        }

        private void touch(int partition, MutableRecordBatch batch) {
            touched.put(partition, batch.baseOffset());
            counts.put(partition, batch.countOrNull());
        }

        private static boolean isMeasured(MutableRecordBatch batch) {
            byte[] stamp = value(batch.iterator().next());
            return Stamp.isMeasured(stamp) && Stamp.sequence(stamp) > 0;
        }

        private static byte[] value(Record each) {
            byte[] value = new byte[each.valueSize()];
            each.value().get(value);
            return value;
        }

        /** How many messages it has done something to. */
        synchronized int count(int partition) {
            return Optional.ofNullable(counts.get(partition))
                    .orElseThrow(() -> new AssertionError("no batch of partition " + partition + " was altered"));
        }

        @Override
        public void close() {
            producer.close();
        }
    }

    /** {@code FetchFaultsTest} holds what Weir's client makes of a damaged batch. */
    @Test
    void theAuditCountsWhatIsLostRepeatedAndReordered() {
        try (var log = new Log(LOSES, REPEATS, REORDERS)) {
            RunResult result = run("wire", log);

            assertThat(result.failure()).isEmpty();
            assertThat(result.audit().verdict()).isEqualTo("violated");
            assertThat(result.audit().blocks().unknown()).isZero();
            // What a busy host does is no business of this test.
            assertThat(result.reasons()).extracting(Reason::code).doesNotContain(ReasonCode.WORKER_LOST);
            assertThat(result.audit().violations().lost()).isEqualTo(log.count(LOSES));
            assertThat(result.audit().violations().duplicated()).isEqualTo(log.count(REPEATS));
            assertThat(result.audit().violations().reordered())
                    .as("%s; %s at %s", result.audit(), log.counts, log.touched)
                    .hasValue(log.count(REORDERS));
            assertThat(result.findings())
                    .extracting(Finding::code)
                    .contains(
                            FindingCode.MESSAGES_LOST, FindingCode.MESSAGES_DUPLICATED, FindingCode.MESSAGES_REORDERED)
                    .doesNotContain(FindingCode.CLIENT_ERROR);
        }
    }

    /** Kafka's consumer does not go on behind a damaged batch. */
    @Test
    void aDamagedBatchEndsTheRunOfKafkasClient() {
        try (var log = new Log(DAMAGES)) {
            RunResult result = run("kafka", log);

            assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(result.failure()).contains("exception when fetching the next record from", "-3.");
            assertThat(result.audit().violations().lost()).isZero();
        }
    }

    private RunResult run(String client, Log log) {
        try (var proxy = new AlteringProxy(SharedCluster.servers(), log);
                var workers = new MiniCluster(1, folder).deliverySilence(Duration.ofSeconds(2))) {
            // A batch has about eight messages. Without keys, each is of another partition.
            DriverConfig config = SharedCluster.withProducer(
                            SharedCluster.config("kafka"), Map.of("batch.size", "1000"))
                    // Several batches of a partition in an answer.
                    .withConsumerConfig(Map.of("fetch.min.bytes", "20000"))
                    .withCommonConfig(Map.of("bootstrap.servers", proxy.bootstrapServers()))
                    .withSettings(Map.of("client", client));
            return workers.run(
                    Workloads.small()
                            .topics(1, PARTITIONS)
                            .producersPerTopic(1)
                            .subscriptionsPerTopic(1, 1)
                            .rates(2000, 2000)
                            .durations(Duration.ofMillis(500), Duration.ofSeconds(2))
                            .build(),
                    config);
        }
    }
}
