package dev.weir.coordinator;

import dev.weir.clock.SystemClock;
import dev.weir.driver.DriverConfig;
import dev.weir.driver.Drivers;
import dev.weir.result.Interval;
import dev.weir.result.Phase;
import dev.weir.result.RunIdentity;
import dev.weir.result.RunResult;
import dev.weir.worker.WorkerServer;
import dev.weir.workload.KeyDistributor;
import dev.weir.workload.PayloadSpec;
import dev.weir.workload.Workload;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** A coordinator and workers on loopback, in this JVM, on the driver none: whole runs in seconds. */
final class MiniCluster implements AutoCloseable {
    private static final Drivers DRIVERS = Drivers.onClassPath();

    private final List<WorkerServer> workers = new ArrayList<>();
    private final List<WorkerTarget> targets = new ArrayList<>();
    private final Path folder;

    MiniCluster(int workerCount, Path folder) {
        this.folder = folder;
        for (int w = 0; w < workerCount; w++) {
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            WorkerServer worker = WorkerServer.listen(address, DRIVERS, SystemClock.INSTANCE);
            workers.add(worker);
            targets.add(new WorkerTarget("worker-" + w, worker.address()));
        }
    }

    /** A small load: one topic, two partitions, two producers, two consumers in one subscription. */
    static Workload workload(double rate, Duration warmup, Duration test) {
        return new Workload(
                "mini",
                1,
                2,
                KeyDistributor.NO_KEY,
                new PayloadSpec(100, "", 1.0, 10),
                1,
                2,
                2,
                rate,
                rate,
                warmup,
                Optional.of(test),
                Duration.ofMillis(200),
                1);
    }

    static DriverConfig none(Map<String, String> settings) {
        return DriverConfig.of("none").withSettings(settings);
    }

    RunResult run(Workload workload, DriverConfig driver) {
        return run(workload, driver, coordinator -> {});
    }

    /** Runs it, after the test has got hold of the coordinator. */
    RunResult run(Workload workload, DriverConfig driver, Consumer<Coordinator> withCoordinator) {
        String id = UUID.randomUUID().toString().substring(0, 8);
        var request = new RunRequest(
                new RunIdentity(id, "test", "test", SystemClock.INSTANCE.epochNanos()),
                workload,
                driver,
                DRIVERS.find(driver.driver()).orElseThrow(),
                targets,
                folder.resolve("run-" + id),
                List.of());
        var coordinator = new Coordinator(request, SystemClock.INSTANCE, new Silent());
        withCoordinator.accept(coordinator);
        return coordinator.run();
    }

    @Override
    public void close() {
        workers.forEach(WorkerServer::close);
    }

    private static final class Silent implements ProgressListener {
        @Override
        public void phaseBegins(Phase phase, Optional<Duration> planned) {}

        @Override
        public void step(String what) {}

        @Override
        public void tick(Interval tick, double targetMessagesPerSecond) {}

        @Override
        public void interval(Interval interval, double targetMessagesPerSecond) {}
    }
}
