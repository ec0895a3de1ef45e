package dev.weir.driver.kafka.rig;

import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.kafka.referee.KafkaReferees;
import dev.weir.driver.referee.RefereeGroup;
import dev.weir.driver.referee.RefereeKind;
import dev.weir.driver.referee.RefereeTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/** Kafka's ProducerPerformance. At a rate, it would take a second process that consumes: {@link BareSide} takes one. */
final class ToolsSide implements Side {
    private static final String TOPIC = "tools";
    private static final long ENDLESS = 1_000_000_000_000L;
    private static final int PAYLOADS = 1000;

    private final Bench bench;
    private final String bootstrapServers;
    private final Topics topics;

    ToolsSide(Bench bench, String bootstrapServers, Topics topics) {
        this.bench = bench;
        this.bootstrapServers = bootstrapServers;
        this.topics = topics;
    }

    @Override
    public boolean canCarry(Load load) {
        return !load.isPaced();
    }

    @Override
    public Run run(Load load) {
        topics.create(TOPIC, load.partitions());
        var task = new RefereeTask(
                RefereeKind.PRODUCER,
                TOPIC,
                new RefereeGroup("tools", 1),
                ENDLESS,
                0,
                Double.POSITIVE_INFINITY,
                load.messageBytes(),
                bench.options().payloadFile() ? PAYLOADS : 0);
        try (Child producer = bench.startJava(
                "producer-performance",
                KafkaReferees.main(task.kind()),
                KafkaReferees.words(task, config(), bench.newFolder()))) {
            return new Run(Window.of(bench, topics, producer, load), Optional.empty(), Optional.empty());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the files of " + TOPIC, e);
        }
    }

    private DriverConfig config() {
        return new DriverConfig(
                "tools",
                "kafka",
                new TopicConfig(1, false, Map.of()),
                new ClientConfig(
                        Map.of("bootstrap.servers", bootstrapServers),
                        ClientProperties.PRODUCER,
                        ClientProperties.CONSUMER),
                Map.of());
    }
}
