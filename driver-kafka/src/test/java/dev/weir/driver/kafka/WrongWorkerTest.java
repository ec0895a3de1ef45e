package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.DriverConfig;
import dev.weir.result.RunResult;
import dev.weir.worker.WorkerServer.WorkerTerms;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addresses that are named as those of workers, and are not. */
class WrongWorkerTest {
    @TempDir
    Path folder;

    @Test
    void namesABroker() {
        DriverConfig driver = SharedCluster.config("kafka");
        String[] address =
                driver.clients().common().getOrDefault("bootstrap.servers", "").split(":", -1);
        long begin = System.nanoTime();
        try (var cluster = new MiniCluster(1, folder)) {
            cluster.add("other", new InetSocketAddress(address[0], Integer.parseInt(address[1])));

            RunResult result = cluster.run(Workloads.small().build(), driver);

            assertThat(result.failure())
                    .contains(
                            "worker other cannot be used: a broker of Kafka or Redpanda listens there, and no worker");
        }
        // It tried again for 15 s before.
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(14));
    }

    @Test
    void namesAnAddressAtWhichAnotherProgramListens() throws IOException {
        try (var cluster = new MiniCluster(0, folder);
                var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            cluster.add("other", (InetSocketAddress) silent.getLocalSocketAddress());

            assertThat(cluster.run(Workloads.small().build(), DriverConfig.of("none"))
                            .failure())
                    .contains("not answering as workers (check that bin/benchmark-worker listens there, and no other"
                            + " program) in time: other");
        }
    }

    @Test
    void namesAWorkerWithTwoNames() {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (var cluster = new MiniCluster(0, folder);
                var worker = MiniCluster.listen(WorkerTerms.STRICT)) {
            int port = ((InetSocketAddress) worker.address()).getPort();
            cluster.add("one", new InetSocketAddress(loopback, port));
            cluster.add("two", new InetSocketAddress(loopback, port));

            RunResult result = cluster.run(Workloads.small().build(), SharedCluster.config("kafka"));

            assertThat(result.failure())
                    .contains("is the same process as another worker of this run: name each worker once");
        }
    }
}
