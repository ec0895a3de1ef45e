package dev.weir.driver.none;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.driver.Driver;
import dev.weir.driver.RecordedReceipts;
import dev.weir.driver.RecordedReceipts.Receipt;
import dev.weir.driver.RecordedSends;
import dev.weir.driver.RecordedSends.Numbers;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.config.DriverConfig;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Each fault, with exact counts. */
class NoneFaultsTest {
    private static final int MESSAGES = 1000;
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final String topic = "faults-" + UUID.randomUUID();
    private final RecordedSends sends = new RecordedSends();
    private final RecordedReceipts received = new RecordedReceipts();

    @Test
    void losesEveryNthMessageThatItAcknowledges() {
        run(Map.of("loseEvery", "10"), 900);
        assertThat(sends.acknowledged()).hasSize(MESSAGES);
        assertThat(receivedNumbers()).containsExactlyElementsOf(without(10));
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
    void failsEveryNthMessageWithoutDeliveringIt() {
        run(Map.of("failEvery", "10"), 900);
        assertThat(sends.acknowledged()).hasSize(900);
        assertThat(sends.failed()).extracting(Numbers::sequence).containsExactlyElementsOf(every(10));
        assertThat(receivedNumbers()).containsExactlyElementsOf(without(10));
    }

    @Test
    void deliversEveryNthMessageThatItReportsFailed() {
        run(Map.of("deliverFailedEvery", "10"), MESSAGES);
        assertThat(sends.acknowledged()).hasSize(900);
        assertThat(sends.failed()).extracting(Numbers::sequence).containsExactlyElementsOf(every(10));
        assertThat(receivedNumbers()).containsExactlyElementsOf(numbers(i -> true));
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
        try (Driver driver = open(all);
                var consumer = driver.openConsumer(new ConsumerSpec("c", topic, 1, "s"), received);
                var producer = driver.openProducer(new ProducerSpec("p", topic, 1), sends)) {
            for (long sequence = -100; sequence < 0; sequence++) {
                send(producer, sequence);
            }
            await().atMost(DEADLINE).until(() -> received.count() == 100);
            assertThat(sends.acknowledged()).hasSize(100);
            assertThat(consumer.positions()).hasSize(1);
        }
    }

    @Test
    void stallsInsideSendAndSendsTheMessageAfterwards() {
        try (Driver driver = open(Map.of("stallAtMessage", "5", "stallMillis", "200"));
                Producer producer = driver.openProducer(new ProducerSpec("p", topic, 1), sends)) {
            for (long sequence = 0; sequence < 10; sequence++) {
                long begin = System.nanoTime();
                send(producer, sequence);
                long millis = (System.nanoTime() - begin) / 1_000_000;
                if (sequence == 5) {
                    assertThat(millis).isGreaterThanOrEqualTo(200);
                }
            }
            await().atMost(DEADLINE).until(() -> sends.acknowledged().size() == 10);
        }
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
    void aFullQueueBlocksTheSenderUntilItsProducerIsClosed() throws InterruptedException {
        try (Driver driver = open(Map.of("capacityMessagesPerSecond", "1"))) {
            Producer producer = driver.openProducer(new ProducerSpec("p", topic, 1), sends);
            var sender = new Thread(
                    () -> {
                        for (long sequence = 0; sequence < 100; sequence++) {
                            producer.send(0, null, new byte[1 << 20], null, sequence, 0, 0);
                        }
                    },
                    "sender");
            sender.start();
            await().atMost(DEADLINE).until(() -> sender.getState() == Thread.State.TIMED_WAITING);
            assertThat(sends.resolved()).isLessThan(90);
            // Interrupted, it does not wait its 10 s for the queue to drain.
            Thread.currentThread().interrupt();
            producer.close();
            assertThat(Thread.interrupted()).isTrue();
            sender.join(10_000);
            assertThat(sends.resolved()).isEqualTo(100);
            assertThat(sends.failed()).hasSizeGreaterThan(80);
        }
    }

    @Test
    void aPausedConsumerHoldsABoundedLogAndLosesNothing() throws InterruptedException {
        int count = 200;
        try (Driver driver = open(Map.of());
                var consumer = driver.openConsumer(new ConsumerSpec("c", topic, 1, "s"), received);
                var producer = driver.openProducer(new ProducerSpec("p", topic, 1), sends)) {
            consumer.pause();
            var sender = new Thread(
                    () -> {
                        for (long sequence = 0; sequence < count; sequence++) {
                            byte[] value = new byte[100_000];
                            ByteBuffer.wrap(value).putLong(sequence);
                            producer.send(0, null, value, null, sequence, 0, 0);
                        }
                    },
                    "sender");
            sender.start();
            // 4 MiB in the log, which are acknowledged, and as much in the queue before it.
            await().atMost(DEADLINE)
                    .until(() -> sends.acknowledged().size() >= 30 && sender.getState() == Thread.State.TIMED_WAITING);
            assertThat(sends.acknowledged().size()).isLessThanOrEqualTo(42);
            consumer.resume();
            sender.join(20_000);
            await().atMost(DEADLINE).until(() -> received.count() == count);
            assertThat(receivedNumbers()).containsExactlyElementsOf(numbers(i -> i < count));
        }
    }

    @Test
    void queuesAndLogsGrowForLargeMessagesWithoutLosingSmallOnes() {
        try (Driver driver = open(Map.of());
                var consumer = driver.openConsumer(new ConsumerSpec("c", topic, 1, "s"), received);
                var producer = driver.openProducer(new ProducerSpec("p", topic, 1), sends)) {
            consumer.pause();
            int[] sizes = {8, 100, 3_000_000, 9, 10_000_000, 8};
            for (int i = 0; i < sizes.length; i++) {
                byte[] value = new byte[sizes[i]];
                ByteBuffer.wrap(value).putLong(i);
                producer.send(0, null, value, null, i, 0, 0);
            }
            consumer.resume();
            await().atMost(DEADLINE).until(() -> received.count() == sizes.length);
            assertThat(receivedNumbers()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
            assertThat(received.receipts())
                    .extracting(receipt -> receipt.value().remaining())
                    .containsExactly(8, 100, 3_000_000, 9, 10_000_000, 8);
        }
    }

    private void run(Map<String, String> settings, int deliveries) {
        try (Driver driver = open(settings);
                var consumer = driver.openConsumer(new ConsumerSpec("c", topic, 1, "s"), received);
                var producer = driver.openProducer(new ProducerSpec("p", topic, 1), sends)) {
            for (long sequence = 0; sequence < MESSAGES; sequence++) {
                send(producer, sequence);
            }
            await().atMost(DEADLINE).until(() -> sends.resolved() == MESSAGES);
            await().atMost(DEADLINE).until(() -> consumer.positions()[0] >= deliveries);
        }
        assertThat(received.count()).isEqualTo(deliveries);
        assertThat(received.violations()).isEmpty();
    }

    private Driver open(Map<String, String> settings) {
        var factory = new NoneDriverFactory();
        Driver driver = factory.open(DriverConfig.of("none").withSettings(settings));
        try (var admin = driver.openAdmin()) {
            admin.createTopics(List.of(new TopicSpec(topic, 1)), DEADLINE);
        }
        return driver;
    }

    private static void send(Producer producer, long sequence) {
        byte[] value = ByteBuffer.allocate(8).putLong(sequence).array();
        producer.send(-1, null, value, null, sequence, sequence, sequence);
    }

    private List<Long> receivedNumbers() {
        return received.receipts().stream()
                .map(receipt -> receipt.value().getLong(0))
                .toList();
    }

    private static List<Long> every(int n) {
        return numbers(i -> (i + 1) % n == 0);
    }

    private static List<Long> without(int n) {
        return numbers(i -> (i + 1) % n != 0);
    }

    private static List<Long> numbers(LongPredicate included) {
        return LongStream.range(0, MESSAGES).filter(included).boxed().toList();
    }
}
