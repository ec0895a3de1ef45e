package dev.weir.driver.none;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.weir.driver.Driver;
import dev.weir.driver.RecordedReceipts;
import dev.weir.driver.RecordedReceipts.Receipt;
import dev.weir.driver.RecordedSends;
import dev.weir.driver.RecordedSends.Numbers;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings of the driver, and each fault with exact counts. */
class NoneFaultsTest {
    private static final int MESSAGES = 1000;
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final String topic = "faults-" + UUID.randomUUID();
    private final RecordedSends sends = new RecordedSends();
    private final RecordedReceipts received = new RecordedReceipts();

    @Test
    void acceptsEverySettingThatItDocuments() {
        Map<String, String> all = Map.of(
                "stallAtMessage", "0",
                "stallMillis", "1",
                "failEvery", "1",
                "deliverFailedEvery", "1",
                "loseEvery", "1",
                "duplicateEvery", "1",
                "reorderEvery", " 2 ",
                "capacityMessagesPerSecond", "999999999999999999",
                "deliverAbortedEvery", "1");
        assertThat(problems(all)).isEmpty();
        assertThat(new NoneDriverFactory().settings()).containsOnlyKeys(all.keySet());
    }

    @Test
    void reportsWhichValuesItAllows() {
        assertThat(problems(Map.of("loseEvery", "0")))
                .extracting(ConfigProblem::message)
                .containsExactly("loseEvery must be a whole number, at least 1, got 0");
        assertThat(problems(Map.of("reorderEvery", "1", "failEvery", "often")))
                .extracting(ConfigProblem::field)
                .containsExactly("failEvery", "reorderEvery");
        assertThat(problems(Map.of("stallMillis", "5")))
                .extracting(ConfigProblem::message)
                .containsExactly("stallAtMessage is missing: stallAtMessage and stallMillis only go together");
    }

    @Test
    void refusesToOpenWithAProblem() {
        DriverConfig config = DriverConfig.of("none").withSettings(Map.of("loseEvry", "3"));
        assertThatThrownBy(() -> new NoneDriverFactory().open(config))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("loseEvry");
    }

    @ParameterizedTest
    @CsvSource({"loseEvery, false, false", "failEvery, true, false", "deliverFailedEvery, true, true"})
    void failsOrLosesEveryNthMessage(String setting, boolean fails, boolean delivers) {
        run(Map.of(setting, "10"), delivers ? MESSAGES : 900);
        assertThat(sends.acknowledged()).hasSize(fails ? 900 : MESSAGES);
        assertThat(sends.failed())
                .extracting(Numbers::sequence)
                .containsExactlyElementsOf(numbers(i -> fails && i % 10 == 9));
        assertThat(receivedNumbers()).containsExactlyElementsOf(numbers(i -> delivers || i % 10 != 9));
    }

    @Test
    void deliversEveryNthMessageTwice() {
        run(Map.of("duplicateEvery", "100"), 1010);
        assertThat(sends.acknowledged()).hasSize(MESSAGES);
        assertThat(receivedNumbers()).hasSize(1010).isSorted();
        assertThat(receivedNumbers().stream().distinct()).hasSize(MESSAGES);
        assertThat(receivedNumbers().subList(99, 101)).containsExactly(99L, 99L);
    }

