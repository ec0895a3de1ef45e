package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.weir.coordinator.MiniCluster;
import dev.weir.doctor.Check;
import dev.weir.doctor.SystemCheck;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.Denial;
import dev.weir.driver.kafka.KafkaDriverFactory;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.feature.sharegroups.ShareGroup;
import dev.weir.feature.transactions.PipelineSection.PipelineSpec;
import dev.weir.feature.transactions.PipelineSection.Transform;
import dev.weir.feature.transactions.TransactionSection.TransactionSpec;
import dev.weir.feature.transactions.Transactions;
import dev.weir.result.RunResult;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Errors that no repetition mends end the preparation of a run at once, with their cause and what to do. Rights that are
 * taken away later and come back do not end it.
 */
@Order(2)
@Execution(ExecutionMode.CONCURRENT)
class RefusalRunTest {
    /** Less than the minute for which the coordinator sends probes; a busy host may take some seconds to open clients. */
    private static final Duration LIMIT = Duration.ofSeconds(55);

    /** Messages that are sent meanwhile: enough for 40 transactions of each producer, or for 4 s. */
    private static final int DENIED = 400;

    /** Of the names of topics, groups and transactional ids of one test, which alone has these rights. */
    private final String prefix = "refused-" + UUID.randomUUID() + "-";

    private final DriverConfig driver = SharedCluster.withTopics(
            DriverConfig.of("kafka").withCommonConfig(Map.of("bootstrap.servers", SharedCluster.servers())),
            SharedCluster.topics(prefix, Map.of()));

