package dev.weir.driver.kafka.rig;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Kafka's ProducerPerformance, or ConsumerPerformance. Both together, at a rate, would be two processes: {@link BareSide} is
 * one.
 */
final class ToolsSide implements Side {
    private static final String TOPIC = "tools";
    private static final long ENDLESS = 1_000_000_000_000L;
    private static final int PAYLOADS = 1000;

    /** Time without a message after which ConsumerPerformance gives up. */
    private static final String SILENCE_MILLIS = "30000";

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
        return new Run(load.reads() ? read(load) : send(load));
    }

    private Window send(Load load) {
        topics.create(TOPIC, load.partitions());
        try (Child producer = producer(TOPIC, load, ENDLESS)) {
            return Window.of(bench, topics, producer, load);
        }
    }

    /** All runs of a scenario read the messages that the first one stores, each as a group of its own. */
    private Window read(Load load) {
        String topic = TOPIC + "-" + load.name();
        if (topics.kept.add(topic)) {
            topics.create(topic, load.partitions());
            try (Child producer = producer(topic, load, Backlog.messages(load))) {
                producer.awaitSuccess(Backlog.LIMIT);
            }
        }
        try (Child consumer = consumer(topic, Backlog.messages(load))) {
            return Backlog.ofStored(consumer, topics, topic, load);
        }
    }

    private Child producer(String topic, Load load, long messages) {
        List<String> words = words(topic, messages, Bench.PRODUCER);
        words.addAll(List.of("--throughput", "-1"));
        if (bench.options().payloadFile()) {
            words.addAll(List.of("--payload-file", payloads(load).toString()));
        } else {
            words.addAll(List.of("--record-size", Integer.toString(load.messageBytes())));
        }
        return bench.startJava("producer-tool", "org.apache.kafka.tools.ProducerPerformance", words);
    }

    /** It has options for two properties, whose defaults override its file. */
    private Child consumer(String topic, long messages) {
        Map<String, String> properties = Bench.CONSUMER;
        List<String> words = words(topic, messages, properties);
        words.addAll(List.of(
                "--group",
                TOPIC + "-" + groups++,
                "--timeout",
                SILENCE_MILLIS,
                "--socket-buffer-size",
                properties.get("receive.buffer.bytes"),
                "--fetch-size",
                properties.get("max.partition.fetch.bytes")));
        return bench.startJava("consumer-tool", "org.apache.kafka.tools.ConsumerPerformance", words);
    }

    private List<String> words(String topic, long messages, Map<String, String> properties) {
        return new ArrayList<>(List.of(
                "--bootstrap-server",
                bootstrapServers,
                "--topic",
                topic,
                "--num-records",
                Long.toString(messages),
                "--command-config",
                bench.write("tools.properties", Bench.lines(properties)).toString()));
    }

    /** Writes a file with a line of text for each payload. */
    private Path payloads(Load load) {
        var random = new SplittableRandom(load.messageBytes());
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < PAYLOADS; i++) {
            var line = new StringBuilder(load.messageBytes());
            for (int b = 0; b < load.messageBytes(); b++) {
                line.append((char) random.nextInt('A', 'Z' + 1));
            }
            lines.add(line.toString());
        }
        return bench.write("payloads", lines);
    }
}
