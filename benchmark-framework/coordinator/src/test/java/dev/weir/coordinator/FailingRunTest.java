package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.SystemClock;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.result.RunResult;
import dev.weir.result.code.Outcome;
import dev.weir.result.interval.Interval;
import dev.weir.wire.Conversation;
import dev.weir.wire.UnreliableProxy;
import dev.weir.wire.WireClient;
import dev.weir.wire.message.Message;
import dev.weir.worker.WorkerServer;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Runs that fail, and runs on a worker that still serves the one before. */
class FailingRunTest extends WholeRuns {
    private static final DriverConfig BROKEN = DriverConfig.of(BrokenDriver.NAME);

    private final List<String> steps = new CopyOnWriteArrayList<>();

    /** Its words, not those of the connection that it closes then; and both workers are free for another run at once. */
    @Test
    void reportsTheWorkersErrorAndLeavesTheWorkersFree() {
        var breaks = new AtomicBoolean(true);
        var drivers = new Drivers(List.of(new BrokenDriver((client, sequence) -> {
            if (sequence == 100 && client.endsWith("-producer-1") && breaks.get()) {
                throw new IllegalStateException("the client broke");
            }
        })));
        try (var cluster = new MiniCluster(2, folder, drivers)) {
            Workload workload = Workloads.small().build();

            RunResult failed = cluster.run(workload, BROKEN);
            breaks.set(false);
            RunResult next = cluster.runUndisturbed(workload, BROKEN);

            assertThat(failed.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(failed.failure()).isEqualTo("worker worker-1 failed: IllegalStateException: the client broke");
            assertThat(failed.intervals()).isNotEmpty();
            // The other worker has reported to its end.
            assertThat(failed.weir().instrument().workers().get(0).counts())
                    .hasValueSatisfying(
                            counts -> assertThat(counts.sends().sent()).isPositive());
            // The receipts of the broken worker are unknown, so no partition is reported as idle.
            assertThat(failed.weir().clients().consumers())
                    .extracting(consumerResult -> consumerResult.client().worker())
                    .containsExactly("worker-0");
            assertThat(failed.weir().clients().partitions()).isEmpty();
            assertThat(next.failure()).isEmpty();
            assertThat(next.audit().counts().acknowledged()).isEqualTo(1400);
            assertThat(next.weir().clients().partitions()).hasSize(2);
        }
    }

    /** Producer 0 blocks until producer 1 has sent 500 more: were that one stalled too, neither would go on. */
    @Test
    void aProducerThatBlocksStallsNoOther() {
        var reached = new AtomicBoolean();
        var drivers = new Drivers(List.of(new BrokenDriver((client, sequence) -> {
            if (client.endsWith("-producer-0") && sequence == 100) {
                Awaitility.await()
                        .dontCatchUncaughtExceptions()
                        .atMost(Duration.ofMinutes(1))
                        .untilTrue(reached);
            } else if (client.endsWith("-producer-1") && sequence == 600) {
                reached.set(true);
            }
        })));
        try (var cluster = new MiniCluster(1, folder, drivers)) {
            Workload workload = Workloads.small()
                    .durations(Duration.ZERO, Duration.ofSeconds(2))
                    .build();

            RunResult result = cluster.run(workload, BROKEN);

            assertThat(result.failure()).isEmpty();
            // A busy host can stand still for so long that some are not sent.
            assertThat(result.audit().counts().acknowledged()
                            + result.weir().load().unsent().orElseThrow())
                    .isEqualTo(2000);
        }
    }

    @Test
    void reportsWhichWorkerCannotBeReached() {
        RunResult result;
        InetSocketAddress unused;
        try (var cluster = new MiniCluster(2, folder)) {
            unused = (InetSocketAddress) cluster.worker(1).address();
            cluster.worker(1).close();
            result = cluster.run(Workloads.small().build(), MiniCluster.none(Map.of()));
        }

        assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(result.failure())
                .startsWith("worker worker-1 cannot be reached: Connection refused")
                .contains(":" + unused.getPort())
                .endsWith("is bin/benchmark-worker running there? Without --host, only its own host can reach it");
    }

    /** It is under load when its coordinator vanishes, as when that is killed. */
    @Test
    void waitsForAWorkerThatHasLostItsCoordinator() {
        var results = new ArrayList<RunResult>();
        try (WorkerServer worker = MiniCluster.listen(Duration.ofSeconds(10));
                var lost = new MiniCluster(0, folder);
                var cluster = new MiniCluster(0, folder);
                var network = new UnreliableProxy(worker.address());
                var client = new WireClient(SystemClock.INSTANCE)) {
            lost.add("one", network.address());
            cluster.add("one", (InetSocketAddress) worker.address());

            results.add(
                    lost.run(Workloads.small().build(), MiniCluster.none(Map.of()), MiniCluster.inMeasurement(() -> {
                        network.vanish();
                        awaitThatItIsEnding(client, worker);
                        results.add(run(cluster));
                    })));
        }

        assertThat(results.get(0).failure()).isEmpty();
        assertThat(results.get(0).audit().verdict()).isEqualTo("clean");
        assertThat(results.get(1).failure()).startsWith("worker one is lost: ");
        assertThat(steps)
                .anyMatch(step -> step.matches("waiting for worker one: this worker is busy with run "
                        + results.get(1).run().id() + " of 127\\.0\\.0\\.1:.*, which is ending"));
    }

    @Test
    void doesNotWaitForAWorkerThatServesAnotherRun() {
        try (WorkerServer worker = MiniCluster.listen(Duration.ofSeconds(10));
                var cluster = new MiniCluster(0, folder);
                var client = new WireClient(SystemClock.INSTANCE)) {
            Conversation other = Conversation.with(client, worker.address());
            other.say(new Message.Hello(Message.PROTOCOL_VERSION, "0a1b2c3d"));
            other.hear(Message.Welcome.class);
            cluster.add("one", (InetSocketAddress) worker.address());

            assertThat(run(cluster).failure()).startsWith("worker one refused: this worker is busy with run 0a1b2c3d");
            assertThat(steps).noneMatch(step -> step.startsWith("waiting for worker"));
        }
    }

    private static void awaitThatItIsEnding(WireClient client, WorkerServer worker) {
        Awaitility.await().until(() -> {
            Conversation next = Conversation.with(client, worker.address());
            next.say(new Message.Hello(Message.PROTOCOL_VERSION, "ffffffff"));
            return next.hear(Message.Refused.class).saysEnding();
        });
    }

    private RunResult run(MiniCluster cluster) {
        return cluster.run(Workloads.small().build(), MiniCluster.none(Map.of()), new MiniCluster.Reaction() {
            @Override
            public void tick(Coordinator coordinator, Interval tick) {}

            @Override
            public void step(String what) {
                steps.add(what);
            }
        });
    }
}
