package dev.weir.driver.nats;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.driver.RecordedSends;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.exception.DriverException;
import io.nats.client.Connection;
import io.nats.client.MessageHandler;
import io.nats.client.Nats;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a producer makes of answers that JetStream would not give, given in its place, and of the end of all answers. */
class NatsAnswersTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int MAX_IN_FLIGHT = 2;

    private final RecordedSends sends = new RecordedSends();
    private final NatsServer server;
    private final Connection jetStream;
    private final Connection connection;
    private final NatsProducer producer;

    NatsAnswersTest(@TempDir Path folder) throws IOException, InterruptedException {
        server = NatsServer.start(Path.of(""), folder);
        jetStream = Nats.connect(server.url());
        connection = Nats.connect(server.url());
        var config = new DriverConfig(
                "nats",
                "nats",
                TopicConfig.DEFAULT,
                new ClientConfig(
                        Map.of(),
                        Map.of("maxInFlight", Integer.toString(MAX_IN_FLIGHT), "ackTimeoutMillis", "3600000"),
                        Map.of()),
                Map.of());
        producer = new NatsProducer(connection, new ProducerSpec("answers", "t", 1), new NatsSettings(config), sends);
        producer.start();
    }

    @AfterEach
    void close() throws InterruptedException {
        connection.close();
        producer.close();
        jetStream.close();
        server.close();
    }

    /** The client throws what it does not declare, on both of these. */
    @Test
    void failsAMessageWithAnUnreadableAnswerAndReadsTheNext() throws Exception {
        answer(message -> {
            String text = switch (message.getData()[0]) {
                case 0 -> "{\"error\"::}";
                case 1 -> "[".repeat(100_000);
                default -> "{\"stream\":\"t_0\",\"seq\":1}";
            };
            jetStream.publish(message.getReplyTo(), text.getBytes(UTF_8));
        });

        startSending(0, 4);

        await().atMost(LIMIT).until(() -> sends.resolved() == 4);
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
        answer(message -> {});
        // The last one waits for room.
        startSending(0, MAX_IN_FLIGHT + 1);
        await().atMost(LIMIT).until(() -> jetStream.getStatistics().getInMsgs() == MAX_IN_FLIGHT);

        connection.close();
        await().atMost(LIMIT).until(() -> sends.resolved() == MAX_IN_FLIGHT + 1);
        startSending(10, 13);
        await().atMost(LIMIT).until(() -> sends.resolved() == MAX_IN_FLIGHT + 4);

        assertThat(sends.acknowledged()).isEmpty();
        assertThat(sends.failed())
                .extracting(RecordedSends.Numbers::sequence)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.of(0, 1, 2, 10, 11, 12).boxed().toList());
        assertThat(sends.causes())
                .allSatisfy(cause ->
                        assertThat(cause).hasMessageStartingWith("the client has closed the connection to NATS: "));
    }

    /** In the place of the stream. */
    private void answer(MessageHandler handler) throws Exception {
        jetStream.createDispatcher(handler).subscribe(Partitions.subject("t", 0));
        jetStream.flush(LIMIT);
    }

    /** On a thread of its own, so that a sender that hangs is found out. Ends at the latest when the producer is closed. */
    private void startSending(int from, int to) {
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
}
