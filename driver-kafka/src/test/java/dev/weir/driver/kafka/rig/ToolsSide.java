package dev.weir.driver.kafka.rig;

import dev.weir.driver.DriverConfig;
import dev.weir.driver.RefereeKind;
import dev.weir.driver.RefereeTask;
import dev.weir.driver.kafka.referee.KafkaReferees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Kafka's own tools: a process that produces, and in paced loads one that consumes. */
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
    public Run run(Load load) {
        topics.create(TOPIC, load.partitions());
        List<Child> clients = new ArrayList<>();
        try {
            if (load.isPaced()) {
                clients.add(start("consumer-performance", RefereeKind.CONSUMER, load));
            }
            Child producer = start("producer-performance", RefereeKind.PRODUCER, load);
            clients.add(producer);
            var topic = topics.awaitLoad(producer, load.partitions());
            clients.get(0).runFor(Duration.ofSeconds(bench.options().warmupSeconds() + 1));
            Window window = Window.of(
                    clients,
                    () -> topics.messages(topic),
                    Duration.ofSeconds(bench.options().seconds()));
            return new Run(window, Optional.empty(), Optional.empty());
        } finally {
            clients.forEach(Child::close);
        }
    }

    /** Beside those that Weir is given, ConsumerPerformance sets nothing itself. */
    private Child start(String name, RefereeKind kind, Load load) {
        double messagesPerSecond = load.isPaced() ? load.messagesPerSecond() : Double.POSITIVE_INFINITY;
        var task = new RefereeTask(
                kind,
                TOPIC,
                "tools",
                ENDLESS,
                0,
                messagesPerSecond,
                load.messageBytes(),
                bench.options().payloadFile() ? PAYLOADS : 0);
        try {
            return bench.startJava(
                    name, KafkaReferees.main(kind).getName(), KafkaReferees.words(task, config(), bench.newFolder()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the files of " + name, e);
        }
    }

    private DriverConfig config() {
        return new DriverConfig(
                "tools",
                "kafka",
                1,
                false,
                Map.of(),
                Map.of("bootstrap.servers", bootstrapServers),
                ClientProperties.PRODUCER,
                ClientProperties.CONSUMER,
                Map.of());
    }
}
