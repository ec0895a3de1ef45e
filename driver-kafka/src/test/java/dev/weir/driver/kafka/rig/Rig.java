package dev.weir.driver.kafka.rig;

import dev.weir.driver.kafka.embedded.KafkaEmbeddedClusters;
import dev.weir.driver.kafka.wire.AcknowledgingSink;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The main of {@code bin/measure rig}. Prints Markdown on standard output, and what it is doing on standard error. Takes
 * the folder of an installation of Weir, a folder of its own to work in, and then what {@link RigOptions} says.
 */
public final class Rig {
    private Rig() {}

    public static void main(String[] arguments) {
        List<String> words = List.of(arguments);
        RigOptions options;
        try {
            options = RigOptions.parse(words.subList(2, words.size()));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(RigOptions.USAGE);
            System.exit(2);
            return;
        }
        run(new Bench(Path.of(words.get(0)), Path.of(words.get(1)), options));
    }

    private static void run(Bench bench) {
        System.out.println(bench.description());
        try (var cluster = new KafkaEmbeddedClusters().start(1, 0)) {
            for (String scenario : bench.options().scenarios()) {
                boolean onSink = Load.named(scenario).stream().anyMatch(load -> load.kind() == Load.Kind.SINK);
                System.out.println(
                        onSink ? toSink(bench, scenario) : measure(bench, cluster.bootstrapServers(), scenario));
            }
        }
    }

    private static String toSink(Bench bench, String scenario) {
        try (var sink = new AcknowledgingSink()) {
            return measure(bench, sink.bootstrapServers(), scenario);
        }
    }

    private static String measure(Bench bench, String bootstrapServers, String scenario) {
        try (var topics = new Topics(bootstrapServers)) {
            var weir = new WeirSide(bench, bootstrapServers, topics);
            return switch (scenario) {
                case RigOptions.NONE -> new WeirAlone(bench, weir, topics).ceiling();
                case RigOptions.LAUNCH -> new WeirAlone(bench, weir, topics).launch();
                case RigOptions.CURVE -> new WeirAlone(bench, weir, topics).curve();
                default -> pairs(weir, Load.named(scenario).get(0));
            };
        }
    }

    private static String pairs(WeirSide weir, Load load) {
        Bench bench = weir.bench();
        Topics topics = weir.topics();
        Map<String, Side> rivals = new LinkedHashMap<>();
        rivals.put("Kafka's tools", new ToolsSide(bench, weir.bootstrapServers(), topics));
        rivals.put("bare loop", new BareSide(bench, weir.bootstrapServers(), topics));
        bench.options()
                .omb()
                .ifPresent(folder -> rivals.put("OMB", new OmbSide(bench, folder, weir.driverFile(), topics)));
        return new Pairs(bench, load.reads() ? new WeirReading(bench, weir, topics) : weir, rivals, topics)
                .measure(load);
    }
}
