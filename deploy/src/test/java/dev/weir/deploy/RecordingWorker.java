package dev.weir.deploy;

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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A worker that also writes all samples of a measurement into a file: a line for each bucket of each snapshot. The samples
 * do not go through the connection to the coordinator, nor through anything that merges histograms.
 */
final class RecordingWorker implements SnapshotListener {
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
