package dev.weir.driver.kafka.rig;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The OpenMessaging Benchmark, with its worker in the same process. It knows no load without a rate. */
record OmbSide(Bench bench, Path distribution, Path driverFile, Topics topics) implements Side {
    @Override
    public boolean canCarry(Load load) {
        return load.isPaced();
    }

    @Override
    public Run run(Load load) {
        int seconds = bench.options().warmupSeconds(load) + bench.options().seconds();
        Path workload = bench.write("omb-workload.yaml", workload(load, seconds).toList());
        try (var omb = bench.startJava(
                "omb",
                distribution.resolve("lib") + "/*",
                "io.openmessaging.benchmark.Benchmark",
                List.of("--drivers", driverFile.toString(), workload.toString()))) {
            return new Run(Window.of(bench, topics, omb, load));
        }
    }

    /** For longer than it is measured: it is ended then. OMB counts in whole minutes, and warms up by the same load. */
    static Stream<String> workload(Load load, int seconds) {
        return Stream.concat(
                WeirSide.topicsAndRate(load),
                Stream.of(
                        "keyDistributor: NO_KEY",
                        "useRandomizedPayloads: true",
                        "randomBytesRatio: 1.0",
                        "randomizedPayloadPoolSize: 1000",
                        "consumerBacklogSizeGB: 0",
                        "warmupDurationMinutes: 0",
                        "testDurationMinutes: " + (seconds / 60 + 2)));
    }
}
