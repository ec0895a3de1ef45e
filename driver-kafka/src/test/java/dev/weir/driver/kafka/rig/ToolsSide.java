package dev.weir.driver.kafka.rig;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Kafka's own tools: a process that produces, and in paced loads one that consumes. */
final class ToolsSide implements Side {
    private static final String TOPIC = "tools";
    private static final String ENDLESS = "1000000000000";
    private static final String PRODUCER = "org.apache.kafka.tools.ProducerPerformance";
    private static final String CONSUMER = "org.apache.kafka.tools.ConsumerPerformance";
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
                clients.add(bench.startJava("consumer-performance", CONSUMER, consumerWords()));
            }
            Child producer = bench.startJava("producer-performance", PRODUCER, producerWords(load));
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

    private List<String> producerWords(Load load) {
        List<String> words = new ArrayList<>(List.of(
                "--bootstrap-server", bootstrapServers,
                "--topic", TOPIC,
                "--num-records", ENDLESS,
                "--throughput", Integer.toString(load.isPaced() ? load.messagesPerSecond() : -1)));
        if (bench.options().payloadFile()) {
            words.addAll(List.of("--payload-file", payloadFile(load).toString()));
        } else {
            words.addAll(List.of("--record-size", Integer.toString(load.messageBytes())));
        }
        words.add("--command-property");
        words.addAll(ClientProperties.lines(ClientProperties.PRODUCER));
        return words;
    }

    /** Beside these, it sets all properties itself that Weir is given. */
    private List<String> consumerWords() {
        return List.of(
                "--bootstrap-server",
                bootstrapServers,
                "--topic",
                TOPIC,
                "--num-records",
                ENDLESS,
                "--timeout",
                "60000",
                "--reporting-interval",
                "5000",
                "--show-detailed-stats");
    }

    private Path payloadFile(Load load) {
        var random = new SplittableRandom(load.messageBytes());
        List<String> payloads = new ArrayList<>();
        for (int i = 0; i < PAYLOADS; i++) {
            var payload = new StringBuilder();
            random.ints(load.messageBytes(), 'A', 'Z' + 1).forEach(letter -> payload.append((char) letter));
            payloads.add(payload.toString());
        }
        return bench.write("payloads", payloads);
    }
}
