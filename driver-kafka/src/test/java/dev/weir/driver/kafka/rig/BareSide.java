package dev.weir.driver.kafka.rig;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@link BareLoop}: the client's own work. It knows no load without a rate. */
record BareSide(Bench bench, String bootstrapServers, Topics topics) implements Side {
    private static final String TOPIC = "bare";

    @Override
    public boolean canCarry(Load load) {
        return load.isPaced();
    }

    @Override
    public Run run(Load load) {
        topics.create(TOPIC, load.partitions());
        List<String> words = List.of(
                TOPIC,
                file("producer", ClientProperties.PRODUCER),
                file("consumer", ClientProperties.CONSUMER, "group.id=" + TOPIC),
                Integer.toString(load.messageBytes()),
                Integer.toString(load.messagesPerSecond()));
        try (var loop = bench.startJava("bare-loop", BareLoop.class.getName(), words)) {
            return new Run(Window.of(bench, topics, loop, load), Optional.empty(), Optional.empty());
        }
    }

    private String file(String name, Map<String, String> properties, String... more) {
        List<String> lines = new ArrayList<>(List.of(more));
        lines.add("bootstrap.servers=" + bootstrapServers);
        lines.addAll(ClientProperties.lines(properties));
        return bench.write(name + ".properties", lines).toString();
    }
}
