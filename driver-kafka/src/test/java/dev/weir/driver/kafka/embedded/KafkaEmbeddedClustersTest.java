package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
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
import dev.weir.driver.loading.Drivers;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.yaml.Problems;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KafkaEmbeddedClustersTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

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
            int first = new NodeLayout.Ports(InetAddress.getLoopbackAddress()).free();
            assertThat(NodeLayout.choose(2, InetAddress.getLoopbackAddress(), first)
                            .bootstrapServers())
                    .isEqualTo("127.0.0.1:" + first + ",127.0.0.1:" + (first + 1));
        });
        assertThat(new KafkaEmbeddedClusters().driverConfig(2).topics().replicationFactor())
                .isEqualTo(2);
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
}
