package dev.weir.driver.kafka.referee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.ShareGroupSpec;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.ReadFrom;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.driver.kafka.client.KafkaDriver;
import dev.weir.driver.referee.Referee;
import dev.weir.driver.referee.RefereeFigures;
import dev.weir.driver.referee.RefereeGroup;
import dev.weir.driver.referee.RefereeKind;
import dev.weir.driver.referee.RefereeTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The real tools on a real broker. */
class KafkaRefereesTest {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int MESSAGES = 1_000;

    private final KafkaReferees referees = new KafkaReferees();
    private final String topic = "referee-" + UUID.randomUUID();
    private final Admin admin = new KafkaDriver(config(RefereeKind.PRODUCER), "Kafka").openAdmin();

    @BeforeEach
    void createTopic() {
        admin.createTopics(List.of(new TopicSpec(topic, 2)), LIMIT);
    }

    @AfterEach
    void deleteTopic() {
        admin.deleteTopics(List.of(topic), LIMIT);
        admin.close();
    }

    @Test
    void sendAndReadByTheSchedule() throws IOException {
        RefereeFigures sent = run(RefereeKind.PRODUCER, 250);

        assertThat(sent.values()).containsEntry(RefereeFigures.MESSAGES, MESSAGES - 250.0);
        assertThat(sent.values().get(RefereeFigures.MESSAGES_PER_SECOND)).isPositive();
        assertThat(sent.values().get(RefereeFigures.MEAN_MILLIS))
                .isBetween(0.0, sent.values().get(RefereeFigures.MAX_MILLIS));
        assertThat(messages()).isEqualTo(MESSAGES);

        RefereeFigures read = run(RefereeKind.CONSUMER, 0);

        assertThat(read.values()).containsEntry(RefereeFigures.MESSAGES, (double) MESSAGES);
        assertThat(read.values().get(RefereeFigures.MESSAGES_PER_SECOND)).isPositive();

        admin.configureShareGroups(
                List.of(new ShareGroupSpec(topic + "-subscription-1", ReadFrom.FIRST, false, false, Map.of())), LIMIT);
        var task = new RefereeTask(
                RefereeKind.SHARE_CONSUMER,
                topic,
                new RefereeGroup(topic + "-subscription-1", 2),
                MESSAGES,
                0,
                2_000,
                100,
                10);
        try (Referee referee = referees.start(task, config(RefereeKind.SHARE_CONSUMER))) {
            assertThat(referee.await(LIMIT).values()).containsEntry(RefereeFigures.MESSAGES, (double) MESSAGES);
        }
        assertThat(folders()).isEmpty();
    }

    @Test
    void measureToTheReceipt() {
        RefereeFigures figures = run(RefereeKind.END_TO_END, 0);

        assertThat(figures.values().get(RefereeFigures.MEAN_MILLIS)).isPositive();
        assertThat(figures.values().get(RefereeFigures.P50_MILLIS))
                .isLessThanOrEqualTo(figures.values().get(RefereeFigures.P999_MILLIS));
        assertThat(messages()).isEqualTo(MESSAGES);
    }

    @Test
    void tellWhatWentWrong() throws IOException {
        DriverConfig hasty = with(config(RefereeKind.PRODUCER), Map.of("max.block.ms", "500"));
        try (Referee referee = referees.start(task(RefereeKind.PRODUCER, "absent-" + topic, 0, 1), hasty)) {
            assertThatThrownBy(() -> referee.await(LIMIT))
                    .isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("ProducerPerformance ")
                    .hasMessageContaining("absent-" + topic + " not present in metadata");
        }
        DriverConfig wrong = with(config(RefereeKind.PRODUCER), Map.of("acks", "7"));
        try (Referee referee = referees.start(task(RefereeKind.PRODUCER, topic, 0, 1), wrong)) {
            assertThatThrownBy(() -> referee.await(LIMIT))
                    .isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("ProducerPerformance ended with status 1")
                    .hasMessageContaining("acks");
        }
        assertThat(folders()).isEmpty();
    }

    @Test
    void endWhenTheyAreClosedAndNoLaterThanTheLimit() throws IOException {
        Referee referee =
                referees.start(task(RefereeKind.PRODUCER, topic, 0, 1_000_000_000), config(RefereeKind.PRODUCER));
        try (referee) {
            await("messages").atMost(LIMIT).until(() -> messages() > 0);
            assertThatThrownBy(() -> referee.await(Duration.ofMillis(10)))
                    .isInstanceOf(DriverException.class)
                    .hasMessageStartingWith("ProducerPerformance has not ended within 0 s");
        }
        assertThat(folders()).isEmpty();
        assertThatThrownBy(() -> referee.await(LIMIT)).hasMessage("ProducerPerformance was ended early");
    }

    private RefereeFigures run(RefereeKind kind, int warmup) {
        DriverConfig config = config(kind);
        try (Referee referee = referees.start(task(kind, topic, warmup, MESSAGES), config)) {
            return referee.await(LIMIT);
        }
    }

    private RefereeTask task(RefereeKind kind, String name, int warmup, int messages) {
        return new RefereeTask(
                kind, name, new RefereeGroup(name + "-subscription-0", 2), messages, warmup, 2_000, 100, 10);
    }

    private DriverConfig config(RefereeKind kind) {
        return referees.settled(kind, SharedCluster.config("kafka"));
    }

    private static DriverConfig with(DriverConfig config, Map<String, String> producer) {
        var properties = new TreeMap<>(config.clients().producer());
        properties.putAll(producer);
        return config.withClients(new ClientConfig(
                config.clients().common(), properties, config.clients().consumer()));
    }

    private long messages() {
        return admin.logRanges(List.of(new TopicSpec(topic, 2)), LIMIT).getOrDefault(topic, List.of()).stream()
                .mapToLong(log -> log.endOffset() - log.startOffset())
                .sum();
    }

    /** Of this process's tools: no other runs meanwhile. */
    private static List<Path> folders() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("weir-referee-"))
                    .toList();
        }
    }
}
