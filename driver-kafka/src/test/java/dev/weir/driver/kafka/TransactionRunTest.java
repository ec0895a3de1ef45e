package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.audit.AuditResult;
import dev.weir.coordinator.MiniCluster;
import dev.weir.coordinator.WorkerProcess;
import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.transactions.PipelineSection.PipelineSpec;
import dev.weir.feature.transactions.TransactionSection.TransactionSpec;
import dev.weir.feature.transactions.Transactions;
import dev.weir.feature.transactions.PipelineSection.Transform;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Whole runs in transactions, on an embedded broker. */
@Order(1)
@ResourceLock("processors that workers take")
class TransactionRunTest {
    @TempDir
    Path folder;

    @Test
    void losesAndLeaksNothing() {
        try (var cluster = new MiniCluster(1, folder).losingNothing()) {
            RunResult result = cluster.run(
                    Workloads.small()
                            .section(Transactions.STREAM, new TransactionSpec(10, 0.2))
                            .rates(200, 200)
                            .durations(Duration.ofSeconds(1), Duration.ofSeconds(3))
                            .build(),
                    SharedCluster.config("kafka"));

            AuditResult audit = result.audit();
            assertThat(result.failure()).isEmpty();
            assertThat(audit.verdict()).isEqualTo("clean");
            assertThat(audit.counts().acknowledged()).isPositive();
            assertThat(audit.counts().aborted()).isPositive();
            assertThat(audit.counts().delivered()).isEqualTo(audit.counts().acknowledged());
            assertThat(Transactions.COUNTS.in(result.weir()).orElseThrow().failed())
                    .isZero();
            assertThat(result.weir().clients().producers())
                    .isNotEmpty()
                    .allSatisfy(
                            producer -> assertThat(producer.metrics()).containsKeys("batch-size-avg", "request-total"));
            long commits = result.measured().of(Latency.TRANSACTION_COMMIT).count();
            assertThat(result.measured().of(Latency.TRANSACTION_VISIBLE).count())
                    .isBetween(commits - 2, commits);
        }
    }

    /** With all that it had read and not committed, in the midst of its transactions. */
    @Test
    void aKilledPipelineWorkerLosesAndDuplicatesNothing() {
        try (var killed = WorkerProcess.start();
                var cluster = new MiniCluster(2, folder).losingNothing()) {
            cluster.add("killed", killed.address());
            Workload workload = Workloads.small()
                    .topics(1, 4)
                    .durations(Duration.ofSeconds(2), Duration.ofSeconds(12))
                    .section(Transactions.PIPELINE, new PipelineSpec(4, 20, Transform.UPPER_CASE))
                    .continuingAfterLoss(true)
                    .build();

            RunResult result = cluster.run(workload, quicklyGivenUp(), (coordinator, tick) -> {
                if (tick.phase() == Phase.MEASUREMENT) {
                    killed.kill();
                }
            });

            AuditResult audit = result.audit();
            assertThat(result.failure()).isEmpty();
            assertThat(result.reasons()).extracting(Reason::code).contains(ReasonCode.WORKER_LOST);
            assertThat(MiniCluster.texts(result, EventKind.WORKER_CHANGED))
                    .anyMatch(text -> text.contains(" is lost: "));
            assertThat(audit.verdict()).as(audit.toString()).isEqualTo("clean");
            assertThat(audit.violations().lost()).isZero();
            assertThat(audit.violations().duplicated()).isZero();
            assertThat(Transactions.PIPELINES.in(result.weir()).orElseThrow())
                    .hasSize(2)
                    .allSatisfy(instance -> {
                        assertThat(instance.client().worker()).isEqualTo("worker-1");
                        assertThat(instance.messages()).isPositive();
                        assertThat(instance.transactions().committed()).isPositive();
                        assertThat(instance.metrics()).containsKeys("batch-size-avg", "request-total");
                    });
            assertThat(audit.counts().acknowledged()
                            + result.weir().load().unsent().orElseThrow())
                    .isGreaterThanOrEqualTo(14_000);
            assertThat(audit.counts().delivered()).isEqualTo(audit.counts().acknowledged());
            // Some waited until the partitions and the transaction of the killed one were given up.
            assertThat(result.measured().of(Latency.END_TO_END_RESPONSE).maxNanos())
                    .isGreaterThan(Duration.ofSeconds(2).toNanos());
        }
    }

    /** What a dead client had is free after some seconds, not after a minute. */
    private static DriverConfig quicklyGivenUp() {
        return SharedCluster.withProducer(SharedCluster.config("kafka"), Map.of("transaction.timeout.ms", "10000"))
                .withConsumerConfig(Map.of("session.timeout.ms", "6000", "heartbeat.interval.ms", "1000"));
    }
}
