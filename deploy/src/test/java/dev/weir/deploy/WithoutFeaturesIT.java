package dev.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** An installation without the jar of the features: the rest of Weir needs none of them. */
@Execution(ExecutionMode.CONCURRENT)
class WithoutFeaturesIT {
    private static final List<String> SHORT =
            List.of("--set warmupDuration=1s --set testDuration=3s --set sampleRateMillis=1000 --set producerRate=1000"
                    .split(" "));

    @TempDir
    Path folder;

    private Path home;

    @BeforeEach
    void installWithoutFeatures() throws IOException {
        home = Files.createDirectories(folder.resolve("weir"));
        for (String part : List.of("bin", "workloads")) {
            Files.createSymbolicLink(home.resolve(part), Command.home().resolve(part));
        }
        Path lib = Files.createDirectory(home.resolve("lib"));
        try (Stream<Path> all = Files.list(Command.home().resolve("lib"))) {
            for (Path jar : all.toList()) {
                String name = jar.getFileName().toString();
                if (!name.startsWith("weir-features-")) {
                    Files.createSymbolicLink(lib.resolve(name), jar);
                }
            }
        }
        assertThat(Command.home().resolve("lib").toFile().list())
                .hasSize(lib.toFile().list().length + 1);
    }

    @Test
    void runsTheQuickstartOnTwoWorkers() throws IOException {
        try (var first = Command.startOf(home, folder, "benchmark-worker", "--port", "0");
                var second = Command.startOf(home, folder, "benchmark-worker", "--port", "0")) {
            assertRuns(
                    "quickstart.yaml",
                    "quickstart.json",
                    "-w",
                    first.listeningAddress() + "," + second.listeningAddress(),
                    "--set",
                    "warmupUntil=");
        }
        JsonNode weir = Results.read(folder.resolve("quickstart.json")).path("weir");
        assertThat(weir.path("workers")).hasSize(2);
        assertThat(weir.has("stages")).isFalse();
    }

    @Test
    void comparesRunsOfALoadOfOmb() {
        assertRuns("1-topic-16-partitions-1kb.yaml", "c", "-d", "none", "--repeat", "2", "--set", "discardFirst=false");
        try (var compare = Command.startOf(home, folder, "benchmark", "compare", "c/*-none.json", "c/*-none-2.json")) {
            assertThat(compare.exitStatus()).as(compare.output()).isZero();
            assertThat(compare.output()).contains("endToEndResponse.p99");
        }
    }

    @Test
    void refusesWhatNeedsAFeature() throws IOException {
        Files.writeString(
                folder.resolve("two.yaml"),
                Files.readString(home.resolve("workloads/quickstart.yaml"))
                        + "members:\n  - {at: 5s, action: kill}\nfaults:\n  - {at: 5s, action: kill}\n");

        Path workloads = home.resolve("workloads");
        Map<String, String> refusals = Map.of(
                "two.yaml",
                ": members: is not a field of a workload file without the jar weir-features; add the jar, or remove the"
                        + " field",
                workloads.resolve("small/share-members.yaml").toString(),
                ".type: must be one of group, got share: others need the jar weir-features",
                workloads.resolve("transactions/fetch.yaml").toString(),
                ": transactionBenchmark: is known, but not supported, got fetch; remove it: it needs the jar"
                        + " weir-features",
                workloads.resolve("bamboo/reads.yaml").toString(),
                " is not a field of a workload file without the jar weir-features; add the jar");
        try (var run =
                Command.startOf(home, folder, "benchmark", "run", "-d", "none", List.copyOf(refusals.keySet()))) {
            assertThat(run.exitStatus()).as(run.output()).isEqualTo(2);
            // One message with the line is enough: with the jar, the file has no problem.
            refusals.forEach((file, message) -> assertThat(run.output().lines().filter(line -> line.contains(file)))
                    .singleElement()
                    .asString()
                    .containsPattern(":[0-9]+: ")
                    .contains(message));
        }
    }

    private void assertRuns(String workload, String result, String... options) {
        Path file = home.resolve("workloads").resolve(workload);
        try (var run = Command.startOf(home, folder, "benchmark", "run", "-o", result, List.of(options), SHORT, file)) {
            assertThat(run.exitStatus()).as(run.output()).isZero();
        }
    }
}
