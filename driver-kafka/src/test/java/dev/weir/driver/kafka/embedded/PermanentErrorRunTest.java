package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.Denial;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.feature.sharegroups.ShareGroup;
import dev.weir.feature.transactions.TransactionSection.TransactionSpec;
import dev.weir.feature.transactions.Transactions;
import dev.weir.result.RunResult;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors that no repetition mends end the preparation of a run at once, with their cause and what to do. */
@Order(2)
class PermanentErrorRunTest {
    /** The coordinator sent probes for a minute; a busy host may take some seconds to open clients. */
    private static final Duration LIMIT = Duration.ofSeconds(55);

    /** Of the names of topics, groups and transactional ids of one test, which alone has these rights. */
    private final String prefix = "refused-" + UUID.randomUUID() + "-";

    private final Admin admin =
            Admin.create(Map.of("bootstrap.servers", TestClusters.undisturbed().bootstrapServers()));

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        admin.close();
    }

    @Test
    void messagesThatTheTopicRefusesAreTooLarge() {
        assertThat(failure(
                        driver("wire", Map.of(), Map.of(), Map.of("max.message.bytes", "2000")),
                        Workloads.small().messageSize(4096)))
                .contains("RecordTooLargeException", "raise max.request.size");
    }

    @Test
    void messagesAreOlderThanTheTopicAllows() {
        assertThat(failure(
                        driver(
                                "wire",
                                Map.of("linger.ms", "100"),
                                Map.of(),
                                Map.of("message.timestamp.before.max.ms", "0")),
                        Workloads.small()))
                .contains("InvalidTimestampException", "set the clocks of workers and brokers");
    }

    @ParameterizedTest
    @CsvSource({
        "WRITE, TOPIC, TopicAuthorizationException",
        "READ, GROUP, GroupAuthorizationException",
        "DESCRIBE, TOPIC, TopicAuthorizationException"
    })
    void rightsAreMissing(AclOperation operation, ResourceType resource, String kind) {
        deny(resource, operation);

        assertThat(failure(driver("kafka", Map.of(), Map.of(), Map.of()), Workloads.small()))
                .contains(
                        kind,
                        "grant this user the rights",
                        "on the " + resource.name().toLowerCase(Locale.ROOT) + "s of runs");
    }

    @Test
    void rightsOnTransactionsAreMissing() {
        deny(ResourceType.TRANSACTIONAL_ID, AclOperation.WRITE);

        assertThat(failure(
                        driver("kafka", Map.of(), Map.of(), Map.of()),
                        Workloads.small().section(Transactions.STREAM, new TransactionSpec(5, 0))))
                .contains("TransactionalIdAuthorizationException", "on the transactional ids of runs");
    }

    @ParameterizedTest
    @CsvSource({"send, WRITE, TOPIC, TopicAuthorizationException", "stream, READ, GROUP, GroupAuthorizationException"})
    void clientsOfTransactionBenchmarksLackRights(
            String benchmark, AclOperation operation, ResourceType resource, String kind) throws IOException {
        deny(resource, operation);
        Workload loop = TransactionLoopTest.workload(folder, benchmark, 10, "");
        assertThat(failure(driver("kafka", Map.of(), Map.of(), Map.of()), loop))
                .contains(kind, "grant this user the rights");
    }

    @Test
    void membersOfAShareGroupLackRights() {
        deny(ResourceType.GROUP, AclOperation.READ);
        Subscription jobs = Workloads.jobs(2, 0, new ShareGroup(true, 0, 0, 0, 1, false, Map.of()), Map.of());

        assertThat(failure(
                        driver("kafka", Map.of(), Map.of(), Map.of()),
                        Workloads.small().subscriptions(jobs)))
                .contains("GroupAuthorizationException", "grant this user the rights");
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void consumersShareAnInstance(String protocol) {
        Map<String, String> consumer = Map.of("group.instance.id", "one", "group.protocol", protocol);

        assertThat(failure(
                        driver("kafka", Map.of(), consumer, Map.of()),
                        Workloads.small().subscriptionsPerTopic(1, 2)))
                .containsAnyOf("FencedInstanceIdException", "UnreleasedInstanceIdException")
                .contains("of its own with {consumer}");
    }

    private String failure(DriverConfig driver, Workloads workload) {
        return failure(
                driver,
                workload.durations(Duration.ofSeconds(1), Duration.ofSeconds(1)).build());
    }

    private String failure(DriverConfig driver, Workload workload) {
        long begin = System.nanoTime();
        try (var mini = new MiniCluster(1, folder)) {
            RunResult result = mini.run(workload, driver);
            assertThat(result.failure()).isNotEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LIMIT);
            return result.failure();
        }
    }

    private DriverConfig driver(
            String client, Map<String, String> producer, Map<String, String> consumer, Map<String, String> topics) {
        DriverConfig embedded = TestClusters.undisturbed().driverConfig();
        return new DriverConfig(
                "kafka",
                "kafka",
                SharedCluster.topics(prefix, topics),
                new ClientConfig(embedded.clients().common(), producer, consumer),
                Map.of("client", client));
    }

    private void deny(ResourceType resource, AclOperation operation) {
        Denial.ofPrefix(operation, resource, prefix).impose(admin);
    }
}
