package dev.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.clock.SystemClock;
import dev.weir.driver.loading.Drivers;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySet;
import dev.weir.measure.SampleKind;
import dev.weir.measure.Snapshot;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.worker.SnapshotListener;
import dev.weir.worker.WorkerServer;
import dev.weir.worker.WorkerServer.WorkerTerms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Eight workers, each a process with a network of its own, and one recorder that has all samples of all of them. */
@Tag("soak")
@Isolated
class MergedHistogramsIT {
    private static final int WORKERS = 8;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();

    @Test
    void mergedHistogramsOfEightWorkersAreThoseOfOneRecorderThatHasAllSamples() throws Exception {
        try {
            List<RemoteHost> hosts = new ArrayList<>();
            for (int w = 0; w < WORKERS; w++) {
                hosts.add(closed(RemoteHost.create()));
            }
            Command cluster = closed(Command.start(
                    folder, "benchmark", "cluster", "--host", hosts.get(0).here(), "--insecure"));
            writeFiles(cluster.awaitLine("bootstrap.servers="));
            List<String> addresses = new ArrayList<>();
            for (RemoteHost host : hosts) {
                // One after the other: a small host starts eight at once too slowly.
                addresses.add(closed(Command.startMain(
                                host.shell(), folder, RecordingWorker.class, host.address(), samples(host)))
                        .listeningAddress());
            }

            List<String> words = List.of("--insecure", "-w", String.join(",", addresses), "-o", "r.json");
            Command run = closed(Command.start(folder, "benchmark", words, "-d", "kafka.yaml", "load.yaml"));
            assertThat(run.exitStatus()).as(run.output()).isIn(0, 3);

            Map<String, Histogram> recorded = new TreeMap<>();
            for (RemoteHost host : hosts) {
                await("the samples of a worker").atMost(LIMIT).until(() -> Files.exists(samples(host)));
                record(samples(host), recorded);
            }
            assertThat(logged()).isEqualTo(recorded);
            JsonNode latencies = Results.read(folder.resolve("r.json")).at("/weir/latency");
            for (Latency latency : List.of(Latency.PUBLISH_RESPONSE, Latency.PUBLISH_SERVICE, Latency.SEND_CALL)) {
                assertSummary(
                        latencies.path(latency.key()).path("summary"),
                        recorded.getOrDefault(latency.key(), new Histogram(3)));
            }
        } finally {
            for (int i = open.size() - 1; i >= 0; i--) {
                open.get(i).close();
            }
        }
    }

    private <T extends AutoCloseable> T closed(T resource) {
        open.add(resource);
        return resource;
    }

    private Path samples(RemoteHost host) {
        return folder.resolve(host.address() + ".samples");
    }

    private void writeFiles(String bootstrap) throws IOException {
        Files.writeString(
                folder.resolve("kafka.yaml"),
                "name: kafka\ndriver: kafka\nreplicationFactor: 1\ncommonConfig: |\n  bootstrap.servers=" + bootstrap);
        Files.writeString(folder.resolve("load.yaml"), """
                topics: 1
                partitionsPerTopic: 8
                messageSize: 200
                producersPerTopic: 8
                subscriptionsPerTopic: 1
                consumerPerSubscription: 8
                producerRate: 1600
                warmupDuration: 3s
                testDuration: 10s
                sampleRateMillis: 1000
                """);
    }

    private static void record(Path file, Map<String, Histogram> recorded) throws IOException {
        for (String line : Files.readAllLines(file)) {
            String[] words = line.split(" ", -1);
            recorded.computeIfAbsent(words[0], first -> new Histogram(3))
                    .recordValueWithCount(Long.parseLong(words[1]), Long.parseLong(words[2]));
        }
    }

    /** The histograms that the coordinator has written, as any program reads them. */
    private Map<String, Histogram> logged() throws IOException {
        Map<String, Histogram> logged = new TreeMap<>();
        try (var reader = new HistogramLogReader(folder.resolve("r.hlog").toFile())) {
            // Comment lines can follow the last histogram.
            for (var histogram = (Histogram) reader.nextIntervalHistogram();
                    histogram != null;
                    histogram = (Histogram) reader.nextIntervalHistogram()) {
                String name = histogram.getTag().split("@", 2)[0];
                if (!name.startsWith("warmUp.") && !name.endsWith(".lowerBound")) {
                    logged.computeIfAbsent(name, first -> new Histogram(3)).add(histogram);
                }
            }
        }
        return logged;
    }

    private static void assertSummary(JsonNode summary, Histogram recorded) {
        assertThat(summary.path("count").asLong())
                .isEqualTo(recorded.getTotalCount())
                .isPositive();
        assertThat(summary.path("maxNanos").asLong()).isEqualTo(recorded.getMaxValue());
        for (double percentile : new double[] {50, 90, 99}) {
            assertThat(summary.at("/quantilesNanos/p" + (int) percentile).asLong())
                    .as("p%.0f", percentile)
                    .isEqualTo(recorded.getValueAtPercentile(percentile));
        }
    }

    /**
     * A worker that also writes all samples of a measurement into a file: a line for each bucket of each snapshot. The samples
     * do not go through the connection to the coordinator, nor through anything that merges histograms.
     */
    static final class RecordingWorker implements SnapshotListener {
        private final Path file;
        private final List<String> lines = new ArrayList<>();

        private RecordingWorker(Path file) {
            this.file = file;
        }

        /** Listens at an address until it is killed. */
        public static void main(String[] arguments) throws InterruptedException {
            try (WorkerServer server = WorkerServer.listen(
                    new InetSocketAddress(arguments[0], 0),
                    Drivers.onClassPath(),
                    SystemClock.INSTANCE,
                    WorkerFacts::ofThisProcess,
                    WorkerTerms.STRICT,
                    new RecordingWorker(Path.of(arguments[1])))) {
                int port = ((InetSocketAddress) server.address()).getPort();
                System.out.println("listening on " + arguments[0] + ":" + port);
                new CountDownLatch(1).await();
            }
        }

        @Override
        public void taken(Snapshot snapshot) {
            LatencySet measured = snapshot.measured();
            for (Latency latency : Latency.values()) {
                if (measured.has(latency)) {
                    // Lower bounds are left out: some are known only to the coordinator, at the end.
                    add(latency.key(), measured.of(latency).of(SampleKind.VALUE));
                    add(latency.key() + ".negative", measured.of(latency).of(SampleKind.NEGATIVE));
                }
            }
        }

        /** Adds the samples under the name that a histogram log has for them. */
        private void add(String name, LatencyHistogram histogram) {
            histogram.forEachBucket((lowest, highest, samples) -> lines.add(name + " " + highest + " " + samples));
        }

        @Override
        public void ended() {
            try {
                Path unfinished = Files.write(file.resolveSibling(file.getFileName() + ".part"), lines);
                Files.move(unfinished, file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
