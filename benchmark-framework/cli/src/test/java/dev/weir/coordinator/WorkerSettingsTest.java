package dev.weir.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.output.SilentDisplay;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.request.MeasuredSystem;
import dev.weir.coordinator.request.RunRequest;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.none.NoneDriverFactory;
import dev.weir.result.RunResult;
import dev.weir.result.run.RunIdentity;
import dev.weir.result.run.RunSetup;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerSettingsTest {
    @TempDir
    Path folder;

    @Test
    void aRunFailsIfTheHostOfAWorkerGivesItsClientsOtherValues() {
        try (var worker = new FakeWorker(WorkerSettingsTest::answer)) {
            var request = new RunRequest(
                    new RunIdentity("0a1b2c3e", "test", "test", SystemClock.INSTANCE.epochNanos()),
                    Workloads.small().build(),
                    MeasuredSystem.of(DriverConfig.of("none"), new NoneDriverFactory()),
                    List.of(worker.target("w1")),
                    RunSetup.local(),
                    folder.resolve("run"),
                    Duration.ofSeconds(3),
                    List.of());
            RunResult result = new Coordinator(request, SystemClock.INSTANCE, new SilentDisplay()).run();

            assertThat(result.failure())
                    .contains("the clients of worker w1 have producerConfig.linger.ms=7")
                    .contains("give both hosts the same values");
        }
    }

    private static List<Message> answer(Message message) {
        if (message instanceof Message.Hello) {
            return List.of(new Message.Welcome(WorkerFacts.ofThisProcess()));
        }
        if (message instanceof Message.Assign) {
            return List.of(new Message.Ready(0, 0, Map.of("producerConfig.linger.ms", "7")));
        }
        return message instanceof Message.Close ? List.of(new Message.Closed()) : List.of();
    }
}
