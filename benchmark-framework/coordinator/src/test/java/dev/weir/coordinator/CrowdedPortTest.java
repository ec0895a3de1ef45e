package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.clock.SystemClock;
import dev.weir.result.interval.Interval;
import dev.weir.wire.TestCertificates;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.worker.ClientLimits;
import dev.weir.worker.WorkerServer;
import dev.weir.worker.WorkerServer.WorkerTerms;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole runs on a worker to whose port idle connections are made again and again. By hand for 10 minutes, with a limit that
 * a machine without other work keeps: {@code -Dweir.crowd.seconds=600 -Dweir.crowd.delayMillis=1000}.
 */
@Isolated("the crowd takes what processor time there is")
@Tag("slow")
class CrowdedPortTest extends WholeRuns {
    private static final Clock CLOCK = SystemClock.INSTANCE;
    private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("weir.crowd.seconds", 1));
    private static final int IDLE = 50;

    /** Before such connections had to make room, a run waited for 20 s, if it was not refused. */
    private static final Duration MAX_DELAY = Duration.ofMillis(Integer.getInteger("weir.crowd.delayMillis", 10_000));

    @ParameterizedTest(name = "TLS: {0}")
    @ValueSource(booleans = {false, true})
    void noRunIsRefusedOrHasToWait(boolean tls) {
        Path certificates = TestCertificates.make(folder.resolve("certs"));
        var coordinators = tls ? TestCertificates.coordinator(certificates) : ChannelSecurity.NONE;
        var security = tls ? TestCertificates.worker(certificates) : ChannelSecurity.NONE;
        try (WorkerServer worker = MiniCluster.listen(WorkerTerms.of(security, ClientLimits.NOTHING))) {
            // The first run of a process loads classes, those of TLS among them.
            connect(worker, coordinators);
            try (var crowd = new IdleCrowd((InetSocketAddress) worker.address(), IDLE)) {
                var deadline = Deadline.after(CLOCK, TIME);
                do {
                    assertThat(connect(worker, coordinators)).isLessThan(MAX_DELAY);
                } while (!deadline.isOver());
                assertThat(crowd.connections.get()).isGreaterThanOrEqualTo(IDLE);
            }
        }
    }

    /** A whole run; returns the time from its first connection to its welcome, after which topics are created. */
    private Duration connect(WorkerServer worker, ChannelSecurity security) {
        var nanos = new AtomicLong();
        var connecting = new MiniCluster.Reaction() {
            @Override
            public void tick(Coordinator coordinator, Interval tick) {}

            @Override
            public void step(String what) {
                if (what.startsWith("connecting to ")) {
                    nanos.set(-CLOCK.epochNanos());
                } else if (what.startsWith("creating ")) {
                    nanos.addAndGet(CLOCK.epochNanos());
                }
            }
        };
        try (var cluster = new MiniCluster(0, folder)) {
            cluster.add("worker", (InetSocketAddress) worker.address(), security);
            assertThat(cluster.run(Workloads.small().build(), MiniCluster.none(Map.of()), connecting)
                            .failure())
                    .isEmpty();
        }
        return Duration.ofNanos(nanos.get());
    }

    /** Connections to a port that send nothing, and that are made again at once when they are closed. */
    private static final class IdleCrowd implements AutoCloseable {
        private final InetSocketAddress address;
        private final List<Thread> threads = new ArrayList<>();
        private final List<Socket> sockets = new CopyOnWriteArrayList<>();
        private final AtomicLong connections = new AtomicLong();
        private volatile boolean closed;

        IdleCrowd(InetSocketAddress address, int size) {
            this.address = address;
            for (int i = 0; i < size; i++) {
                var thread = new Thread(this::comeAgainAndAgain, "idle-" + i);
                thread.setDaemon(true);
                threads.add(thread);
            }
            threads.forEach(Thread::start);
        }

        private void comeAgainAndAgain() {
            while (!closed) {
                try (var socket = new Socket(address.getAddress(), address.getPort())) {
                    sockets.add(socket);
                    connections.incrementAndGet();
                    while (!closed && socket.getInputStream().read() >= 0) {
                        // An answer, which does not matter.
                    }
                    sockets.remove(socket);
                } catch (IOException e) {
                    // It was reset: so it comes again.
                }
            }
        }

        @Override
        public void close() {
            closed = true;
            try {
                for (Socket socket : sockets) {
                    socket.close();
                }
                for (Thread thread : threads) {
                    thread.join(10_000);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
