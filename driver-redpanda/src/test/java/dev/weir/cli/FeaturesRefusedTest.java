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

    /** @param more lines of the driver file from the fourth on, with slashes between */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            redpanda; clusterConfig: |/  feature.transaction.version=2; :5: clusterConfig.feature.transaction.version: feature.transaction.version is a feature of Apache Kafka, which Redpanda does not have: remove it
            redpanda; consumerConfig: |/  group.protocol=consumer; :5: consumerConfig.group.protocol: group.protocol=consumer is the rebalance protocol of Apache Kafka 4 (KIP-848, feature group.version), which Redpanda does not have: set it to classic
            redpanda; remoteStoreLatencyMillis: 20; :4: remoteStoreLatencyMillis
            kafka; remoteStoreLatencyMillis: 20; :4: remoteStoreLatencyMillis: remoteStoreLatencyMillis is a setting of the embedded Kafka alone: add embedded: true, or remove it
            kafka; client: wire/consumerConfig: |/  isolation.level=read_committed; :6: consumerConfig.isolation.level: isolation.level must be read_uncommitted with client: wire
            """)
    void namesTheLineOfAnUnsupportedSetting(String name, String more, String message) throws IOException {
        Path driver = driver(name, "127.0.0.1:1", more);

        refuses(driver + message, "-d", driver, workload);
    }

    @ParameterizedTest
    @CsvSource({"redpanda, ''", "redpanda, client: wire", "kafka, client: wire"})
    void redpandaAndWeirsOwnClientHaveNoShareGroups(String name, String settings) throws IOException {
        refuses(
                "subscriptions: jobs is a share group, which the driver " + name
                        + " does not have with the settings of",
                "-d",
                driver(name, "127.0.0.1:1", settings),
                shareGroup());
    }

    /** Settings of the cluster are checked before the run begins, what clients need when it begins. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            clusterConfig: |/  feature.share.version=1; false; feature.share.version is no feature of the brokers, which have none that can be changed
            consumerConfig: |/  group.protocol=consumer; false; group.protocol=consumer is the rebalance protocol of Apache Kafka 4 (KIP-848, feature group.version), which these brokers do not have: set it to classic
            ''; true; this cluster has no share groups: its feature share.version is 0 or unknown
            """)
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void brokersAreAskedForFeatures(String more, boolean shares, String message) throws IOException {
        Path driver = driver("kafka", Kfake.shared().addresses(), more);
        Path file = folder.resolve("r.json");

        assertThat(execute(line("-q -d %s -o %s %s", driver, file, shares ? shareGroup() : workload)))
                .isEqualTo(1);

        assertThat(err.toString() + (Files.exists(file) ? Files.readString(file) : ""))
                .contains(message);
        assertThat(Files.exists(file) && more.startsWith("clusterConfig")).isFalse();
    }

    @Test
    void kafkaTakesPropertiesOfShareConsumers() throws IOException {
        succeeds("plan", "-d", driver("kafka", "127.0.0.1:1", ""), "../workloads/small/share-group.yaml");
    }

    private Path shareGroup() throws IOException {
        return write("share.yaml", """
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

    private Path driver(String driver, String servers, String more) throws IOException {
        return write("driver.yaml", """
                driver: %s
                commonConfig: |
                  bootstrap.servers=%s
                %s
                """.formatted(driver, servers, more.replace('/', '\n')));
    }
}
