package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.clock.SystemClock;
import dev.weir.coordinator.MiniCluster;
import dev.weir.doctor.Check;
import dev.weir.doctor.SystemCheck;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.KafkaDriverFactory;
import dev.weir.driver.loading.Drivers;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs during which another client changes the cluster: they go on and report it. */
class OutsideFaultTest {
    private static final String ANONYMOUS = "User:ANONYMOUS";

    private static KafkaEmbeddedCluster cluster;
    private static Admin admin;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        cluster = new KafkaEmbeddedClusters(Map.of(
                        "authorizer.class.name",
                        "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                        "allow.everyone.if.no.acl.found",
                        "true"))
                .start(1, 0);
        admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()));
    }

    @AfterAll
    static void stop() {
        admin.close(Duration.ZERO);
        cluster.close();
    }

    @Test
    void continuesAfterThePermissionForATopicWasRevokedAndRestored() throws Exception {
        var denied = new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, "weir-", PatternType.PREFIXED),
                new AccessControlEntry(ANONYMOUS, "*", AclOperation.ALL, AclPermissionType.DENY));
        RunResult result = run(
                120,
                true,
                () -> admin.createAcls(List.of(denied))
                        .all()
                        .toCompletionStage()
                        .toCompletableFuture(),
                () -> admin.deleteAcls(List.of(denied.toFilter()))
                        .all()
                        .toCompletionStage()
                        .toCompletableFuture());

        assertThat(result.failure()).isEmpty();
        assertThat(result.findings())
                .filteredOn(finding -> finding.code() == FindingCode.CLIENT_ERROR)
                .anySatisfy(error -> {
                    assertThat(error.text()).contains("TopicAuthorizationException");
                    assertThat(error.count()).isPositive();
                });
        assertThat(result.audit().counts().failed()).isPositive();
        // What was refused is not lost, and what came after it was served again: else the run would not have ended
        // early.
        assertThat(result.audit().violations().lost()).isZero();
        assertThat(result.interrupted()).isTrue();
    }

    @Test
    void reportsNoTopicsAsLeftThatItMayNotCreate() throws Exception {
        List<AclBinding> denied = List.of(
                new AclBinding(
                        new ResourcePattern(ResourceType.TOPIC, "weir-", PatternType.PREFIXED),
                        new AccessControlEntry(ANONYMOUS, "*", AclOperation.ALL, AclPermissionType.DENY)),
                new AclBinding(
                        new ResourcePattern(ResourceType.CLUSTER, "kafka-cluster", PatternType.LITERAL),
                        new AccessControlEntry(ANONYMOUS, "*", AclOperation.CREATE, AclPermissionType.DENY)));
        // The broker itself needs the other rights, which are refused once there is an entry for the cluster.
        var allowed = new AclBinding(
                new ResourcePattern(ResourceType.CLUSTER, "kafka-cluster", PatternType.LITERAL),
                new AccessControlEntry(ANONYMOUS, "*", AclOperation.ALL, AclPermissionType.ALLOW));
        admin.createAcls(List.of(allowed)).all().get(30, TimeUnit.SECONDS);
        admin.createAcls(denied).all().get(30, TimeUnit.SECONDS);
        try (var mini = new MiniCluster(1, folder, Drivers.onClassPath())) {
            RunResult result = mini.run(Workloads.small().build(), cluster.driverConfig());

            assertThat(result.failure()).contains("TopicAuthorizationException");
            assertThat(result.reasons()).extracting(Reason::code).doesNotContain(ReasonCode.TOPICS_LEFT);
            var factory = new KafkaDriverFactory();
            assertThat(new SystemCheck("kafka.yaml", factory, cluster.driverConfig(), SystemClock.INSTANCE).check())
                    .extracting(Check::toString)
                    .anySatisfy(check -> assertThat(check)
                            .contains("may not create topics that begin with weir-", "TopicAuthorizationException"));
        } finally {
            admin.deleteAcls(denied.stream().map(AclBinding::toFilter).toList())
                    .all()
                    .get(30, TimeUnit.SECONDS);
            admin.deleteAcls(List.of(allowed.toFilter())).all().get(30, TimeUnit.SECONDS);
            // The next test may begin before the broker has applied that.
            var topic = new NewTopic("weir-allowed-again", 1, (short) 1);
            await("the rights of the next test")
                    .atMost(Duration.ofSeconds(30))
                    .ignoreExceptions()
                    .until(() -> admin.createTopics(List.of(topic)).all().get(10, TimeUnit.SECONDS) == null);
        }
    }

    @Test
    void endsInOrderWhenItsTopicIsDeleted() throws Exception {
        RunResult result = run(
                10,
                false,
                () -> admin.listTopics()
                        .names()
                        .toCompletionStage()
                        .thenCompose(names -> admin.deleteTopics(names.stream()
                                        .filter(name -> name.startsWith("weir-"))
                                        .toList())
                                .all()
                                .toCompletionStage())
                        .toCompletableFuture(),
                () -> CompletableFuture.completedFuture(null));

        assertThat(result.failure()).isEmpty();
        assertThat(result.findings())
                .extracting(Finding::code)
                .contains(FindingCode.UNAVAILABLE, FindingCode.OPERATIONS_FAILED, FindingCode.CLIENT_ERROR);
        assertThat(result.weir().load().availability().orElseThrow().publish().unavailableSeconds())
                .isGreaterThan(1);
    }

    /** Something that is asked of the cluster. */
    private interface Change {
        CompletableFuture<?> begin();
    }

    /**
     * With a change 2 s into the measurement, and another one as soon as the first has made messages fail.
     *
     * @param untilServed whether the run ends once messages are acknowledged again after the second change
     */
    private RunResult run(int seconds, boolean untilServed, Change first, Change second) throws Exception {
        DriverConfig config = BrokerFaultTest.with(
                cluster.driverConfig(),
                Map.of("delivery.timeout.ms", "3000", "request.timeout.ms", "2000", "max.block.ms", "2000"));
        Workload workload = Workloads.small()
                .rates(100, 100)
                .durations(Duration.ofSeconds(1), Duration.ofSeconds(seconds))
                .build();
        var ticks = new AtomicInteger();
        var failed = new AtomicBoolean();
        CompletableFuture<?>[] changes = {new CompletableFuture<>(), new CompletableFuture<>()};
        RunResult result;
        try (var mini = new MiniCluster(1, folder, Drivers.onClassPath())) {
            result = mini.run(workload, config, (coordinator, tick) -> {
                int number = tick.phase() == Phase.MEASUREMENT ? ticks.incrementAndGet() : 0;
                if (number == 10) {
                    changes[0] = first.begin();
                } else if (number > 10 && tick.counts().sends().failed() > 0 && failed.compareAndSet(false, true)) {
                    changes[1] = second.begin();
                } else if (untilServed
                        && changes[1].isDone()
                        && tick.counts().sends().acknowledged() > 0) {
                    coordinator.interrupt();
                }
            });
        }
        for (CompletableFuture<?> change : changes) {
            change.get(30, TimeUnit.SECONDS);
        }
        return result;
    }
}
