package dev.weir.driver.kafka.rig;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How many messages Weir itself can send, receive, record and audit, with the driver {@code none} and one of each client.
 * All in one process, whose memory that driver's topics are in: the coordinator's share is in the figures.
 */
record Ceiling(Bench bench) {
    private static final Duration END = Duration.ofSeconds(60);
    private static final int START_SECONDS = 2;
    private static final Load LOAD = new Load(Load.Kind.MAX, "none", 100, 1, 0, "");

    String measure() {
        List<Window> windows = new ArrayList<>();
        for (int i = 0; i < bench.options().pairs(); i++) {
            windows.add(run());
        }
        var text = new StringBuilder("| none, 100 B, one sender, one receiver | median (90 %) |\n|---|--:|\n");
        for (Measure measure : Measure.values()) {
            text.append("| %s | %s |\n"
                    .formatted(
                            measure == Measure.THROUGHPUT ? "messages/s received and audited" : measure.label(),
                            Table.spread(
                                    windows.stream().mapToDouble(measure::of).toArray())));
        }
        return text.toString();
    }

    private Window run() {
        RigOptions options = bench.options();
        Path result = bench.newResult();
        Path workload = bench.write(
                "ceiling.yaml",
                WeirSide.workload(LOAD, options.warmupSeconds(LOAD), options.seconds() + 2 * START_SECONDS)
                        .map(line -> line.replaceFirst("^(subscriptionsPerTopic|consumerPerSubscription):.*", "$1: 1"))
                        .toList());
        List<String> words = List.of("--local", "-d", "none", "-o", result.toString(), workload.toString());
        try (var benchmark = bench.startWeir("ceiling", "benchmark", words)) {
            // No broker tells when the load begins: it does within the two seconds that starting takes.
            benchmark.runFor(Duration.ofSeconds(options.warmupSeconds(LOAD) + START_SECONDS));
            Window window = Window.of(benchmark, () -> 0, Duration.ofSeconds(options.seconds()));
            benchmark.awaitSuccess(END);
            var told = new WeirResult(result).requireCleanAudit();
            bench.progress("none: " + Table.figure(told.receivedPerSecond()) + " messages/s");
            return window.withMessages(Math.round(told.receivedPerSecond() * window.seconds()));
        }
    }
}
