package dev.weir.driver.kafka.rig;

import dev.weir.driver.kafka.embedded.KafkaEmbeddedClusters;
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
        try (var cluster = new KafkaEmbeddedClusters().start(1, 0);
                var topics = new Topics(cluster.bootstrapServers())) {
            var weir = new WeirSide(bench, cluster.bootstrapServers(), topics);
            Map<String, Side> rivals = new LinkedHashMap<>();
            rivals.put("Kafka's tools", new ToolsSide(bench, cluster.bootstrapServers(), topics));
            rivals.put("bare loop", new BareSide(bench, cluster.bootstrapServers(), topics));
            bench.options()
                    .omb()
                    .ifPresent(folder -> rivals.put("OMB", new OmbSide(bench, folder, weir.driverFile(), topics)));
            for (String scenario : bench.options().scenarios()) {
                switch (scenario) {
                    case RigOptions.NONE -> System.out.println(new Ceiling(bench).measure());
                    case RigOptions.LAUNCH -> System.out.println(new Launch(bench, weir, topics).measure());
                    case RigOptions.CURVE -> System.out.println(new Curve(bench, weir, topics).measure());
                    default ->
                        System.out.println(new Pairs(bench, weir, rivals, topics)
                                .measure(Load.named(scenario).get(0)));
                }
            }
        }
    }
}
