package dev.weir.driver.kafka.rig;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Weir, in one process: what its coordinator takes counts. */
record WeirSide(Bench bench, String bootstrapServers, Topics topics) implements Side {
    private static final Duration END = Duration.ofSeconds(60);
    /** The run goes on so long after the window, and the window begins so long after the warm-up. */
    private static final int MARGIN_SECONDS = 2;
    /** After the window, so that it costs the load nothing there. */
    private static final int PARK_LOOP_SECONDS = ParkLoop.WHOLE_SECONDS + 1;

    @Override
    public Run run(Load load) {
        RigOptions options = bench.options();
        Path result = bench.newResult();
        int seconds = options.seconds() + 2 * MARGIN_SECONDS + (load.isPaced() ? PARK_LOOP_SECONDS : 0);
        Path workload = bench.write(
                "workload.yaml",
                workload(load, options.warmupSeconds(load), seconds).toList());
        try (var weir =
                bench.startWeir("weir", "benchmark", "--local", "-d", ownDriverFile(), "-o", result, workload)) {
            Window window = Window.of(bench, topics, weir, load);
            Optional<Delays> parkLoop = load.isPaced() ? Optional.of(ParkLoop.run(bench, load)) : Optional.empty();
            weir.awaitSuccess(END);
            return new Run(window, parkLoop.map(each -> new WeirResult(result).sendDelays()), parkLoop);
        }
    }

    /** A driver file for the broker, with the client that is measured. */
    Path ownDriverFile() {
        List<String> lines = driverLines();
        lines.add("client: " + bench.options().client());
        return bench.write("weir.yaml", lines);
    }

    /** A driver file for the broker, which OMB reads, too. */
    Path driverFile() {
        return bench.write("driver.yaml", driverLines());
    }

    private List<String> driverLines() {
        List<String> lines = new ArrayList<>(List.of(
                "name: rig",
                "driverClass: io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver",
                "replicationFactor: 1",
                "topicConfig: |",
                "commonConfig: |",
                "  bootstrap.servers=" + bootstrapServers,
                "producerConfig: |"));
        Bench.lines(Bench.PRODUCER).forEach(line -> lines.add("  " + line));
        lines.add("consumerConfig: |");
        Bench.lines(Bench.CONSUMER).forEach(line -> lines.add("  " + line));
        return lines;
    }

    static Stream<String> workload(Load load, int warmupSeconds, int seconds) {
        return Stream.concat(
                topicsAndRate(load),
                Stream.of(
                                load.pacingPrecision().isEmpty() ? "" : "pacingPrecision: " + load.pacingPrecision(),
                                "warmupDuration: " + warmupSeconds + "s",
                                "testDuration: " + seconds + "s",
                                "sampleRateMillis: 1000")
                        .filter(line -> !line.isEmpty()));
    }

    /** What OMB reads, too. */
    static Stream<String> topicsAndRate(Load load) {
        return Stream.of(
                "name: " + load.name(),
                "topics: 1",
                "partitionsPerTopic: " + load.partitions(),
                "messageSize: " + load.messageBytes(),
                "producersPerTopic: 1",
                "subscriptionsPerTopic: " + load.consumers(),
                "consumerPerSubscription: " + load.consumers(),
                "producerRate: " + (load.isPaced() ? load.messagesPerSecond() : "max"));
    }
}