    @Test
    void swapsEveryNthMessageWithItsSuccessorInThePartition() {
        run(Map.of("reorderEvery", "10"), MESSAGES);
        assertThat(sends.acknowledged()).hasSize(MESSAGES);
        // The last message has no successor, and comes in its place after a while.
        assertThat(receivedNumbers())
                .containsExactlyElementsOf(LongStream.range(0, MESSAGES)
                        .map(i -> i == MESSAGES - 1 || i == 0 ? i : i % 10 == 9 ? i + 1 : i % 10 == 0 ? i - 1 : i)
                        .boxed()
                        .toList());
        assertThat(received.receipts()).extracting(Receipt::offset).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void injectsNothingIntoMessagesWithNegativeSequences() {
        var all = Map.of("failEvery", "1", "loseEvery", "1", "stallAtMessage", "0", "stallMillis", "60000");
        with(all, (consumer, producer) -> {
            for (long sequence = -100; sequence < 0; sequence++) {
                send(producer, sequence);
            }
            await().atMost(DEADLINE).until(() -> received.count() == 100);
            assertThat(sends.acknowledged()).hasSize(100);
            assertThat(consumer.positions()).hasSize(1);
        });
    }

    @Test
    void stallsInsideSendAndSendsTheMessageAfterwards() {
        with(Map.of("stallAtMessage", "5", "stallMillis", "200"), (consumer, producer) -> {
            for (long sequence = 0; sequence < 10; sequence++) {
                long begin = System.nanoTime();
                send(producer, sequence);
                assertThat((System.nanoTime() - begin) / 1_000_000).isGreaterThanOrEqualTo(sequence == 5 ? 200 : 0);
            }
            await().atMost(DEADLINE).until(() -> sends.acknowledged().size() == 10);
        });
    }

    @Test
    void admitsNoMoreThanItsCapacity() {
        long begin = System.nanoTime();
        run(Map.of("capacityMessagesPerSecond", "2000"), MESSAGES);
        // 1000 messages at 2000/s take 500 ms, less the 10 ms of credit.
        assertThat((System.nanoTime() - begin) / 1_000_000).isGreaterThanOrEqualTo(490);
        assertThat(sends.acknowledged()).hasSize(MESSAGES);
    }

    @Test
    void aFullQueueBlocksTheSenderUntilItsProducerIsClosed() {
        with(Map.of("capacityMessagesPerSecond", "1"), (consumer, producer) -> {
            Thread sender = sending(producer, 100, 1 << 20);
            await().atMost(DEADLINE).until(() -> sender.getState() == Thread.State.TIMED_WAITING);
            assertThat(sends.resolved()).isLessThan(90);
            // Interrupted, it does not wait its 10 s for the queue to drain.
            Thread.currentThread().interrupt();
            producer.close();
            assertThat(Thread.interrupted()).isTrue();
            sender.join(10_000);
            assertThat(sends.resolved()).isEqualTo(100);
            assertThat(sends.failed()).hasSizeGreaterThan(80);
        });
    }

    @Test
    void aPausedConsumerHoldsABoundedLogAndLosesNothing() {
        int count = 200;
        with(Map.of(), (consumer, producer) -> {
            consumer.pause();
            Thread sender = sending(producer, count, 100_000);
            // 4 MiB in the log, which are acknowledged, and as much in the queue before it.
            await().atMost(DEADLINE)
                    .until(() -> sends.acknowledged().size() >= 30 && sender.getState() == Thread.State.TIMED_WAITING);
            assertThat(sends.acknowledged().size()).isLessThanOrEqualTo(42);
            consumer.resume();
            sender.join(20_000);
            await().atMost(DEADLINE).until(() -> received.count() == count);
            assertThat(receivedNumbers()).containsExactlyElementsOf(numbers(i -> i < count));
        });
    }

    @Test
    void queuesAndLogsGrowForLargeMessagesWithoutLosingSmallOnes() {
        Integer[] sizes = {8, 100, 3_000_000, 9, 10_000_000, 8};
        with(Map.of(), (consumer, producer) -> {
            consumer.pause();
            for (int i = 0; i < sizes.length; i++) {
                send(producer, i, sizes[i]);
            }
            consumer.resume();
            await().atMost(DEADLINE).until(() -> received.count() == sizes.length);
            assertThat(receivedNumbers()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
            assertThat(received.receipts())
                    .extracting(receipt -> receipt.value().remaining())
                    .containsExactly(sizes);
        });
    }

    private void run(Map<String, String> settings, int deliveries) {
        with(settings, (consumer, producer) -> {
            for (long sequence = 0; sequence < MESSAGES; sequence++) {
                send(producer, sequence);
            }
            await().atMost(DEADLINE).until(() -> sends.resolved() == MESSAGES);
            await().atMost(DEADLINE).until(() -> consumer.positions()[0] >= deliveries);
        });
        assertThat(received.count()).isEqualTo(deliveries);
        assertThat(received.violations()).isEmpty();
    }

    private interface Case {
        void run(Consumer consumer, Producer producer) throws InterruptedException;
    }

    private void with(Map<String, String> settings, Case tested) {
        try (Driver driver =
                        new NoneDriverFactory().open(DriverConfig.of("none").withSettings(settings));
                Admin admin = driver.openAdmin()) {
            admin.createTopics(List.of(new TopicSpec(topic, 1)), DEADLINE);
            try (Consumer consumer = driver.openConsumer(new ConsumerSpec("c", topic, 1, "s"), received);
                    Producer producer = driver.openProducer(new ProducerSpec("p", topic, 1), sends)) {
                tested.run(consumer, producer);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Sends messages on a thread of its own. */
    private static Thread sending(Producer producer, int count, int bytes) {
        var sender = new Thread(
                () -> {
                    for (long sequence = 0; sequence < count; sequence++) {
                        send(producer, sequence, bytes);
                    }
                },
                "sender");
        sender.start();
        return sender;
    }

    private static void send(Producer producer, long sequence) {
        send(producer, sequence, 8);
    }

    private static void send(Producer producer, long sequence, int bytes) {
        byte[] value = ByteBuffer.allocate(bytes).putLong(sequence).array();
        producer.send(-1, null, value, null, sequence, sequence, sequence);
    }

    private List<Long> receivedNumbers() {
        return received.receipts().stream()
                .map(receipt -> receipt.value().getLong(0))
                .toList();
    }

    private static List<Long> numbers(LongPredicate included) {
        return LongStream.range(0, MESSAGES).filter(included).boxed().toList();
    }

    private static List<ConfigProblem> problems(Map<String, String> settings) {
        return new NoneDriverFactory().problems(DriverConfig.of("none").withSettings(settings));
    }
}
