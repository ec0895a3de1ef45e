package dev.weir.driver.none;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.Driver;
import dev.weir.driver.RecordedReceipts;
import dev.weir.driver.RecordedSends;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.Reader;
import dev.weir.driver.client.ReaderSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a reader without a group can go back to: 4 MiB, of which 10 messages of 1 MiB leave the last three. */
class NoneReaderTest {
    private static final String TOPIC = "none-kept";
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    private static final int MESSAGES = 10;

    @Test
    void aReaderThatGoesBackTooFarContinuesAtTheFirstKeptMessage() {
        try (Driver driver = new NoneDriverFactory().open(DriverConfig.of("none"))) {
            driver.openAdmin().createTopics(List.of(new TopicSpec(TOPIC, 1)), DEADLINE);
            try (Reader reader = driver.reads()
                            .orElseThrow()
                            .openReader(new ReaderSpec("r", TOPIC, Optional.empty(), List.of(0), false));
                    Producer producer = driver.openProducer(new ProducerSpec("p", TOPIC, 1), new RecordedSends())) {
                for (int i = 0; i < MESSAGES; i++) {
                    producer.send(0, null, new byte[1 << 20], null, i, 0, 0);
                    // The producer does not wait for the position to which the reader returns.
                    reader.seek(0, 0);
                    assertThat(reader.poll(DEADLINE, new RecordedReceipts())).isPositive();
                }

                readAll(reader, new RecordedReceipts());
                reader.seek(0, 0);
                var receipts = new RecordedReceipts();
                readAll(reader, receipts);
                assertThat(receipts.receipts())
                        .extracting(RecordedReceipts.Receipt::offset)
                        .containsExactly(7L, 8L, 9L);
                assertThatThrownBy(() -> reader.seek(0, MESSAGES + 1))
                        .isInstanceOf(DriverException.class)
                        .hasMessage("offset of partition 0 must be in [0, 10], got 11");
            } finally {
                driver.openAdmin().deleteTopics(List.of(TOPIC), DEADLINE);
            }
        }
    }

    private static void readAll(Reader reader, RecordedReceipts receipts) {
        while (!reader.positions().equals(Map.of(0, (long) MESSAGES))) {
            assertThat(reader.poll(DEADLINE, receipts)).isPositive();
        }
    }
}
