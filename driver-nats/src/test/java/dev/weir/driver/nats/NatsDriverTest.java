package dev.weir.driver.nats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.driver.Driver;
import dev.weir.driver.RecordedReceipts;
import dev.weir.driver.RecordedReceipts.Receipt;
import dev.weir.driver.RecordedSends;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import io.nats.client.Connection;
import io.nats.client.MessageHandler;
import io.nats.client.Nats;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is special about this driver, beyond the contract. */
class NatsDriverTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String TOPIC = "topic";
    private static final int PARTITIONS = 2;
    private static final int MAX_IN_FLIGHT = 2;

    private final RecordedSends sends = new RecordedSends();
    private final NatsServer server;

    NatsDriverTest(@TempDir Path folder) {
        server = NatsServer.start(Path.of(""), folder);
    }

    @BeforeEach
    void createTopic() {
        try (Driver driver = driver(Map.of());
                Admin admin = driver.openAdmin()) {
            admin.createTopics(List.of(new TopicSpec(TOPIC, PARTITIONS)), LIMIT);
            assertThat(admin.facts(LIMIT))
                    .containsEntry("stream.storage", "file")
                    .containsKeys("client", "server.version");
        }
    }

    @AfterEach
    void endServer() {
        server.close();
    }

    /** Also one that nats-server 2.9.10 would repeat, if it were given back while requests wait. */
    @Test
    void whatAPausedConsumerHasHeldGoesToTheNextInOrder() {
        var first = new RecordedReceipts();
        var second = new RecordedReceipts();
        try (Driver driver = driver(Map.of());
                Producer producer = driver.openProducer(new ProducerSpec("p", TOPIC, PARTITIONS), sends)) {
            try (Consumer paused = consumer(driver, "paused", first)) {
                await().atMost(LIMIT).until(() -> isAssignedAll(paused));
                send(producer, 0, 100);
                await().atMost(LIMIT).until(() -> first.count() == 100);
                paused.pause();
                // The requests of before the pause still bring these.
                send(producer, 100, 200);
                await().atMost(LIMIT).until(() -> sends.resolved() == 200);
            }
            assertThat(first.count()).isEqualTo(100);
            try (Consumer next = consumer(driver, "next", second)) {
                send(producer, 200, 300);
                await().atMost(LIMIT).until(() -> second.count() >= 200);
                assertThat(next.positions()).containsExactly(150, 150);
            }
        }
        for (int partition = 0; partition < PARTITIONS; partition++) {
            int of = partition;
            assertThat(second.receipts().stream()
                            .filter(receipt -> receipt.partition() == of)
                            .map(NatsDriverTest::number))
                    .containsExactlyElementsOf(LongStream.range(100, 300)
                            .filter(number -> number % PARTITIONS == of)
                            .boxed()
                            .toList());
        }
        assertThat(second.violations()).isEmpty();
    }

    @Test
    void sendsOneAfterTheOtherIfOnlyOneMayBeInFlight() {
        try (Driver driver = driver(Map.of("maxInFlight", "1"));
                Producer producer = driver.openProducer(new ProducerSpec("p", TOPIC, PARTITIONS), sends)) {
            send(producer, 0, 100);
            assertThat(sends.resolved()).isGreaterThanOrEqualTo(99);
        }
        assertThat(sends.acknowledged())
                .extracting(RecordedSends.Numbers::sequence)
                .isSorted();
        assertThat(sends.acknowledged()).hasSize(100);
    }

    @Test
    void messagesFailInTimeWhenTheServerIsGone() {
        try (Driver driver = driver(Map.of("ackTimeoutMillis", "3000", "maxInFlight", "10"));
                Producer producer = driver.openProducer(new ProducerSpec("p", TOPIC, PARTITIONS), sends)) {
            send(producer, 0, 10);
            await().atMost(LIMIT).until(() -> sends.resolved() == 10);
            server.close();
            send(producer, 10, 30);
            await().atMost(LIMIT).until(() -> sends.resolved() == 30);
        }
        assertThat(sends.acknowledged()).hasSize(10);
        assertThat(sends.failed())
                .extracting(RecordedSends.Numbers::sequence)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(10, 30).boxed().toList());
    }

    /** The client throws what it does not declare, on both of these. */
    @Test
    void failsAMessageWithAnUnreadableAnswerAndReadsTheNext() throws Exception {
        MessageHandler answers = message -> {
            String text = switch (message.getData()[0]) {
                case 0 -> "{\"error\"::}";
                case 1 -> "[".repeat(100_000);
                default -> "{\"stream\":\"t_0\",\"seq\":1}";
            };
            message.getConnection().publish(message.getReplyTo(), text.getBytes(UTF_8));
        };
        try (var producer = new AnsweredProducer(answers)) {
            producer.startSending(0, 4);
            await().atMost(LIMIT).until(() -> sends.resolved() == 4);
        }

        assertThat(sends.failed()).extracting(RecordedSends.Numbers::sequence).containsExactly(0L, 1L);
        assertThat(sends.causes())
                .allSatisfy(cause -> assertThat(cause)
                        .isInstanceOf(DriverException.class)
                        .hasMessageStartingWith("the answer cannot be read: java.lang."));
        assertThat(sends.acknowledged())
                .extracting(RecordedSends.Numbers::sequence)
                .containsExactly(2L, 3L);
    }

    @Test
    void failsMessagesInFlightAndLaterOnesWhenTheClientHasClosedTheConnection() throws Exception {
        try (var producer = new AnsweredProducer(message -> {})) {
            // The last one waits for room.
            producer.startSending(0, MAX_IN_FLIGHT + 1);
            await().atMost(LIMIT).until(() -> producer.jetStream.getStatistics().getInMsgs() == MAX_IN_FLIGHT);

            producer.connection.close();
            await().atMost(LIMIT).until(() -> sends.resolved() == MAX_IN_FLIGHT + 1);
            producer.startSending(10, 13);
            await().atMost(LIMIT).until(() -> sends.resolved() == MAX_IN_FLIGHT + 4);
        }

        assertThat(sends.acknowledged()).isEmpty();
        assertThat(sends.failed())
                .extracting(RecordedSends.Numbers::sequence)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.of(0, 1, 2, 10, 11, 12).boxed().toList());
        assertThat(sends.causes())
                .allSatisfy(cause ->
                        assertThat(cause).hasMessageStartingWith("the client has closed the connection to NATS: "));
    }

    /** A producer whose answers a test gives, those that JetStream would not give too, in the place of the stream. */
    private final class AnsweredProducer implements AutoCloseable {
        private final Connection jetStream = Nats.connect(server.url());
        private final Connection connection = Nats.connect(server.url());
        private final NatsProducer producer;

        AnsweredProducer(MessageHandler answers) throws Exception {
            var properties = Map.of("maxInFlight", Integer.toString(MAX_IN_FLIGHT), "ackTimeoutMillis", "3600000");
            var settings = new NatsSettings(DriverConfig.of("nats").withCommonConfig(properties));
            producer = new NatsProducer(connection, new ProducerSpec("answers", "t", 1), settings, sends);
            producer.start();
            jetStream.createDispatcher(answers).subscribe(Partitions.subject("t", 0));
            jetStream.flush(LIMIT);
        }

        /** On a thread of its own, so that a sender that hangs is found out. Ends at the latest when the producer is closed. */
        void startSending(int from, int to) {
            var sender = new Thread(
                    () -> {
                        for (int i = from; i < to; i++) {
                            producer.send(0, null, new byte[] {(byte) i}, null, i, i, i);
                        }
                    },
                    "sender");
            sender.setDaemon(true);
            sender.start();
        }

        @Override
        public void close() {
            try {
                connection.close();
                producer.close();
                jetStream.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Driver driver(Map<String, String> producer) {
        var clients = new ClientConfig(Map.of("servers", server.url()), producer, Map.of());
        return new NatsDriverFactory().open(DriverConfig.of("nats").withClients(clients));
    }

    private static Consumer consumer(Driver driver, String clientId, RecordedReceipts receipts) {
        return driver.openConsumer(new ConsumerSpec(clientId, TOPIC, PARTITIONS, "shared"), receipts);
    }

    private static boolean isAssignedAll(Consumer consumer) {
        return Arrays.stream(consumer.positions()).allMatch(position -> position >= 0);
    }

    private static void send(Producer producer, int from, int to) {
        for (int i = from; i < to; i++) {
            byte[] value = ByteBuffer.allocate(8).putLong(i).array();
            producer.send(i % PARTITIONS, null, value, null, i, i, i);
        }
    }

    private static long number(Receipt receipt) {
        return receipt.value().getLong(0);
    }
}
