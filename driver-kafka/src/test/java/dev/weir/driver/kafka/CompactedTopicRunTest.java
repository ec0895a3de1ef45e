package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.CommandTest;
import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import dev.weir.result.RunResult;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Runs on topics that accept only messages with keys. */
@Order(1)
class CompactedTopicRunTest extends CommandTest {

    @Test
    void messagesWithoutKeysAreRefusedBeforeAClientSendsOne() {
        String topic = "compacted-" + UUID.randomUUID();
        try (var driver = new KafkaDriverFactory().open(compacted());
                var admin = driver.openAdmin();
                var cluster = new MiniCluster(1, folder)) {
            admin.createTopics(List.of(new TopicSpec(topic, 2)), Duration.ofMinutes(1));

            RunResult result =
                    cluster.run(Workloads.small().existing(List.of(topic)).build(), SharedCluster.config("kafka"));

            assertThat(result.failure())
                    .contains("compacted refuse those: " + topic, "keys: {distributor: RANDOM_NANO}")
                    .doesNotContain("clients reported");
            admin.deleteTopics(List.of(topic), Duration.ofMinutes(1));
        }
    }

    @Test
    void validateReportsMessagesWithoutKeys() throws IOException {
        for (String policy : List.of("compact", "'compact,delete'", "'delete, compact'")) {
            Path driver = driver(policy);
            Path withoutKeys = Files.writeString(
                    folder.resolve("without.yaml"), Files.readString(workload) + "keyDistributor: NO_KEY\n");
            Path withKeys = Files.writeString(
                    folder.resolve("with.yaml"), Files.readString(workload) + "keyDistributor: RANDOM_NANO\n");

            assertThat(execute("validate", workload.toString(), driver.toString()))
                    .isEqualTo(2);
            assertThat(out.toString())
                    .contains("keys: must be given, because the topicConfig of " + driver
                            + " creates compacted topics, which refuse messages without keys; add keys:");
            assertThat(execute("validate", withoutKeys.toString(), driver.toString()))
                    .isEqualTo(2);
            assertThat(out.toString()).contains(withoutKeys + ":11: keys: must be given");
            assertThat(execute("validate", withKeys.toString(), driver.toString()))
                    .isZero();
        }
        assertThat(execute("validate", workload.toString(), driver("delete").toString()))
                .isZero();
        refuses("keys: must be given", "-d", driver("compact").toString(), workload.toString());
        refuses(
                "keys: must be given",
                line("-d %s --set driver.topicConfig.cleanup.policy=compact %s", driver("delete"), workload));
    }

    private Path driver(String policy) throws IOException {
        return Files.writeString(
                folder.resolve("kafka.yaml"),
                "driver: kafka\ncommonConfig: {bootstrap.servers: 127.0.0.1:9092}\ntopicConfig: {cleanup.policy: "
                        + policy + "}\n");
    }

    static DriverConfig compacted() {
        return SharedCluster.withTopics(
                SharedCluster.config("kafka"), new TopicConfig(1, false, Map.of("cleanup.policy", "compact")));
    }
}
