package dev.weir.driver.none;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.Driver;
import dev.weir.driver.RecordedReceipts;
import dev.weir.driver.RecordedReceipts.Receipt;
import dev.weir.driver.RecordedSends;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.Reader;
import dev.weir.driver.client.ReaderSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.transaction.TransactionException;
import dev.weir.driver.transaction.TransactionException.Remedy;
import dev.weir.driver.transaction.TransactionalProducer;
import dev.weir.driver.transaction.TransactionalSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Readers and transactions. */
class NoneReadsTest {
    private static final String TOPIC = "none-reads";
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private interface Case {
        void run(Driver driver, TransactionalProducer producer);
    }

    private static void with(Map<String, String> settings, Case tested) {
        try (Driver driver =
                new NoneDriverFactory().open(DriverConfig.of("none").withSettings(settings))) {
            driver.openAdmin().createTopics(List.of(new TopicSpec(TOPIC, 1)), DEADLINE);
            try (TransactionalProducer producer = driver.transactions()
                    .orElseThrow()
                    .openProducer(new TransactionalSpec("p", "p"), new RecordedSends())) {
                tested.run(driver, producer);
            } finally {
                driver.openAdmin().deleteTopics(List.of(TOPIC), DEADLINE);
            }
        }
    }

    @Test
    void whatFailsOnPurposeSpoilsItsTransactionAndNoOther() {
        with(Map.of("failEvery", "2"), (driver, producer) -> {
            Reader reader = reader(driver, Optional.empty());
            producer.begin();
            send(producer, 0);
            send(producer, 1);
            assertThatThrownBy(producer::commit)
                    .isInstanceOfSatisfying(
                            TransactionException.class,
                            refusal -> assertThat(refusal.remedy()).isEqualTo(Remedy.ABORT));
            producer.abort();
            producer.begin();
            send(producer, 2);
            producer.commit();

            assertThat(read(reader)).isEqualTo(1);
            reader.close();
        });
    }

    @Test
    void refusesCallsThatAreOutOfOrder() {
        with(Map.of(), (driver, producer) -> {
            assertThatThrownBy(producer::commit).hasMessageContaining("has no open transaction");
            producer.begin();
            assertThatThrownBy(producer::begin).hasMessageContaining("has an open transaction already");
            producer.abort();
            assertThatThrownBy(producer::abort).hasMessageContaining("has no open transaction");
        });
    }

    @Test
    void canDeliverAbortedTransactionsOnDemand() {
        with(Map.of("deliverAbortedEvery", "2"), (driver, producer) -> {
            Reader reader = reader(driver, Optional.empty());
            for (int i = 0; i < 4; i++) {
                producer.begin();
                send(producer, i);
                producer.abort();
            }

            assertThat(read(reader)).isEqualTo(2);
            reader.close();
        });
    }

    @Test
    void reassignsAPartitionOnlyAfterItsTransactionEndedAndThenRefusesOffsetsOfItsLastReader() {
        with(Map.of(), (driver, producer) -> {
            Reader leaves = reader(driver, Optional.of("group"));
            Reader stays = reader(driver, Optional.of("group"));
            commitOne(producer, 0);
            assertThat(read(leaves)).isEqualTo(1);
            producer.begin();
            producer.sendOffsets(leaves, Map.of(0, 1L));
            leaves.close();
            assertThat(stays.poll(Duration.ZERO, new RecordedReceipts())).isZero();
            assertThat(stays.positions()).isEmpty();

            producer.commit();
            assertThat(stays.poll(Duration.ZERO, new RecordedReceipts())).isZero();
            assertThat(stays.positions()).isEqualTo(Map.of(0, 1L));

            producer.begin();
            assertThatThrownBy(() -> producer.sendOffsets(leaves, Map.of(0, 1L)))
                    .isInstanceOfSatisfying(
                            TransactionException.class,
                            refusal -> assertThat(refusal.remedy()).isEqualTo(Remedy.ABORT));
            producer.abort();
            stays.close();
        });
    }

    /** A reader without a group can go back to 4 MiB, of which 10 messages of 1 MiB leave the last three. */
    @Test
    void aReaderThatGoesBackTooFarContinuesAtTheFirstKeptMessage() {
        with(Map.of(), (driver, transactional) -> {
            var spec = new ReaderSpec("r", TOPIC, Optional.empty(), List.of(0), false);
            try (Reader reader = driver.reads().orElseThrow().openReader(spec);
                    Producer producer = driver.openProducer(new ProducerSpec("s", TOPIC, 1), new RecordedSends())) {
                for (int i = 0; i < 10; i++) {
                    producer.send(0, null, new byte[1 << 20], null, i, 0, 0);
                    // The producer does not wait for the position to which the reader returns.
                    reader.seek(0, 0);
                    assertThat(reader.poll(DEADLINE, new RecordedReceipts())).isPositive();
                }

                readTo(10, reader);
                reader.seek(0, 0);
                assertThat(readTo(10, reader)).extracting(Receipt::offset).containsExactly(7L, 8L, 9L);
                assertThatThrownBy(() -> reader.seek(0, 11))
                        .isInstanceOf(DriverException.class)
                        .hasMessage("offset of partition 0 must be in [0, 10], got 11");
            }
        });
    }

    private static List<Receipt> readTo(long end, Reader reader) {
        var receipts = new RecordedReceipts();
        while (!reader.positions().equals(Map.of(0, end))) {
            assertThat(reader.poll(DEADLINE, receipts)).isPositive();
        }
        return receipts.receipts();
    }

    private static Reader reader(Driver driver, Optional<String> group) {
        return driver.reads()
                .orElseThrow()
                .openReader(new ReaderSpec("r", TOPIC, group, group.isPresent() ? List.of() : List.of(0), true));
    }

    private static void commitOne(TransactionalProducer producer, long sequence) {
        producer.begin();
        send(producer, sequence);
        producer.commit();
    }

    private static void send(TransactionalProducer producer, long sequence) {
        producer.send(TOPIC, 0, null, new byte[8], null, sequence, 0, 0);
    }

    /** What is there: whatever was committed is, when that has returned. */
    private static int read(Reader reader) {
        var received = new RecordedReceipts();
        int before;
        do {
            before = received.count();
            reader.poll(Duration.ofMillis(100), received);
        } while (received.count() > before);
        return received.count();
    }
}
