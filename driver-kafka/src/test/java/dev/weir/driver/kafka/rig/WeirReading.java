package dev.weir.driver.kafka.rig;

import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * Weir, which builds a backlog and drains it, with the consumer in a worker of its own: only that process counts. It reads
 * the stamp of each message and records it, and the run audits all of them.
 */
record WeirReading(Bench bench, WeirSide weir, Topics topics) implements Side {
    private static final Duration END = Duration.ofMinutes(3);

    @Override
    public Run run(Load load) {
        Path result = bench.newResult();
        Path workload = bench.write(
                "reading.yaml",
                workload(load, bench.options().warmupSeconds(load)).toList());
        // Producers are dealt from the first worker on, consumers from the last.
        try (Child sending = bench.startWeir("sending-worker", "benchmark-worker", "--port", 0);
                Child receiving = bench.startWeir("receiving-worker", "benchmark-worker", "--port", 0);
                Child coordinator = bench.startWeir(
                        "weir",
                        "benchmark",
                        "-w" + address(sending) + "," + address(receiving),
                        "-d" + weir.ownDriverFile(),
                        "-o" + result,
                        workload)) {
            coordinator.awaitLine("backlog ");
            Window window = Backlog.ofWaiting(receiving, topics, "weir-", load);
            coordinator.awaitSuccess(END);
            new WeirResult(result).requireCleanAudit();
            return new Run(window);
        }
    }

    private static String address(Child worker) {
        return worker.awaitLine("listening on ");
    }

    static Stream<String> workload(Load load, int warmupSeconds) {
        return Stream.concat(
                WeirSide.workload(load, warmupSeconds, 1),
                Stream.of("consumerBacklogSizeGB: " + Backlog.WAITING_MEBIBYTES / 1024.0, "drainProducerRate: 1000"));
    }
}
