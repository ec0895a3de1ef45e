package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.clock.SystemClock;
import dev.weir.driver.loading.Drivers;
import dev.weir.result.RunResult;
import dev.weir.result.interval.Interval;
import dev.weir.wire.TestCertificates;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.worker.ClientLimits;
import dev.weir.worker.SnapshotListener;
import dev.weir.worker.WorkerServer;
import dev.weir.worker.WorkerServer.WorkerTerms;
import dev.weir.workload.Workloads;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whole runs on a worker to whose port idle connections are made again and again, in turns with the same runs on a worker
 * without them: the difference is the delay that the idle connections cause. By hand for 10 minutes, with a limit that a
 * machine without other work keeps: {@code -Dweir.crowd.seconds=600 -Dweir.crowd.delayMillis=1000}.
 */
@Isolated("the crowd takes what processor time there is")
@Tag("slow")
class CrowdedPortTest {
    private static final Clock CLOCK = SystemClock.INSTANCE;
    private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("weir.crowd.seconds", 1));

    /** Before such connections had to make room, a run waited for 20 s, if it was not refused. */
    private static final Duration MAX_DELAY = Duration.ofMillis(Integer.getInteger("weir.crowd.delayMillis", 10_000));

    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0} idle connections, TLS: {1}")
    @CsvSource({"50, false", "50, true"})
    void noRunIsRefusedOrHasToWait(int idle, boolean tls) {
        Path certificates = TestCertificates.make(folder.resolve("certs"));
        var security = tls ? TestCertificates.worker(certificates) : ChannelSecurity.NONE;
        var coordinators = tls ? TestCertificates.coordinator(certificates) : ChannelSecurity.NONE;
        try (WorkerServer crowded = listen(security);
                WorkerServer quiet = listen(security);
                var crowd = new IdleCrowd((InetSocketAddress) crowded.address(), idle)) {
            // The first run of a process loads classes, those of TLS among them: up to a second of processor time.
            connect(quiet, coordinators);
            var with = new ArrayList<Long>();
            var without = new ArrayList<Long>();
            var deadline = Deadline.after(CLOCK, TIME);
            do {
                without.add(connect(quiet, coordinators));
                with.add(connect(crowded, coordinators));
            } while (!deadline.isOver());

            long usualNanos = median(without);
            long delayNanos = Collections.max(with) - usualNanos;
            System.out.printf(
                    "%d idle connections, TLS %s: %d connections were made; connecting took %.1f ms, at most %.1f ms in %d"
                            + " runs; without them %.1f ms, at most %.1f ms%n",
                    idle,
                    tls,
                    crowd.connections(),
                    median(with) / 1e6,
                    Collections.max(with) / 1e6,
                    with.size(),
                    usualNanos / 1e6,
                    Collections.max(without) / 1e6);
            assertThat(delayNanos).isLessThan(MAX_DELAY.toNanos());
            assertThat(crowd.connections()).isGreaterThanOrEqualTo(idle);
        }
    }

    private static WorkerServer listen(ChannelSecurity security) {
        return WorkerServer.listen(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Drivers.onClassPath(),
                CLOCK,
                WorkerTerms.of(security, ClientLimits.NOTHING),
                SnapshotListener.NONE);
    }

    /** A whole run; returns nanoseconds from its first connection to its welcome, after which topics are created. */
    private long connect(WorkerServer worker, ChannelSecurity security) {
        var connecting = new Connecting();
        try (var cluster = new MiniCluster(0, folder)) {
            cluster.add("worker", (InetSocketAddress) worker.address(), security);
            RunResult result = cluster.run(Workloads.small().build(), MiniCluster.none(Map.of()), connecting);
            assertThat(result.failure()).isEmpty();
        }
        return connecting.nanos;
    }

    private static long median(List<Long> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static final class Connecting implements MiniCluster.Reaction {
        private long beginNanos;
        private long nanos;

        @Override
        public void tick(Coordinator coordinator, Interval tick) {}

        @Override
        public void step(String what) {
            if (what.startsWith("connecting to ")) {
                beginNanos = CLOCK.epochNanos();
            } else if (what.startsWith("creating ")) {
                nanos = CLOCK.epochNanos() - beginNanos;
            }
        }
    }
}
