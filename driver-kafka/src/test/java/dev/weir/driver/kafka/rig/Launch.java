package dev.weir.driver.kafka.rig;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** How long it takes from starting {@code bin/benchmark} to the first measured message, on a broker that runs. */
record Launch(Bench bench, WeirSide weir, Topics topics) {
    private static final Duration END = Duration.ofSeconds(60);
    private static final Load LOAD = Load.paced("launch", 1000, "");

    String measure() {
        var seconds = new double[bench.options().pairs()];
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = run();
            bench.progress("launch: " + Table.figure(seconds[i]) + " s");
        }
        return "| launch | median (90 %%) |\n|---|--:|\n| s to the first measured message | %s |\n"
                .formatted(Table.spread(seconds));
    }

    private double run() {
        Path result = bench.newResult();
        Path workload = bench.write("launch.yaml", WeirSide.workload(LOAD, 0, 1).toList());
        Instant start = Instant.now();
        try (var benchmark = bench.startWeir(
                "launch",
                "benchmark",
                List.of("--local", "-d", weir.driverFile().toString(), "-o", result.toString(), workload.toString()))) {
            benchmark.awaitSuccess(END);
        }
        topics.deleteAll();
        return Duration.between(start, new WeirResult(result).measurementBegin())
                        .toMillis()
                / 1e3;
    }
}
