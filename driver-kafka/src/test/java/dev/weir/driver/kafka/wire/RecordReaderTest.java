package dev.weir.driver.kafka.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.RecordedReceipts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Of batches that Kafka's own code has made. */
class RecordReaderTest {
    private static final byte[] STAMP = "the stamp".getBytes(StandardCharsets.UTF_8);

    private final RecordedReceipts received = new RecordedReceipts();

    @ParameterizedTest
    @EnumSource(CompressionType.class)
    void readsKeysPayloadsAndHeadersOfSeveralBatches(CompressionType compression) {
        ByteBuffer batches = joined(
                batch(
                        100,
                        compression,
                        new SimpleRecord(5, bytes("key"), bytes("first")),
                        new SimpleRecord(6, null, bytes("second"), new Header[] {
                            new RecordHeader("other", bytes("x")), new RecordHeader("weir", STAMP)
                        })),
                batch(102, compression, new SimpleRecord(7, (byte[]) null, null)));

        assertThat(RecordReader.nextOffset(batches, 100)).isEqualTo(103);
        assertThat(deliver(batches, 100)).isEqualTo(3);
        assertThat(texts()).containsExactly("100 first -", "101 second the stamp", "102  -");
    }

    /** A broker sends whole batches: the first one can begin before the offset that was asked for. */
    @ParameterizedTest
    @EnumSource(CompressionType.class)
    void skipsMessagesBeforeTheOffset(CompressionType compression) {
        ByteBuffer batches = batch(100, compression, record("a"), record("b"), record("c"));

        assertThat(deliver(batches, 102)).isEqualTo(1);
        assertThat(texts()).containsExactly("102 c -");
    }

    /** An answer ends where its bytes end, also in the middle of a batch. */
    @Test
    void skipsABatchThatIsCutOff() {
        ByteBuffer batches =
                joined(batch(100, CompressionType.NONE, record("a")), batch(101, CompressionType.NONE, record("b")));
        for (int length = 0; length < batches.capacity(); length++) {
            ByteBuffer cut = batches.duplicate().limit(length);

            long next = RecordReader.nextOffset(cut, 100);

            assertThat(next).isEqualTo(length < batches.capacity() / 2 ? 100 : 101);
            assertThat(new RecordReader(true).count(cut, 100)).isEqualTo((int) (next - 100));
        }
    }

    @Test
    void passesOverMarkersOfTransactions() {
        ByteBuffer batches = joined(
                batch(100, CompressionType.NONE, record("a")),
                MemoryRecords.withEndTransactionMarker(
                                101, 0, 0, 7, (short) 0, new EndTransactionMarker(ControlRecordType.COMMIT, 1))
                        .buffer(),
                batch(102, CompressionType.NONE, record("b")));

        assertThat(deliver(batches, 100)).isEqualTo(2);
        assertThat(RecordReader.nextOffset(batches, 100)).isEqualTo(103);
        assertThat(texts()).containsExactly("100 a -", "102 b -");
    }

    /** Any byte that the checksum covers. */
    @Test
    void findsEveryChangedByte() {
        ByteBuffer batches = batch(100, CompressionType.NONE, record("some payload"));
        int attributes = 21;
        for (int at = attributes; at < batches.capacity(); at++) {
            ByteBuffer changed = ByteBuffer.wrap(batches.array().clone(), batches.arrayOffset(), batches.remaining())
                    .slice();
            changed.put(at, (byte) (changed.get(at) ^ 1));

            assertThat(new RecordReader(true).deliver(changed, 100, 0, received))
                    .isZero();
        }
        assertThat(received.count()).isZero();
    }

    /** A batch hands over as many messages as it says, or is refused by name. */
    @Test
    void readsDamagedBatchesOrRefusesThem() {
        ByteBuffer batches = joined(
                batch(
                        100,
                        CompressionType.NONE,
                        record("some payload"),
                        new SimpleRecord(6, null, bytes("second"), new Header[] {new RecordHeader("weir", STAMP)})),
                batch(102, CompressionType.NONE, record("b")));
        int refused = 0;
        for (int at = 8; at < batches.capacity(); at++) {
            for (int bit = 0; bit < 8; bit++) {
                ByteBuffer changed = ByteBuffer.allocate(batches.capacity())
                        .put(batches.duplicate())
                        .flip();
                changed.put(at, (byte) (changed.get(at) ^ 1 << bit));
                var reader = new RecordReader(false);
                try {
                    RecordReader.nextOffset(changed, 101);
                    int count = reader.count(changed, 101);
                    var receipts = new RecordedReceipts();
                    assertThat(reader.deliver(changed, 101, 0, receipts)).isEqualTo(changed.limit());
                    assertThat(receipts.count()).isEqualTo(count);
                } catch (KafkaException e) {
                    refused++;
                }
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void knowsWhereTheBatchBehindADamagedOneBegins() {
        ByteBuffer first = batch(100, CompressionType.NONE, record("a"), record("b"));
        ByteBuffer batches = joined(first, batch(107, CompressionType.NONE, record("c")));
        int size = first.remaining();
        batches.put(size - 2, (byte) ~batches.get(size - 2));

        assertThat(new RecordReader(true).deliver(batches, 100, 0, received)).isZero();
        assertThat(RecordReader.offsetAfter(batches, 0)).hasValue(107);
        assertThat(RecordReader.offsetAfter(batches, size)).isEmpty();
    }

    @Test
    void refusesBatchesOfAnOlderFormat() {
        MemoryRecordsBuilder old = MemoryRecords.builder(
                ByteBuffer.allocate(1000), RecordBatch.MAGIC_VALUE_V1, Compression.NONE, TimestampType.CREATE_TIME, 0);
        old.append(record("a"));

        assertThatThrownBy(() -> RecordReader.nextOffset(old.build().buffer(), 0))
                .isInstanceOf(KafkaException.class)
                .hasMessageContaining("message format 1")
                .hasMessageContaining("client: kafka");
    }

    /** Returns how many were announced. */
    private int deliver(ByteBuffer batches, long from) {
        var reader = new RecordReader(true);
        int count = reader.count(batches, from);
        reader.deliver(batches, from, 3, received);
        return count;
    }

    private List<String> texts() {
        return received.receipts().stream()
                .map(each -> each.offset() + " " + text(each.value()) + " "
                        + each.header().map(RecordReaderTest::text).orElse("-"))
                .toList();
    }

    private static ByteBuffer batch(long offset, CompressionType compression, SimpleRecord... records) {
        return MemoryRecords.withRecords(offset, Compression.of(compression).build(), records)
                .buffer();
    }

    private static ByteBuffer joined(ByteBuffer... batches) {
        ByteBuffer all = ByteBuffer.allocate(
                Stream.of(batches).mapToInt(ByteBuffer::remaining).sum());
        Stream.of(batches).forEach(each -> all.put(each.duplicate()));
        return all.flip();
    }

    private static SimpleRecord record(String payload) {
        return new SimpleRecord(1, null, bytes(payload));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
    }
}
