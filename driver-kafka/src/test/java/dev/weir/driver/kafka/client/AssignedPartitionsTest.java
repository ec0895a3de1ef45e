package dev.weir.driver.kafka.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.weir.driver.RecordedReceipts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The partitions of a consumer whose brokers do not answer. */
class AssignedPartitionsTest {
    private static final TopicPartition FIRST = new TopicPartition("t", 0);
    private static final TopicPartition SECOND = new TopicPartition("t", 1);

    private final RecordedReceipts received = new RecordedReceipts();
    private final KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
            Map.of("bootstrap.servers", "127.0.0.1:1", "group.id", "g"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    private final AssignedPartitions partitions =
            new AssignedPartitions(consumer, 2, received, false, () -> {}, partition -> {});

    @AfterEach
    void close() {
        consumer.close();
    }

    /** As in a cooperative group: polls for the first partition wait for this call. */
    @Test
    void aFurtherPartitionHoldsUpTheOthersForAMomentOnly() {
        consumer.assign(List.of(FIRST));
        partitions.advance(Map.of(FIRST, new OffsetAndMetadata(10)));
        consumer.assign(List.of(FIRST, SECOND));

        assertTimeout(Duration.ofSeconds(2), () -> partitions.onPartitionsAssigned(List.of(SECOND)));
        assertThat(partitions.positions()).containsExactly(10, -1);
    }

    @Test
    void aPositionThatGoesBackIsAReset() {
        consumer.assign(List.of(FIRST, SECOND));
        partitions.advance(Map.of(FIRST, new OffsetAndMetadata(10), SECOND, new OffsetAndMetadata(5)));
        partitions.advance(Map.of(FIRST, new OffsetAndMetadata(12)));
        assertThat(received.resets()).isZero();

        partitions.placeAgain(List.of(FIRST));
        partitions.set(0, 12);
        assertThat(received.resets()).isZero();

        partitions.placeAgain(List.of(FIRST));
        partitions.set(0, 3);
        partitions.advance(Map.of(SECOND, new OffsetAndMetadata(1)));
        assertThat(received.resets()).isEqualTo(2);

        partitions.onPartitionsRevoked(List.of(FIRST));
        partitions.set(0, 1);
        assertThat(received.resets()).isEqualTo(2);
    }
}