    private final Admin admin = Admin.create(Map.of("bootstrap.servers", SharedCluster.servers()));

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        admin.close();
    }

    @Test
    void messagesThatTheTopicRefusesAreTooLarge() {
        assertThat(failure(
                        wire(Map.of("max.message.bytes", "2000")),
                        Workloads.small().messageSize(4096)))
                .contains("RecordTooLargeException", "raise max.request.size");
    }

    @Test
    void messagesAreOlderThanTheTopicAllows() {
        DriverConfig lingering = SharedCluster.withProducer(
                wire(Map.of("message.timestamp.before.max.ms", "0")), Map.of("linger.ms", "100"));

        assertThat(failure(lingering, Workloads.small()))
                .contains("InvalidTimestampException", "set the clocks of workers and brokers");
    }

    @ParameterizedTest
    @MethodSource
    void rightsAreMissing(AclOperation operation, ResourceType resource, String kind, Workloads load) {
        deny(resource, operation);

        String resources = resource.name().toLowerCase(Locale.ROOT).replace('_', ' ') + "s";
        assertThat(failure(driver, load))
                .contains(kind, "grant this user the rights", "on the " + resources + " of runs");
    }

    static Stream<Arguments> rightsAreMissing() {
        var transactions = new TransactionSpec(5, 0);
        var jobs = Workloads.jobs(2, 0, new ShareGroup(true, 0, 0, 0, 1, false, Map.of()), Map.of());
        String topic = "TopicAuthorizationException";
        String group = "GroupAuthorizationException";
        return Stream.of(
                arguments(AclOperation.WRITE, ResourceType.TOPIC, topic, Workloads.small()),
                arguments(AclOperation.DESCRIBE, ResourceType.TOPIC, topic, Workloads.small()),
                arguments(AclOperation.READ, ResourceType.GROUP, group, Workloads.small()),
                arguments(
                        AclOperation.READ,
                        ResourceType.GROUP,
                        group,
                        Workloads.small().subscriptions(jobs)),
                arguments(
                        AclOperation.WRITE,
                        ResourceType.TRANSACTIONAL_ID,
                        "TransactionalIdAuthorizationException",
                        Workloads.small().section(Transactions.STREAM, transactions)));
    }

    @ParameterizedTest
    @CsvSource({"send, WRITE, TOPIC, TopicAuthorizationException", "stream, READ, GROUP, GroupAuthorizationException"})
    void clientsOfTransactionBenchmarksLackRights(
            String benchmark, AclOperation operation, ResourceType resource, String kind) throws IOException {
        deny(resource, operation);
        Workload loop = TransactionLoopTest.workload(folder, benchmark, 10, "");
        assertThat(failure(driver, loop)).contains(kind, "grant this user the rights");
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void consumersShareAnInstance(String protocol) {
        Map<String, String> consumer = Map.of("group.instance.id", "one", "group.protocol", protocol);

        assertThat(failure(
                        driver.withConsumerConfig(consumer), Workloads.small().subscriptionsPerTopic(1, 2)))
                .containsAnyOf("FencedInstanceIdException", "UnreleasedInstanceIdException")
                .contains("of its own with {consumer}");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void continuesAfterItsRightsWereRestored(boolean transactions) {
        Workloads load = Workloads.small();
        if (transactions) {
            load.section(Transactions.STREAM, new TransactionSpec(5, 0));
        }
        AclOperation operation = transactions ? AclOperation.WRITE : AclOperation.ALL;

        RunResult result = runWithout(load, () -> Denial.ofPrefix(operation, ResourceType.TOPIC, prefix));

        assertContinued(result);
        assertThat(result.audit().counts().failed()).isPositive();
    }

    /** {@code PipelineTest} holds in the check that a pipeline opens its reader again. */
    @Test
    @Tag("soak")
    void aPipelineContinuesAfterItsRightToReadWasRestored() {
        Workloads load = Workloads.small().section(Transactions.PIPELINE, new PipelineSpec(1, 5, Transform.COPY));

        assertContinued(runWithout(load, () -> {
            String[] inputs = SharedCluster.answer(admin.listTopics().names()).stream()
                    .filter(topic -> topic.startsWith(prefix) && !topic.endsWith("-output"))
                    .toArray(String[]::new);
            return Denial.of(AclOperation.READ, ResourceType.TOPIC, inputs);
        }));
    }

    /** What was refused is not lost. */
    private static void assertContinued(RunResult result) {
        assertThat(result.failure()).isEmpty();
        assertThat(result.interrupted()).isTrue();
        assertThat(result.findings())
                .filteredOn(finding -> finding.code() == FindingCode.CLIENT_ERROR)
                .anyMatch(error -> error.text().contains("TopicAuthorizationException") && error.count() > 0);
        assertThat(result.audit().violations().lost()).isZero();
        assertThat(result.audit().violations().duplicated()).isZero();
    }

    /** Makes a run that lacks rights while {@value #DENIED} messages are sent, and that ends when messages arrive again. */
    private RunResult runWithout(Workloads load, Supplier<Denial> rights) {
        DriverConfig config = SharedCluster.withProducer(
                SharedCluster.withTopics(TestClusters.undisturbed().driverConfig(), driver.topics()),
                Map.of("delivery.timeout.ms", "3000", "request.timeout.ms", "2000", "max.block.ms", "2000"));
        Workload workload = load.rates(100, 100)
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(120))
                .build();
        var ticks = new AtomicInteger();
        var sent = new AtomicLong();
        try (var mini = new MiniCluster(1, folder)) {
            return mini.run(workload, config, (coordinator, tick) -> {
                int number = tick.phase() == Phase.MEASUREMENT ? ticks.incrementAndGet() : 0;
                long before = number > 10 ? sent.getAndAdd(tick.counts().sends().sent()) : 0;
                if (number == 10) {
                    rights.get().impose(admin);
                } else if (before < DENIED && sent.get() >= DENIED) {
                    rights.get().end(admin);
                } else if (before >= DENIED
                        && tick.counts().sends().acknowledged() > 0
                        && tick.counts().receipts().received() > 0) {
                    coordinator.interrupt();
                }
            });
        }
    }

    @Test
    @ResourceLock(TestClusters.DISTURBED)
    void reportsNoTopicsAsLeftThatItMayNotCreate() throws Exception {
        Denial ofTopics = Denial.ofPrefix(AclOperation.ALL, ResourceType.TOPIC, "weir-");
        Denial ofCluster = Denial.of(AclOperation.CREATE, ResourceType.CLUSTER, "kafka-cluster");
        DriverConfig config = TestClusters.disturbed().driverConfig();
        try (var mini = new MiniCluster(1, folder);
                Admin disturbed = Admin.create(Map.copyOf(config.clients().common()))) {
            ofTopics.impose(disturbed);
            ofCluster.impose(disturbed);
            try {
                assertRefused(mini, config);
            } finally {
                ofTopics.end(disturbed);
                ofCluster.end(disturbed);
                // The next test may begin before the broker has applied that.
                var topic = new NewTopic("weir-allowed-again", 1, (short) 1);
                await("the rights of the next test")
                        .atMost(Duration.ofSeconds(30))
                        .ignoreExceptions()
                        .until(() ->
                                disturbed.createTopics(List.of(topic)).all().get(10, TimeUnit.SECONDS) == null);
                disturbed.deleteTopics(List.of(topic.name())).all().get(30, TimeUnit.SECONDS);
            }
        }
    }

    private static void assertRefused(MiniCluster mini, DriverConfig config) {
        RunResult result = mini.run(Workloads.small().build(), config);

        assertThat(result.failure()).contains("TopicAuthorizationException");
        assertThat(result.reasons()).extracting(Reason::code).doesNotContain(ReasonCode.LEFT_ON_CLUSTER);
        var factory = new KafkaDriverFactory();
        assertThat(new SystemCheck("kafka.yaml", SystemCheck.Origin.FILE, factory, config).check())
                .extracting(Check::toString)
                .anySatisfy(check -> assertThat(check)
                        .contains("may not create topics that begin with weir-", "TopicAuthorizationException"));
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

    private DriverConfig wire(Map<String, String> topics) {
        return SharedCluster.withTopics(
                driver.withSettings(Map.of("client", "wire")), SharedCluster.topics(prefix, topics));
    }

    private void deny(ResourceType resource, AclOperation operation) {
        Denial.ofPrefix(operation, resource, prefix).impose(admin);
    }
}
