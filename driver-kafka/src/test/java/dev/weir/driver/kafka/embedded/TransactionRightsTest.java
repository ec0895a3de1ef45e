package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.Denial;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.feature.transactions.PipelineSection.PipelineSpec;
import dev.weir.feature.transactions.PipelineSection.Transform;
import dev.weir.feature.transactions.Transactions;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pipeline loses a permission for some seconds: it continues and reports it. {@link RefusalRunTest} does so with streams. */
class TransactionRightsTest {
    /** Messages that are sent meanwhile: enough for 40 transactions of each producer, or for 4 s. */
    private static final int DENIED = 400;

    @TempDir
    Path folder;

    /** {@code PipelineTest} holds in the check that a pipeline opens its reader again. */
    @Test
    @Tag("soak")
    void aPipelineContinuesAfterThePermissionToReadWasRestored() {
        assertContinues(
                "rights-read-",
                "-output",
                AclOperation.READ,
                Workloads.small().section(Transactions.PIPELINE, new PipelineSpec(1, 5, Transform.COPY)));
    }

    /** Denies an operation on the topics of a run, except for those with a name that ends with the suffix. */
    private void assertContinues(String prefix, String suffix, AclOperation operation, Workloads load) {
        var config = SharedCluster.withTopics(
                TestClusters.undisturbed().driverConfig(), SharedCluster.topics(prefix, Map.of()));
        RunResult result = run(prefix, suffix, operation, load, config);

        assertThat(result.failure()).isEmpty();
        assertThat(result.interrupted()).isTrue();
        assertThat(result.findings())
                .filteredOn(finding -> finding.code() == FindingCode.CLIENT_ERROR)
                .extracting(Finding::text)
                .anyMatch(text -> text.contains("TopicAuthorizationException"));
        assertThat(result.audit().violations().lost()).isZero();
        assertThat(result.audit().violations().duplicated()).isZero();
    }

    /** The run ends when messages arrive again. */
    private RunResult run(String prefix, String suffix, AclOperation operation, Workloads load, DriverConfig config) {
        var ticks = new AtomicInteger();
        var sent = new AtomicLong();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedCluster.servers()));
                var mini = new MiniCluster(1, folder)) {
            return mini.run(
                    load.rates(100, 100)
                            .durations(Duration.ofSeconds(1), Duration.ofSeconds(120))
                            .build(),
                    config,
                    (coordinator, tick) -> {
                        int number = tick.phase() == Phase.MEASUREMENT ? ticks.incrementAndGet() : 0;
                        long before = number > 5
                                ? sent.getAndAdd(tick.counts().sends().sent())
                                : 0;
                        if (number == 5) {
                            denied(admin, prefix, suffix, operation).impose(admin);
                        } else if (before < DENIED && sent.get() >= DENIED) {
                            denied(admin, prefix, suffix, operation).end(admin);
                        } else if (before >= DENIED && tick.counts().receipts().received() > 0) {
                            coordinator.interrupt();
                        }
                    });
        }
    }

    private static Denial denied(Admin admin, String prefix, String suffix, AclOperation operation) {
        String[] topics = SharedCluster.answer(admin.listTopics().names()).stream()
                .filter(topic -> topic.startsWith(prefix) && (suffix.isEmpty() || !topic.endsWith(suffix)))
                .toArray(String[]::new);
        return Denial.of(operation, ResourceType.TOPIC, topics);
    }
}
