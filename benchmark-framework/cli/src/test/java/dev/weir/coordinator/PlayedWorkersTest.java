package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.SystemClock;
import dev.weir.coordinator.request.MeasuredSystem;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.coordinator.request.RunRequest.WorkerTarget;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.none.NoneDriverFactory;
import dev.weir.result.RunHeader.RunIdentity;
import dev.weir.result.RunHeader.RunIdentity.CampaignPlace;
import dev.weir.result.document.Provenance.RunSetup;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.ProvenPartition;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs with workers that a test plays, on two partitions. */
class PlayedWorkersTest {
    private static final String RUN = "0a1b2c3d";
    private static final String TOPIC = "weir-" + RUN + "-0";

    @TempDir
    Path folder;

    /** Both first prove the same one, as when it moves from consumer to consumer. */
    @Test
    void aPartitionThatTwoWorkersProveIsProvenOnce() {
        var probes = new AtomicInteger();
        var probesAtStart = new AtomicInteger();
        Function<Message, List<Message>> first =
                message -> message instanceof Message.Probe ? List.of(proven(0)) : common(message);
        Function<Message, List<Message>> second = message -> {
            if (message instanceof Message.Probe) {
                return List.of(proven(probes.incrementAndGet() == 1 ? 0 : 1));
            }
            if (message instanceof Message.Start) {
                probesAtStart.set(probes.get());
            }
            return common(message);
        };
        try (var one = new FakeWorker(first);
                var other = new FakeWorker(second)) {
            assertThat(failure(one.target("one"), other.target("other"))).endsWith("failed: that was enough");
        }

        assertThat(probesAtStart).hasValue(2);
    }

    @Test
    void aRunFailsIfTheHostOfAWorkerGivesItsClientsOtherValues() {
        Function<Message, List<Message>> others = message -> message instanceof Message.Assign
                ? List.of(new Message.Ready(0, 0, Map.of("producerConfig.linger.ms", "7")))
                : common(message);

        try (var worker = new FakeWorker(others)) {
            assertThat(failure(worker.target("w1")))
                    .contains("the clients of worker w1 have producerConfig.linger.ms=7")
                    .contains("give both hosts the same values");
        }
    }

    private String failure(WorkerTarget... workers) {
        var request = new RunRequest(
                new RunIdentity(RUN, "test", "test", SystemClock.INSTANCE.epochNanos(), CampaignPlace.NONE),
                Workloads.small().build(),
                MeasuredSystem.of(DriverConfig.of("none"), new NoneDriverFactory()),
                List.of(workers),
                RunSetup.local(),
                folder.resolve("run"),
                Duration.ofSeconds(3));
        return new Coordinator(request, SystemClock.INSTANCE, ProgressListener.NONE)
                .run()
                .failure();
    }

    private static List<Message> common(Message message) {
        if (message instanceof Message.Hello) {
            return List.of(new Message.Welcome(WorkerFacts.ofThisProcess()));
        }
        if (message instanceof Message.Assign) {
            return List.of(new Message.Ready(0, 0, Map.of()));
        }
        if (message instanceof Message.Start) {
            return List.of(new Message.Failed("that was enough"));
        }
        return message instanceof Message.Close ? List.of(new Message.Closed()) : List.of();
    }

    private static Message proven(int partition) {
        return new Message.ProbesReceived(List.of(new ProvenPartition(TOPIC, 0, partition)), 1, List.of());
    }
}
