package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.WorkerCommand.WorkerMetrics;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.MiniCluster;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.driver.loading.Drivers;
import dev.weir.live.LoadMetrics;
import dev.weir.live.MergedBuckets;
import dev.weir.live.RunMetrics;
import dev.weir.live.Telemetry;
import dev.weir.measure.HistogramLogReader;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.measure.SampleKind;
import dev.weir.measure.Snapshot;
import dev.weir.result.RunResult;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.worker.SnapshotListener;
import dev.weir.worker.WorkerServer;
import dev.weir.worker.WorkerServer.WorkerTerms;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The samples and metrics of the workers of a run, compared with those of the coordinator and with its result. */
class WorkerMetricsTest {
    private static final int WORKERS = 3;
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @TempDir
    Path folder;

    private final Drivers drivers = Drivers.onClassPath();
    private final List<WorkerServer> servers = new ArrayList<>();
    private final List<Telemetry> workers = new ArrayList<>();

    /** All samples of all workers, by bucket. They go through no connection, and through nothing that merges histograms. */
    private final Map<String, Map<Long, Long>> recorded = new TreeMap<>();

    @AfterEach
    void closePorts() {
        workers.forEach(Telemetry::close);
    }

    @Test
    void mergedHistogramsOfThreeWorkersAreThoseOfTheHistogramLog() throws IOException {
        try (var cluster = new MiniCluster(0, folder, drivers);
                var ofCoordinator = new Telemetry(ANY_PORT)) {
            for (int w = 0; w < WORKERS; w++) {
                addWorker(cluster, "worker-" + w);
            }
            List<Telemetry> coordinator = List.of(ofCoordinator);
            var metrics = new RunMetrics(ofCoordinator);
            ProgressListener progress = metrics.follow("w", "none");

            RunResult result = cluster.run(
                    Workloads.small()
                            .topics(1, WORKERS)
                            .producersPerTopic(WORKERS)
                            .subscriptionsPerTopic(1, WORKERS)
                            .rates(4000, 4000)
                            .durations(Duration.ofMillis(300), Duration.ofSeconds(3))
                            .build(),
                    // A slow system: latencies have several orders of magnitude.
                    MiniCluster.none(Map.of("stallAtMessage", "300", "stallMillis", "200")),
                    (running, tick) -> progress.tick(tick, 4000));
            servers.forEach(WorkerServer::close);

            assertThat(result.failure()).isEmpty();
            assertThat(MergedBuckets.counter(workers, "weir_messages_acknowledged"))
                    .isEqualTo(result.audit().counts().acknowledged())
                    .isPositive();
            for (String counter : List.of("weir_messages_sent", "weir_sent_bytes", "weir_messages_received")) {
                assertThat(MergedBuckets.counter(workers, counter))
                        .as(counter)
                        .isEqualTo(MergedBuckets.counter(coordinator, counter));
            }
            assertThat(logged(result)).isEqualTo(recorded);
            for (Latency latency : List.of(
                    Latency.PUBLISH_RESPONSE,
                    Latency.PUBLISH_SERVICE,
                    Latency.END_TO_END_RESPONSE,
                    Latency.SEND_CALL)) {
                LatencySamples exact = logged(result, latency);
                assertThat(exact.count()).isPositive();
                assertThat(MergedBuckets.of(workers, latency.key()))
                        .isEqualTo(MergedBuckets.of(coordinator, latency.key()))
                        .isEqualTo(MergedBuckets.of(exact.values()));
            }
        }
    }

    private LatencySamples logged(RunResult result, Latency latency) throws IOException {
        var logged = new LatencySamples();
        HistogramLogReader.read(
                folder.resolve("run-" + result.run().id() + ".hlog"),
                tag -> tag.latency() == latency && !tag.warmup() && tag.kind() == SampleKind.VALUE,
                (tag, middleNanos, histogram) -> logged.values().add(histogram));
        return logged;
    }

    /** Lower bounds are left out: some are known only to the coordinator, at the end. */
    private Map<String, Map<Long, Long>> logged(RunResult result) throws IOException {
        Map<String, Map<Long, Long>> logged = new TreeMap<>();
        HistogramLogReader.read(
                folder.resolve("run-" + result.run().id() + ".hlog"),
                tag -> !tag.warmup() && tag.kind() != SampleKind.LOWER_BOUND,
                (tag, middleNanos, histogram) -> add(logged, tag.latency(), tag.kind(), histogram));
        return logged;
    }

    private static void add(
            Map<String, Map<Long, Long>> all, Latency latency, SampleKind kind, LatencyHistogram histogram) {
        histogram.forEachBucket(
                (lowest, highest, samples) -> all.computeIfAbsent(latency + " " + kind, name -> new TreeMap<>())
                        .merge(highest, samples, Long::sum));
    }

    private SnapshotListener recording(SnapshotListener next) {
        return new SnapshotListener() {
            @Override
            public void taken(Snapshot snapshot) {
                LatencySet measured = snapshot.measured();
                synchronized (recorded) {
                    Stream.of(Latency.values()).filter(measured::has).forEach(latency -> {
                        LatencySamples samples = measured.of(latency);
                        add(recorded, latency, SampleKind.VALUE, samples.values());
                        add(recorded, latency, SampleKind.NEGATIVE, samples.negativeMagnitudes());
                    });
                }
                next.taken(snapshot);
            }

            @Override
            public void ended() {
                next.ended();
            }
        };
    }

    private void addWorker(MiniCluster cluster, String name) {
        var telemetry = new Telemetry(ANY_PORT);
        workers.add(telemetry);
        WorkerServer server = WorkerServer.listen(
                ANY_PORT,
                drivers,
                SystemClock.INSTANCE,
                WorkerFacts::ofThisProcess,
                WorkerTerms.STRICT,
                recording(new WorkerMetrics(new LoadMetrics(telemetry))));
        servers.add(server);
        cluster.add(name, (InetSocketAddress) server.address());
    }
}
