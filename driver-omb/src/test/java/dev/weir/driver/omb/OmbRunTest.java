package dev.weir.driver.omb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.loading.Drivers;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Reason;
import dev.weir.workload.Workloads;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.file.EffectiveFiles;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs with an OMB driver file as it is, on a real broker. */
class OmbRunTest {
    private static final Duration WARMUP = Duration.ofMillis(400);

    private static ArtemisBroker broker;
    private static Drivers drivers;

    @TempDir
    Path folder;

    @BeforeAll
    static void startBroker(@TempDir Path shared) throws Exception {
        broker = ArtemisBroker.start(shared);
        drivers = ArtemisBroker.drivers(shared);
    }

    @AfterAll
    static void endBroker() {
        broker.close();
    }

    private DriverConfig read(String text) throws IOException {
        var problems = new Problems();
        Path file = Files.writeString(folder.resolve("driver.yaml"), text);
        return DriverFile.read(file, drivers, problems).orElseThrow(() -> new AssertionError(problems.errors()));
    }

    private RunResult run(Workloads workload, String faults) throws IOException {
        DriverConfig config = read(broker.driverFile(faults));
        try (var cluster = new MiniCluster(2, folder, drivers)) {
            if (faults.isEmpty()) {
                cluster.losingNothing();
            }
            RunResult result = cluster.runUndisturbed(workload.build(), config);
            assertThat(result.failure()).isEmpty();
            return result;
        }
    }

    @Test
    void readsAnUnchangedDriverFileAndWritesItSoThatItCanBeReadAgain() throws IOException {
        DriverConfig config = read(broker.driverFile("password: swordfish\n"));

        assertThat(config.name()).isEqualTo("Artemis here");
        assertThat(config.driver()).isEqualTo("omb-artemis");
        assertThat(config.settings().get(OmbDrivers.OmbDriverFactory.FILE))
                .contains("driverClass: example.ArtemisBenchmarkDriver", "client:", "password: swordfish");
        String written = EffectiveFiles.yaml(EffectiveFiles.of(config), "written");
        assertThat(written).doesNotContain("swordfish");
        DriverConfig plain = read(broker.driverFile(""));
        assertThat(read(EffectiveFiles.yaml(EffectiveFiles.of(plain), "written")))
                .isEqualTo(plain);
    }

    @Test
    void followsEveryMessageAndReportsAsUnknownWhatOmbsInterfacesLack() throws IOException {
        RunResult result = run(Workloads.small(), "");

        assertThat(result.audit().complete()).isTrue();
        // On a busy host, some messages are too late to be sent.
        long unsent = result.weir().load().unsent().orElseThrow();
        assertThat(result.audit().counts().acknowledged()).isEqualTo(1400 - unsent);
        assertThat(result.audit().counts().delivered()).isEqualTo(1400 - unsent);
        assertThat(result.audit().violations().lost()).isZero();
        assertThat(result.audit().violations().duplicated()).isZero();
        assertThat(result.audit().violations().reordered()).isEmpty();
        assertThat(result.reasons())
                .extracting(Reason::text)
                .anyMatch(text -> text.startsWith("the driver reports neither partition nor offset "));
        assertThat(result.measured().of(Latency.END_TO_END_RESPONSE).values().count())
                .isBetween(1000 - unsent, 1000L);
        assertThat(drivers.find("omb-artemis")
                        .orElseThrow()
                        .durability(DriverConfig.of("omb-artemis"))
                        .items())
                .isNotEmpty()
                .noneMatch(DurabilityItem::isKnown);
    }

    @Test
    void findsLostAndDuplicatedMessages() throws IOException {
        RunResult result = run(
                Workloads.small().rates(2000, 2000).durations(WARMUP, Duration.ofSeconds(2)),
                "loseEvery: 100\nduplicateEvery: 150\n");

        assertThat(result.findings())
                .extracting(Finding::code)
                .contains(FindingCode.MESSAGES_LOST, FindingCode.MESSAGES_DUPLICATED);
        // Up to 4,800 messages on two drivers that count their probes, too; of those to be duplicated, every second is
        // lost.
        long sent = result.audit().counts().acknowledged();
        assertThat(result.audit().violations().lost()).isBetween(sent / 100 - 2, sent / 100);
        assertThat(result.audit().violations().duplicated()).isBetween(sent / 300 - 2, sent / 300 + 1);
    }
}
