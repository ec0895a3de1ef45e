package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.redpanda.Kfake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Features of Apache Kafka on systems that do not have them: refused by name, before anything runs. */
class FeaturesRefusedTest extends CommandTest {

    @Test
    void redpandaHasNone() throws IOException {
        Path driver = driver("redpanda", "127.0.0.1:1", "clusterConfig: |\n  feature.transaction.version=2\n");

        refuses(
                driver
                        + ":5: clusterConfig.feature.transaction.version: feature.transaction.version is a feature of Apache"
                        + " Kafka, which Redpanda does not have: remove it",
                "-d",
                driver.toString(),
                workload.toString());
    }

    @Test
    void redpandaHasNoConsumerProtocol() throws IOException {
        Path driver = driver("redpanda", "127.0.0.1:1", "consumerConfig: |\n  group.protocol=consumer\n");
        String why =
                "group.protocol=consumer is the rebalance protocol of Apache Kafka 4 (KIP-848, feature group.version),"
                        + " which Redpanda does not have: set it to classic";

        refuses(driver + ":5: consumerConfig.group.protocol: " + why, "-d", driver.toString(), workload.toString());
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void brokersAreAskedForTheConsumerProtocol() throws IOException {
        Path driver = driver("kafka", Kfake.shared().addresses(), "consumerConfig: |\n  group.protocol=consumer\n");
        Path file = folder.resolve("r.json");

        assertThat(execute("-q", "-d", driver.toString(), "-o", file.toString(), workload.toString()))
                .isEqualTo(1);

        assertThat(err.toString() + (Files.exists(file) ? Files.readString(file) : ""))
                .contains("group.protocol=consumer is the rebalance protocol of Apache Kafka 4 (KIP-848, feature"
                        + " group.version), which these brokers do not have: set it to classic");
    }

    @ParameterizedTest
    @CsvSource({"redpanda, ''", "redpanda, client: wire", "kafka, client: wire"})
    void redpandaAndWeirsOwnClientHaveNoShareGroups(String name, String settings) throws IOException {
        Path driver = driver(name, "127.0.0.1:1", settings + "\n");

        refuses(
                "subscriptions: jobs is a share group, which the driver " + name
                        + " does not have with the settings of",
                "-d",
                driver.toString(),
                shareGroup().toString());
    }

    @Test
    void weirsOwnClientRefusesPropertiesThatItDoesNotObey() throws IOException {
        Path driver =
                driver("kafka", "127.0.0.1:1", "client: wire\nconsumerConfig: |\n  isolation.level=read_committed\n");

        refuses(
                driver
                        + ":6: consumerConfig.isolation.level: isolation.level must be read_uncommitted with client: wire",
                "-d",
                driver.toString(),
                workload.toString());
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void brokersAreAskedForShareGroups() throws IOException {
        Path driver = driver("kafka", Kfake.shared().addresses(), "");
        Path file = folder.resolve("r.json");

        assertThat(execute(
                        "-q",
                        "-d",
                        driver.toString(),
                        "-o",
                        file.toString(),
                        shareGroup().toString()))
                .isEqualTo(1);

        assertThat(err.toString() + (Files.exists(file) ? Files.readString(file) : ""))
                .contains("this cluster has no share groups: its feature share.version is 0 or unknown");
    }

    @Test
    void kafkaTakesPropertiesOfShareConsumers() throws IOException {
        Path driver = driver("kafka", "127.0.0.1:1", "");

        assertThat(execute("plan", "-d", driver.toString(), "../workloads/small/share-group.yaml"))
                .as(err.toString())
                .isZero();
    }

    private Path shareGroup() throws IOException {
        return Files.writeString(folder.resolve("share.yaml"), """
                topics: 1
                partitionsPerTopic: 1
                messageSize: 100
                producersPerTopic: 1
                producerRate: 100
                testDuration: 1s
                warmupDuration: 0s
                subscriptions:
                  - {name: jobs, type: share}
                """);
    }

    @Test
    void redpandaHasNoEmbeddedKafka() throws IOException {
        Path driver = driver("redpanda", "127.0.0.1:1", "remoteStoreLatencyMillis: 20\n");

        refuses(driver + ":4: remoteStoreLatencyMillis", "-d", driver.toString(), workload.toString());
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void anotherServerIsAsked() throws IOException {
        Path driver = driver("kafka", Kfake.shared().addresses(), "clusterConfig: |\n  feature.share.version=1\n");
        Path file = folder.resolve("r.json");

        assertThat(execute("-q", "-d", driver.toString(), "-o", file.toString(), workload.toString()))
                .isEqualTo(1);

        assertThat(err.toString())
                .contains("feature.share.version is no feature of the brokers, which have none that can be changed");
        assertThat(file).doesNotExist();
    }

    private Path driver(String driver, String servers, String more) throws IOException {
        return Files.writeString(folder.resolve("driver.yaml"), """
                driver: %s
                commonConfig: |
                  bootstrap.servers=%s
                %s""".formatted(driver, servers, more));
    }
}
