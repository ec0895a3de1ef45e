package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.weir.driver.RecordedReceipts;
import dev.weir.driver.RecordedSends;
import dev.weir.driver.admin.LogRange;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.driver.embedded.BrokerFaults;
import dev.weir.driver.embedded.EmbeddedCluster;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.KafkaDriverFactory;
import dev.weir.driver.kafka.embedded.BrokerProcess.OutputTail;
import dev.weir.driver.kafka.embedded.BrokerProcess.PortTakenException;
import dev.weir.driver.loading.Drivers;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.yaml.Problems;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How clusters start and end, and what they leave. */
class KafkaEmbeddedClustersTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final InetAddress HOST = InetAddress.getLoopbackAddress();

    @Test
    void aBrokerIgnoresSignalsKeepsItsDataAndLeavesNothing() throws Exception {
        var cluster = new KafkaEmbeddedClusters().start(1, 0);
        var remains = Remains.of(cluster);
        try (cluster) {
            assertThat(remains.ports()).hasSize(1);
            assertThat(remains.processIds()).hasSize(1).allMatch(Remains::runs);
            assertThat(remains.directory()).isDirectory();
            assertThat(cluster.deviations(cluster.driverConfig()))
                    .containsEntry("group.initial.rebalance.delay.ms", "0")
                    .containsEntry("offsets.topic.replication.factor", "1")
                    .containsEntry("min.insync.replicas", "1");
            assertThatAMessageArrives(cluster);
            long pid = remains.processIds().get(0);
            // Java does not return arguments as long as these.
            assertThat(Files.readString(Path.of("/proc", Long.toString(pid), "cmdline")))
                    .contains("-Xmx512m");
            for (String signal : new String[] {"-INT", "-HUP", "-TERM"}) {
                var kill = new ProcessBuilder("kill", signal, Long.toString(pid)).start();
                assertThat(kill.waitFor()).isZero();
            }
            await("a broker that goes on").during(Duration.ofSeconds(1)).until(() -> Remains.runs(pid));
            assertThatItIsStoppedInOrderAndStartedWithItsData(cluster, pid);
            remains = Remains.of(cluster);
        }
        remains.awaitNone();
        cluster.close();
    }

    @Test
    void clientsAreSetAsInTheDriverFileForOneBroker() {
        var problems = new Problems();
        DriverConfig shipped = DriverFile.read(
                        Path.of("../driver-kafka/kafka-single.yaml"), Drivers.onClassPath(), problems)
                .orElseThrow();
        DriverConfig embedded = KafkaEmbeddedCluster.driverConfig(new BrokerSettings(1, Map.of()), "localhost:9092");

        assertThat(problems.errors()).isEmpty();
        assertThat(new KafkaDriverFactory().clientSettings(embedded))
                .isEqualTo(new KafkaDriverFactory().clientSettings(shipped));
        assertThat(new KafkaDriverFactory().clientSettings(embedded).consumer())
                .containsEntry("offsetCommitLingerMs", "1000");
    }

    /** {@link BrokerFaultTest} reads the replicas of a topic from brokers. */
    @Test
    void ofThreeReplicasOneMayBeMissing() {
        TopicConfig topics = new KafkaEmbeddedClusters().driverConfig(3).topics();

        assertThat(topics.replicationFactor()).isEqualTo(3);
        assertThat(topics.properties()).containsEntry("min.insync.replicas", "2");
        assertThat(new BrokerSettings(3, Map.of()).deviations())
                .containsEntry("offsets.topic.replication.factor", "3")
                .containsEntry("transaction.state.log.replication.factor", "3")
                .containsEntry("transaction.state.log.min.isr", "2");
    }

    @Test
    void brokersListenOnTheFirstPortAndTheNext() {
        // Another process may take a port in the meantime.
        await("two free ports in a row").ignoreException(DriverException.class).untilAsserted(() -> {
            int first = new NodeLayout.Ports(HOST).free();
            assertThat(NodeLayout.choose(2, HOST, first).bootstrapServers())
                    .isEqualTo("127.0.0.1:" + first + ",127.0.0.1:" + (first + 1));
        });
        assertThat(new KafkaEmbeddedClusters().driverConfig(2).topics().replicationFactor())
                .isEqualTo(2);
    }

    @Test
    void namesATakenPort() throws IOException {
        try (var taken = new ServerSocket(0, 1, HOST)) {
            assertThatThrownBy(() -> new KafkaEmbeddedClusters().start(1, taken.getLocalPort()))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("port " + taken.getLocalPort() + " ")
                    .hasMessageContaining("taken");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2, -1, 'must be in [1, 65535]'",
        "2, 65535, 'must be in [1, 65535]'",
        "0, 0, 'must be in [1, 9], got 0'",
        "10, 0, 'must be in [1, 9], got 10'"
    })
    void refusesPortsThatDoNotExistAndNumbersOfBrokersThatItCannotStart(int brokers, int firstPort, String message) {
        assertThatThrownBy(() -> new KafkaEmbeddedClusters().start(brokers, firstPort))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"broker", "metrics"})
    void recognisesAPortThatWasTakenAfterItWasChosen(String listener) throws IOException {
        try (var taken = new ServerSocket(0, 1, HOST)) {
            var ports = new NodeLayout.Ports(HOST);
            int other = ports.free();
            boolean isBroker = listener.equals("broker");
            var topology = new NodeLayout(
                    HOST,
                    List.of(new NodeLayout.Node(
                            1,
                            isBroker ? taken.getLocalPort() : other,
                            OptionalInt.of(ports.free()),
                            isBroker ? other : taken.getLocalPort())));
            assertThatThrownBy(() -> start(topology, Duration.ofSeconds(60)))
                    .isInstanceOf(PortTakenException.class)
                    .hasMessageContaining(Integer.toString(taken.getLocalPort()));
        }
    }

    @Test
    void quotesTheBrokerThatDoesNotStart() {
        var clusters = new KafkaEmbeddedClusters(Map.of("log.segment.bytes", "plenty"));
        assertThatThrownBy(() -> clusters.start(1, 0))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("ended with status 1")
                .hasMessageContaining("Invalid value plenty for configuration log.segment.bytes");
    }

    @Test
    void failsAtTheDeadlineAndLeavesNothingBehind() {
        var failure = catchThrowableOfType(
                DriverException.class, () -> start(NodeLayout.choose(1, HOST, 0), Duration.ofMillis(10)));
        assertThat(failure).hasMessageContaining("does not serve after 0.01 s");
        var process = Pattern.compile("broker 1 \\(process (\\d+)\\)").matcher(String.valueOf(failure.getMessage()));
        assertThat(process.find()).isTrue();
        assertThat(Remains.runs(Long.parseLong(process.group(1)))).isFalse();
    }

    @Test
    void quotesWhyAProcessEndedWithoutItsStackTrace() {
        var lines = new OutputTail();
        List.of(
                        "ERROR KafkaServer: cannot start",
                        "java.io.IOException: No space left on device",
                        "\tat java.base/sun.nio.ch.FileDispatcherImpl.write0(Native Method)",
                        "\t... 12 more")
                .forEach(lines::add);

        assertThat(lines.quote())
                .isEqualTo("; its last lines were:\n  ERROR KafkaServer: cannot start\n"
                        + "  java.io.IOException: No space left on device");
    }

    @Test
    void sweepDeletesDirectoriesWithoutAnOwner() throws IOException {
        Path orphan = Files.createTempDirectory(temporary(), ClusterDirectory.PREFIX + "1-");
        Files.createDirectories(orphan.resolve("node-1/data"));
        Files.writeString(orphan.resolve("node-1/data/0.log"), "records");
        Files.createFile(orphan.resolve("owner.lock"));
        ClusterDirectory.sweep();
        assertThat(orphan).doesNotExist();
    }

    @Test
    void sweepKeepsOwnAndNewDirectories() throws IOException {
        Path beingMade = Files.createTempDirectory(temporary(), ClusterDirectory.PREFIX + "1-");
        try (var own = ClusterDirectory.create()) {
            ClusterDirectory.sweep();
            ClusterDirectory.sweep();
            assertThat(own.path()).isDirectory();
            assertThat(beingMade).isDirectory();
        } finally {
            Files.delete(beingMade);
        }
    }

    @Test
    void theNameContainsTheOwner() {
        var directory = ClusterDirectory.create();
        directory.close();
        assertThat(directory.path().getFileName().toString())
                .startsWith("weir-embedded-" + ProcessHandle.current().pid() + "-");
        assertThat(directory.path()).doesNotExist();
        directory.close();
    }

    @Test
    void theLastBrokerToGoTakesTheWholeDirectory() throws IOException {
        try (var directory = ClusterDirectory.create()) {
            Path first = directory.createNode(1, new Properties());
            Path second = directory.createNode(2, new Properties());
            ClusterDirectory.abandon(first);
            assertThat(second).isDirectory();
            ClusterDirectory.abandon(second);
            assertThat(directory.path()).doesNotExist();
        }
    }

    /** The last broker is paused, and cannot notice anything itself while it stands still. */
    @ParameterizedTest
    @CsvSource({"true, 2", "false, 1"})
    void anOwnerThatIsKilledOrExitsLeavesNothing(boolean killed, int brokers) throws Exception {
        Process owner = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ClusterOwner.class.getName(),
                        Integer.toString(brokers))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            Remains remains = readRemains(owner);
            assertThat(remains.processIds()).hasSize(brokers).allMatch(Remains::runs);

            ClusterDirectory.sweep();
            assertThat(remains.directory()).as("swept although its owner lives").isDirectory();

            if (killed) {
                owner.destroyForcibly();
            } else {
                owner.getOutputStream().close();
            }
            assertThat(owner.waitFor(20, TimeUnit.SECONDS)).isTrue();
            remains.awaitNone();
        } finally {
            owner.destroyForcibly();
        }
    }

    private static Remains readRemains(Process owner) throws IOException {
        // Not closed: the owner goes on, and a write of its to a closed pipe would be another end than the one tested.
        BufferedReader reader = owner.inputReader(StandardCharsets.UTF_8);
        var lines = new ArrayList<String>();
        for (String line = reader.readLine(); line != null && !line.isEmpty(); line = reader.readLine()) {
            lines.add(line);
        }
        assertThat(lines).as("what the owner printed").hasSizeGreaterThan(2);
        return new Remains(
                Path.of(lines.get(0)),
                Remains.portsOf(lines.get(1)),
                lines.stream().skip(2).map(Long::valueOf).toList());
    }

    /**
     * The main of a process that owns a cluster, of which it pauses the last broker, for tests of the end of such a process.
     * Prints, one a line, the directory, the brokers' ports and their process ids, and an empty line; then waits for the end of
     * its standard input and leaves without closing the cluster.
     */
    static final class ClusterOwner {
        private ClusterOwner() {}

        public static void main(String[] args) throws IOException {
            int brokers = Integer.parseInt(args[0]);
            var cluster = new KafkaEmbeddedClusters().start(brokers, 0);
            cluster.faults().orElseThrow().pause(brokers);
            System.out.println(cluster.directory());
            System.out.println(cluster.bootstrapServers());
            cluster.processIds().forEach(System.out::println);
            System.out.println();
            while (System.in.read() >= 0) {
                // The parent writes nothing. It closes the pipe when it ends.
            }
        }
    }

    private static void assertThatItIsStoppedInOrderAndStartedWithItsData(KafkaEmbeddedCluster cluster, long pid) {
        BrokerFaults faults = cluster.faults().orElseThrow();
        assertThat(faults.stop(1, Duration.ofSeconds(60))).isTrue();
        assertThat(Remains.runs(pid)).isFalse();
        faults.start(1, Duration.ofMinutes(2));
        assertThat(cluster.processIds()).doesNotContain(pid).allMatch(Remains::runs);
        try (var driver = new KafkaDriverFactory().open(cluster.driverConfig());
                var admin = driver.openAdmin()) {
            assertThat(admin.logRanges(List.of(new TopicSpec("greetings", 1)), LIMIT)
                            .get("greetings"))
                    .extracting(LogRange::endOffset)
                    .containsExactly(1L);
        }
    }

    private static void assertThatAMessageArrives(EmbeddedCluster cluster) {
        var received = new RecordedReceipts();
        try (var driver = new KafkaDriverFactory().open(cluster.driverConfig());
                var admin = driver.openAdmin()) {
            admin.createTopics(List.of(new TopicSpec("greetings", 1)), LIMIT);
            try (var consumer = driver.openConsumer(new ConsumerSpec("c", "greetings", 1, "readers"), received);
                    var producer = driver.openProducer(new ProducerSpec("p", "greetings", 1), new RecordedSends())) {
                producer.send(0, null, new byte[] {42}, null, 0, 1, 2);
                await("the message").atMost(LIMIT).until(() -> received.count() == 1);
                assertThat(consumer.positions()).containsExactly(1);
            }
        }
    }

    private static void start(NodeLayout topology, Duration deadline) {
        KafkaEmbeddedCluster.start(topology, new BrokerSettings(1, Map.of()), deadline)
                .close();
    }

    private static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }
}
