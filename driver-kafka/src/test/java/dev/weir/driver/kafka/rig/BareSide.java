package dev.weir.driver.kafka.rig;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** {@link BareLoop}: the client's own work. It knows no load without a rate. */
final class BareSide implements Side {
    private static final String TOPIC = "bare";

    private final Bench bench;
    private final String bootstrapServers;
    private final Topics topics;

    BareSide(Bench bench, String bootstrapServers, Topics topics) {
        this.bench = bench;
        this.bootstrapServers = bootstrapServers;
        this.topics = topics;
    }

    @Override
    public boolean canCarry(Load load) {
        return load.isPaced();
    }

    @Override
    public Run run(Load load) {
        topics.create(TOPIC, load.partitions());
        List<String> words = List.of(
                TOPIC,
                file("producer", ClientProperties.PRODUCER, Stream.empty()).toString(),
                file("consumer", ClientProperties.CONSUMER, Stream.of("group.id=" + TOPIC))
                        .toString(),
                Integer.toString(load.messageBytes()),
                Integer.toString(load.messagesPerSecond()));
        try (var loop = bench.startJava("bare-loop", BareLoop.class.getName(), words)) {
            return new Run(Window.of(bench, topics, loop, load), Optional.empty(), Optional.empty());
        }
    }

    private Path file(String name, Map<String, String> properties, Stream<String> more) {
        return bench.write(
                name + ".properties",
                Stream.of(
                                Stream.of("bootstrap.servers=" + bootstrapServers),
                                ClientProperties.lines(properties).stream(),
                                more)
                        .flatMap(lines -> lines)
                        .toList());
    }
}
