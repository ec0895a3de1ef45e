package dev.weir.coordinator;

import com.sun.management.OperatingSystemMXBean;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.request.MeasuredSystem;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.request.WorkerTarget;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.result.run.RunIdentity;
import dev.weir.result.run.RunSetup;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A coordinator under the load of 1,000 workers, which another process simulates: what it costs, and whether anything is
 * lost. By hand: takes the seconds of the measurement (30). Prints the CPU time of this process in the measurement as part
 * of one core, and its heap; ends with 1 if an interval is not whole.
 */
final class ThousandWorkers {
    private static final int WORKERS = 1000;
    private static final int PER_TOPIC = WORKERS / SimulatedWorkers.TOPICS;
    private static final int WARMUP_SECONDS = 10;
    private static final int INTERVAL_SECONDS = 10;

    private final int seconds;
    private final Path folder;
    private final Costs costs = new Costs();

    private ThousandWorkers(int seconds, Path folder) {
        this.seconds = seconds;
        this.folder = folder;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 30;
        Path folder = Files.createTempDirectory("thousand-workers");
        Process simulated = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SimulatedWorkers.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var output =
                new BufferedReader(new InputStreamReader(simulated.getInputStream(), StandardCharsets.US_ASCII))) {
            int port = Integer.parseInt(String.valueOf(output.readLine()));
            new ThousandWorkers(seconds, folder).run(port);
        } finally {
            simulated.getOutputStream().close();
            simulated.waitFor();
            delete(folder);
        }
    }

    private void run(int port) throws IOException {
        Workload workload = Workloads.small()
                .topics(SimulatedWorkers.TOPICS, PER_TOPIC)
                .producersPerTopic(PER_TOPIC)
                .subscriptionsPerTopic(1, PER_TOPIC)
                .rates(WORKERS * SimulatedWorkers.MESSAGES, WORKERS * SimulatedWorkers.MESSAGES)
                .durations(Duration.ofSeconds(WARMUP_SECONDS), Duration.ofSeconds(seconds))
                .sampleInterval(Duration.ofSeconds(INTERVAL_SECONDS))
                .build();
        RunResult result = new Coordinator(request(workload, port), SystemClock.INSTANCE, costs).run();
        System.out.printf(
                Locale.ROOT,
                "%d workers: %.1f %% of one core over %d s, heap %d MiB in use at most, %d MiB after a collection%n",
                WORKERS,
                100 * costs.coreShare(),
                costs.intervals * INTERVAL_SECONDS,
                costs.mostHeap >> 20,
                costs.liveHeap >> 20);
        List<String> missing = missing(result);
        missing.forEach(System.out::println);
        System.out.println(missing.isEmpty() ? "every interval of every worker has arrived" : "NOT WHOLE");
        if (!missing.isEmpty()) {
            throw new IllegalStateException("intervals were lost");
        }
    }

    private RunRequest request(Workload workload, int port) {
        List<WorkerTarget> workers = new ArrayList<>();
        for (int w = 0; w < WORKERS; w++) {
            workers.add(new WorkerTarget("worker-" + w, new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
        }
        return new RunRequest(
                new RunIdentity("0a1b2c3d", "test", "test", SystemClock.INSTANCE.epochNanos()),
                workload,
                MeasuredSystem.of(
                        DriverConfig.of("none"),
                        Drivers.onClassPath().find("none").orElseThrow()),
                workers,
                RunSetup.local(),
                folder.resolve("run"),
                Duration.ofSeconds(3));
    }

    /** What is not as it must be, in words. */
    private List<String> missing(RunResult result) throws IOException {
        List<String> missing = new ArrayList<>();
        if (!result.failure().isEmpty()) {
            missing.add(result.failure());
        }
        long perInterval = (long) WORKERS * SimulatedWorkers.MESSAGES * INTERVAL_SECONDS;
        long whole = result.intervals().stream()
                .map(interval -> interval.counts())
                .filter(counts -> counts.equals(new Counts(perInterval, perInterval, 0, perInterval, 0, 0)))
                .count();
        int expected = (WARMUP_SECONDS + seconds) / INTERVAL_SECONDS;
        expect("whole intervals", whole, expected, missing);
        long perWorker = (long) (WARMUP_SECONDS + seconds) * SimulatedWorkers.MESSAGES;
        expect(
                "workers whose messages are all there",
                result.weir().instrument().workers().stream()
                        .filter(worker -> worker.counts().orElseThrow().sends().acknowledged() == perWorker)
                        .count(),
                WORKERS,
                missing);
        for (Latency latency : Latency.values()) {
            expect(
                    latency.key() + " samples",
                    result.measured().of(latency).count(),
                    (long) WORKERS * seconds * SimulatedWorkers.MESSAGES,
                    missing);
        }
        expect("messages not delivered once", result.audit().verdict().equals("clean") ? 0 : 1, 0, missing);
        try (Stream<String> lines = Files.lines(folder.resolve("run.hlog"))) {
            long histograms = lines.filter(line -> line.startsWith("Tag=")).count();
            expect("histograms", histograms, (long) expected * WORKERS * Latency.values().length, missing);
        }
        return missing;
    }

    private static void expect(String what, long got, long expected, List<String> missing) {
        if (got != expected) {
            missing.add(what + " must be " + expected + ", got " + got);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    /**
     * Watches what this process uses for whole intervals: from the end of the last one of the warm-up, when all has been
     * compiled, to the end of the last one of the measurement.
     */
    private static final class Costs implements ProgressListener {
        private long cpuNanos;
        private long startCpuNanos;
        private long intervals;
        private long mostHeap;
        private long liveHeap;

        @Override
        public void phaseBegins(Phase phase, Optional<Duration> planned) {
            if (phase == Phase.SETTLE) {
                System.gc();
                liveHeap = heap();
            }
        }

        @Override
        public void tick(Interval tick, double targetMessagesPerSecond) {
            mostHeap = Math.max(mostHeap, heap());
        }

        @Override
        public void interval(Interval interval, double targetMessagesPerSecond) {
            if (interval.phase() == Phase.WARM_UP) {
                startCpuNanos = cpu();
            } else if (interval.phase() == Phase.MEASUREMENT) {
                cpuNanos = cpu() - startCpuNanos;
                intervals++;
            }
        }

        double coreShare() {
            return cpuNanos / 1e9 / (intervals * INTERVAL_SECONDS);
        }

        private static long cpu() {
            return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        }

        private static long heap() {
            return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        }
    }
}
