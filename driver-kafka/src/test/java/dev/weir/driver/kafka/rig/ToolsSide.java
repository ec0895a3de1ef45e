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

/**
 * Kafka's ProducerPerformance, or ConsumerPerformance. Both together, at a rate, would be two processes: {@link BareSide} is
 * one.
 */
final class ToolsSide implements Side {
    private static final String TOPIC = "tools";
    private static final long ENDLESS = 1_000_000_000_000L;
    private static final int PAYLOADS = 1000;

    private final Bench bench;
    private final String bootstrapServers;
    private final Topics topics;
    private int groups;

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
        return new Run(load.reads() ? read(load) : send(load), Optional.empty(), Optional.empty());
    }

    private Window send(Load load) {
        topics.create(TOPIC, load.partitions());
        try (Child producer = start(task(RefereeKind.PRODUCER, TOPIC, load, ENDLESS))) {
            return Window.of(bench, topics, producer, load);
        }
    }

    /** All runs of a scenario read the messages that the first one stores, each as a group of its own. */
    private Window read(Load load) {
        String topic = TOPIC + "-" + load.name();
        if (!topics.has(topic)) {
            topics.create(topic, load.partitions());
            topics.keep(topic);
            try (Child producer = start(task(RefereeKind.PRODUCER, topic, load, Backlog.messages(load)))) {
                producer.awaitSuccess(Backlog.LIMIT);
            }
        }
        try (Child consumer = start(task(RefereeKind.CONSUMER, topic, load, Backlog.messages(load)))) {
            return Backlog.ofStored(consumer, topics, topic, load);
        }
    }

    private RefereeTask task(RefereeKind kind, String topic, Load load, long messages) {
        return new RefereeTask(
                kind,
                topic,
                new RefereeGroup(TOPIC + "-" + groups++, 1),
                messages,
                0,
                Double.POSITIVE_INFINITY,
                load.messageBytes(),
                bench.options().payloadFile() ? PAYLOADS : 0);
    }

    private Child start(RefereeTask task) {
        try {
            return bench.startJava(
                    task.kind().key() + "-tool",
                    KafkaReferees.main(task.kind()),
                    KafkaReferees.words(task, config(), bench.newFolder()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the files of " + task.topic(), e);
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
