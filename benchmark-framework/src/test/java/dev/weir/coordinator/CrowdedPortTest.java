package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.clock.SystemClock;
import dev.weir.driver.Drivers;
import dev.weir.result.Interval;
import dev.weir.result.RunResult;
import dev.weir.wire.ChannelSecurity;
import dev.weir.wire.TestCertificates;
import dev.weir.worker.ClientLimits;
import dev.weir.worker.SnapshotListener;
import dev.weir.worker.WorkerServer;
import dev.weir.worker.WorkerTerms;
import dev.weir.workload.Workloads;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whole runs on a worker to whose port idle connections are made again and again. By hand for 10 minutes, with a limit that a
 * machine without other work keeps: {@code -Dweir.crowd.seconds=600 -Dweir.crowd.delayMillis=1000}.
 */
@Isolated("the crowd takes what processor time there is")
class CrowdedPortTest {
    private static final Clock CLOCK = SystemClock.INSTANCE;
    private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("weir.crowd.seconds", 4));

    /** Before such connections had to make room, a run waited for 20 s, if it was not refused. */
    private static final Duration LONGEST_DELAY =
            Duration.ofMillis(Integer.getInteger("weir.crowd.delayMillis", 10_000));

    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0} idle connections, TLS: {1}")
    @CsvSource({"50, false", "50, true", "300, false", "300, true"})
    void noRunIsRefusedOrHasToWait(int idle, boolean tls) {
        Path certificates = TestCertificates.make(folder.resolve("certs"));
        var security = tls ? TestCertificates.worker(certificates) : ChannelSecurity.NONE;
        var coordinators = tls ? TestCertificates.coordinator(certificates) : ChannelSecurity.NONE;
        try (WorkerServer worker = WorkerServer.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        Drivers.onClassPath(),
                        CLOCK,
                        WorkerTerms.of(security, ClientLimits.NOTHING),
                        SnapshotListener.NONE);
                var crowd = new IdleCrowd((InetSocketAddress) worker.address(), idle);
                var cluster = new MiniCluster(0, folder)) {
            cluster.add("crowded", (InetSocketAddress) worker.address(), coordinators);
            var deadline = Deadline.after(CLOCK, TIME);
            var delays = new Delays();
            do {
                RunResult result = cluster.run(Workloads.small().build(), MiniCluster.none(Map.of()), delays);
                assertThat(result.failure()).isEmpty();
            } while (!deadline.isOver());

            System.out.printf(
                    "%d idle connections, TLS %s: %d connections were made; %d runs, longest delay %.1f ms%n",
                    idle, tls, crowd.connections(), delays.runs, delays.longestNanos / 1e6);
            assertThat(delays.longestNanos).isLessThan(LONGEST_DELAY.toNanos());
            assertThat(crowd.connections()).isGreaterThanOrEqualTo(idle);
        }
    }

    /** From the first connection of a run to its welcome, after which topics are created. */
    private static final class Delays implements MiniCluster.Reaction {
        private int runs;
        private long longestNanos;
        private long connectingNanos;

        @Override
        public void tick(Coordinator coordinator, Interval tick) {}

        @Override
        public void step(String what) {
            if (what.startsWith("connecting to ")) {
                connectingNanos = CLOCK.epochNanos();
            } else if (what.startsWith("creating ")) {
                runs++;
                longestNanos = Math.max(longestNanos, CLOCK.epochNanos() - connectingNanos);
            }
        }
    }
}
