package dev.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class CommandsIT {
    @TempDir
    Path folder;

    @BeforeEach
    void writeWorkload() throws IOException {
        Files.writeString(folder.resolve("short.yaml"), Results.WORKLOAD.formatted("4s"));
        Files.writeString(folder.resolve("long.yaml"), Results.WORKLOAD.formatted("10m"));
    }

    @Test
    void runsOnAnEmbeddedKafkaAndLeavesOnlyItsResult() throws IOException {
        assertThat(Command.run(folder, "benchmark", "short.yaml"))
                .contains("  short on embedded", "audit      clean: ");
        JsonNode result = Results.read(Results.only(folder));
        assertThat(result.path("outcome").asText()).isIn("VALID", "DEGRADED");
        assertThat(result.path("driver").asText()).isEqualTo("embedded");
        assertThat(result.path("publishRate")).hasSize(4);
        Results.assertNothingIsMissing(result);
        assertThat(result.at("/weir/throughput/achievedMessagesPerSecond").asDouble())
                .isBetween(100.0, 400.0);
        assertThat(result.at("/weir/provenance/system/embedded.group.initial.rebalance.delay.ms")
                        .asText())
                .isEqualTo("0");
        try (Stream<Path> left = Files.list(folder.resolve("results"))) {
            assertThat(left.map(path -> path.toString().replaceFirst(".*\\.", "")))
                    .containsExactlyInAnyOrder("json", "hlog", "html");
        }
        Command.assertLeftNoTemporaryFile(folder);
    }

    @Test
    void runsOnAClusterOfItsOwnThroughTwoWorkers() throws IOException {
        try (var cluster = Command.start(folder, "benchmark", "cluster");
                var one = Command.start(folder, "benchmark-worker", "--port", "0");
                var two = Command.start(folder, "benchmark-worker", "--port", "0")) {
            String bootstrap = cluster.awaitLine("bootstrap.servers=");
            String driver = Files.readString(Command.home().resolve("driver-kafka/kafka-single.yaml"))
                    .replaceFirst("bootstrap.servers=.*", "bootstrap.servers=" + bootstrap);
            Files.writeString(folder.resolve("kafka.yaml"), driver);
            String workers = one.listeningAddress() + "," + two.listeningAddress();
            scan(one.listeningAddress());

            try (var doctor = Command.start(folder, "benchmark", "doctor", "-d", "kafka.yaml", "-w", workers)) {
                assertThat(doctor.exitStatus()).as(doctor.output()).isLessThan(2);
                assertThat(doctor.output())
                        .contains(
                                "  ok    reached       Kafka, brokers 1,", "the driver kafka can start a cluster here")
                        .containsSubsequence("ok    worker  ", "ok    worker  ", "workers together");
            }
            assertThat(Command.run(folder, "benchmark", "-d", "kafka.yaml", "-w", workers, "short.yaml"))
                    .containsPattern("clean: [0-9,]+ acknowledged, [0-9,]+ delivered once, in order");
            Path file = Results.only(folder);
            JsonNode result = Results.read(file);
            Results.assertNothingIsMissing(result);
            assertThat(result.at("/weir/workers")).hasSize(2);
            assertThat(one.output().lines().filter(line -> line.contains(" has sent nothing: ")))
                    .hasSizeBetween(1, 200);
            rerunOnTheSameWorkers(file, result);

            List<ProcessHandle> brokers = cluster.descendants();
            cluster.signal("TERM");
            assertThat(cluster.exitStatus()).isZero();
            assertThat(brokers).isNotEmpty().noneMatch(ProcessHandle::isAlive);
        }
        Command.assertLeftNoTemporaryFile(folder);
    }

    /** A port scanner, many times over. It must not fill the log. */
    private static void scan(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        for (int i = 0; i < 1000; i++) {
            new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1))).close();
        }
    }

    private void rerunOnTheSameWorkers(Path file, JsonNode before) throws IOException {
        Command.run(folder, "benchmark", "rerun", "-q", "--trust", "--into", "again", file);
        JsonNode after = Results.read(folder.resolve("again/result.json"));
        for (String part : List.of("workload", "driver", "setup")) {
            String pointer = "/weir/provenance/" + part;
            assertThat(after.at(pointer)).isEqualTo(before.at(pointer));
        }
        assertThat(after.at("/weir/provenance/setup/workers")).hasSize(2);
        Results.assertNothingIsMissing(after);
    }

    @Test
    void hasEveryFileThatItsPagesLinkTo() throws IOException {
        Pattern link = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");
        List<Path> targets = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Command.home())) {
            for (Path page :
                    files.filter(file -> file.toString().endsWith(".md")).toList()) {
                link.matcher(Files.readString(page))
                        .results()
                        .map(found -> page.resolveSibling(found.group(1)))
                        .forEach(targets::add);
            }
        }

        assertThat(targets)
                .hasSizeGreaterThan(50)
                .allSatisfy(file -> assertThat(file).exists());
    }

    /** Those that only a checkout has are named as such. */
    @Test
    void hasEveryFileThatMessagesName() throws IOException {
        Pattern texts = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
        Pattern paths = Pattern.compile(
                "(?<![\\w/.-])(workloads|driver-[a-z]+|deploy|docs|bin)(/[A-Za-z0-9_-]++)++(\\.[a-z]++)*+"
                        + "(?!( rig)? in a checkout)");
        Set<String> named = new TreeSet<>();
        for (String module : List.of("benchmark-framework", "driver-kafka", "driver-redpanda")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module))) {
                for (Path file : files.filter(file -> file.toString().matches(".*/src/main/.*\\.(java|help)"))
                        .toList()) {
                    String text = Files.readString(file);
                    Stream<String> messages = file.toString().endsWith(".help")
                            ? Stream.of(text)
                            : texts.matcher(text).results().map(found -> found.group(1));
                    messages.flatMap(message -> paths.matcher(message).results())
                            .forEach(path -> named.add(path.group()));
                }
            }
        }

        assertThat(named)
                .hasSizeGreaterThan(8)
                .allSatisfy(path -> assertThat(Command.home().resolve(path)).exists());
    }

    /** Its broker has a remote store: the jars that the store needs are those of the brokers alone. */
    @Test
    void endsTheBrokersWhenItIsKilled() {
        Path driver = Command.home().resolve("driver-kafka/embedded-tiered.yaml");
        try (var run = Command.start(folder, "benchmark", "-d", driver, "long.yaml")) {
            run.awaitLine("warm-up");
            List<ProcessHandle> brokers = run.descendants();
            assertThat(brokers).isNotEmpty();

            run.signal("KILL");
            await().atMost(Duration.ofSeconds(30)).until(() -> brokers.stream().noneMatch(ProcessHandle::isAlive));
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> Command.assertLeftNoTemporaryFile(folder));
        }
    }
}
