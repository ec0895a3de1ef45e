package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.SystemClock;
import dev.weir.result.RunResult;
import dev.weir.result.interval.Interval;
import dev.weir.wire.Conversation;
import dev.weir.wire.UnreliableProxy;
import dev.weir.wire.WireClient;
import dev.weir.wire.message.Message;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.worker.ClientLimits;
import dev.weir.worker.WorkerServer;
import dev.weir.worker.WorkerServer.WorkerTerms;
import dev.weir.workload.Workloads;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs on a worker that still serves the one before. */
class RunAfterLossTest {
    private static final Message.Hello HELLO = new Message.Hello(Message.PROTOCOL_VERSION, "0a1b2c3d");
    private static final Duration SILENCE = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    private final List<String> steps = new CopyOnWriteArrayList<>();

    /** It is under load when its coordinator vanishes, as when that is killed. */
    @Test
    void waitsForAWorkerThatHasLostItsCoordinator() {
        var results = new ArrayList<RunResult>();
        try (WorkerServer worker = worker();
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
        try (WorkerServer worker = worker();
                var cluster = new MiniCluster(0, folder);
                var client = new WireClient(SystemClock.INSTANCE)) {
            Conversation other = Conversation.with(client, worker.address());
            other.say(HELLO);
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

    private static WorkerServer worker() {
        return MiniCluster.listen(new WorkerTerms(ChannelSecurity.NONE, ClientLimits.NOTHING, SILENCE));
    }
}
