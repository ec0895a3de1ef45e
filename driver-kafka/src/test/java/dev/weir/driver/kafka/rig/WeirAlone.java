package dev.weir.driver.kafka.rig;

import dev.weir.driver.kafka.rig.Window.Measure;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What is measured of Weir and compared with nothing. */
record WeirAlone(Bench bench, WeirSide weir, Topics topics) {
    private static final Duration END = Duration.ofSeconds(60);
    private static final int START_SECONDS = 2;
    private static final Load CEILING = new Load(Load.Kind.MAX, "none", 100, 1, 0, "");
    private static final Load LAUNCH = Load.paced("launch", 1000, "");

    /** The finest is finer than a thread can park, so that it spins. */
    private static final List<String> PRECISIONS = List.of("1us", "100us", "250us", "500us", "1ms", "2ms", "5ms");

    /**
     * How many messages Weir itself can send, receive, record and audit, with the driver {@code none} and one of each client.
     * All in one process, whose memory that driver's topics are in: the coordinator's share is in the figures.
     */
    String ceiling() {
        List<Window> windows = IntStream.range(0, bench.options().pairs())
                .mapToObj(pair -> onNone())
                .toList();
        var text = new StringBuilder("| none, 100 B, one sender, one receiver | median (90 %) |\n|---|--:|\n");
        for (Measure measure : Measure.values()) {
            text.append("| %s | %s |\n"
                    .formatted(
                            measure == Measure.THROUGHPUT ? "messages/s received and audited" : measure.label,
                            Table.spread(
                                    windows.stream().mapToDouble(measure::of).toArray())));
        }
        return text.toString();
    }

    private Window onNone() {
        int warmup = bench.options().warmupSeconds(CEILING);
        int seconds = bench.options().seconds();
        Path result = bench.newResult();
        Path workload = bench.write(
                "ceiling.yaml",
                WeirSide.workload(CEILING, warmup, seconds + 2 * START_SECONDS)
                        .map(line -> line.replaceFirst("^(subscriptionsPerTopic|consumerPerSubscription):.*", "$1: 1"))
                        .toList());
        try (var benchmark = bench.startWeir("ceiling", "benchmark", "--local", "-d", "none", "-o", result, workload)) {
            // No broker tells when the load begins: it does within the two seconds that starting takes.
            benchmark.runFor(Duration.ofSeconds(warmup + START_SECONDS));
            Window window = Window.of(benchmark, () -> 0, Duration.ofSeconds(seconds));
            benchmark.awaitSuccess(END);
            double received = new WeirResult(result).requireCleanAudit().receivedPerSecond();
            bench.progress("none: " + Table.figure(received) + " messages/s");
            return window.withMessages(Math.round(received * window.seconds()));
        }
    }

    /** How long it takes from starting {@code bin/benchmark} to the first measured message, on a broker that runs. */
    String launch() {
        var seconds = new double[bench.options().pairs()];
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = launched();
            bench.progress("launch: " + Table.figure(seconds[i]) + " s");
        }
        return "| launch | median (90 %%) |\n|---|--:|\n| s to the first measured message | %s |\n"
                .formatted(Table.spread(seconds));
    }

    private double launched() {
        Path result = bench.newResult();
        Path workload =
                bench.write("launch.yaml", WeirSide.workload(LAUNCH, 0, 1).toList());
        Instant start = Instant.now();
        try (var benchmark =
                bench.startWeir("launch", "benchmark", "--local", "-d", weir.driverFile(), "-o", result, workload)) {
            benchmark.awaitSuccess(END);
        }
        topics.deleteAll();
        return Duration.between(start, new WeirResult(result).measurementBegin())
                        .toMillis()
                / 1e3;
    }

    /** What Weir's CPU time and its send delay are at several pacing precisions, measured in turn. */
    String curve() {
        Map<String, List<Side.Run>> runs = new LinkedHashMap<>();
        for (int round = 0; round < bench.options().pairs(); round++) {
            for (String precision : PRECISIONS) {
                Side.Run run = weir.run(Load.paced("curve", 50_000, precision));
                topics.deleteAll();
                runs.computeIfAbsent(precision, absent -> new ArrayList<>()).add(run);
                bench.progress("curve, " + precision + ": " + Table.figure(run.of(Measure.CPU)) + " "
                        + Measure.CPU.label + "; send delay " + run.sendDelays().orElseThrow());
            }
        }
        var text = new StringBuilder("| pacingPrecision | " + Measure.CPU.label + " | "
                + String.join(" | ", Side.Delays.LABELS) + " |\n|---|--:|--:|--:|--:|\n");
        runs.forEach((precision, each) -> {
            text.append("| " + precision + " | "
                    + Table.median(each.stream().map(run -> run.of(Measure.CPU)).toList()));
            for (int i = 0; i < Side.Delays.LABELS.size(); i++) {
                text.append(" | " + Table.median(Pairs.figures(each.stream().map(Side.Run::sendDelays), i)));
            }
            text.append(" |\n");
        });
        return text.toString();
    }
}
