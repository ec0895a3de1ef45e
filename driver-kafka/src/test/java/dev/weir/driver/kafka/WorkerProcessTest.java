package dev.weir.driver.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.audit.AuditResult;
import dev.weir.coordinator.Coordinator;
import dev.weir.coordinator.MiniCluster;
import dev.weir.coordinator.WorkerProcess;
import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.sharegroups.ShareGroup;
import dev.weir.feature.sharegroups.ShareGroupFeature;
import dev.weir.feature.sharegroups.ShareGroupFeature.ShareGroupResult;
import dev.weir.feature.transactions.PipelineSection.PipelineSpec;
import dev.weir.feature.transactions.PipelineSection.Transform;
import dev.weir.feature.transactions.Transactions;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Whole runs on an embedded broker with workers in processes of their own, which are killed and stopped. */
@Order(1)
class WorkerProcessTest {
    @TempDir
    Path folder;

    /** The worker had received some messages without a report, and had reported others without a commit. */
    @Test
    void messagesOfAKilledWorkerAreNeitherLostNorDuplicated() {
        try (var killed = WorkerProcess.start();
                var cluster = new MiniCluster(2, folder)) {
            cluster.add("killed", killed.address());
            Workload workload = load(10).topics(1, 6)
                    .producersPerTopic(3)
                    .subscriptionsPerTopic(1, 3)
                    .continuingAfterLoss(true)
                    .build();

            RunResult result = cluster.run(workload, quicklyGivenUp(), MiniCluster.inMeasurement(killed::kill));

            AuditResult audit = result.audit();
            assertThat(result.failure()).isEmpty();
            assertThat(result.outcome()).isEqualTo(Outcome.DEGRADED);
            assertThat(result.reasons()).extracting(Reason::code).contains(ReasonCode.WORKER_LOST);
            assertThat(result.findings())
                    .extracting(Finding::code)
                    .doesNotContain(
                            FindingCode.MESSAGES_LOST, FindingCode.MESSAGES_DUPLICATED, FindingCode.MESSAGES_REORDERED);
            assertThat(audit.complete()).isTrue();
            assertThat(audit.violations().lost()).isZero();
            assertThat(audit.violations().duplicated()).isZero();
            // The killed worker had committed none of the messages that it had reported. If another consumer had all
            // partitions, the killed worker reported no messages.
            var worker = result.weir().instrument().workers().get(2);
            if (worker.counts().orElseThrow().receipts().received() > 0) {
                assertThat(audit.blocks().unknown() + audit.blocks().redelivered())
                        .isPositive();
            }
            assertThat(worker.lost().orElseThrow().reason())
                    .endsWith("no process listens there any more: its process has ended");
            assertThat(result.weir().load().unsent().orElseThrow()).isPositive();
        }
    }

    /**
     * With all that it had read and not committed, in the midst of its transactions. In the check, {@code TransactionRunTest} loses
     * a worker with instances of a pipeline, and {@code DriverContract} tests that open transactions are aborted and their
     * offsets are not committed.
     */
    @Test
    @Tag("soak")
    @ResourceLock("processors that workers take")
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

            RunResult result = cluster.run(
                    workload,
                    SharedCluster.withProducer(quicklyGivenUp(), Map.of("transaction.timeout.ms", "10000")),
                    MiniCluster.inMeasurement(killed::kill));

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

    /** What its consumers had comes back at once, since the broker releases messages whose consumer has disconnected. */
    @Test
    @Tag("soak")
    void messagesOfAShareGroupThatAKilledWorkerHadAreNotLost() {
        var share = new ShareGroup(true, 0, 0, 0, 1, false, Map.of());
        var jobs = Workloads.jobs(
                6, 50_000_000, share, Map.of("max.poll.records", "20", "share.acquire.mode", "record_limit"));
        try (var killed = WorkerProcess.start();
                var cluster = new MiniCluster(2, folder).deliverySilence(Duration.ofSeconds(15))) {
            cluster.add("killed", killed.address());
            Workload workload = load(10).topics(1, 6)
                    .producersPerTopic(3)
                    .subscriptions(jobs)
                    .continuingAfterLoss(true)
                    .build();

            RunResult result = cluster.run(workload, quicklyGivenUp(), MiniCluster.inMeasurement(killed::kill));

            AuditResult audit = result.audit();
            assertThat(result.failure()).isEmpty();
            assertThat(result.reasons()).extracting(Reason::code).contains(ReasonCode.WORKER_LOST);
            assertThat(result.findings())
                    .extracting(Finding::code)
                    .doesNotContain(FindingCode.MESSAGES_LOST, FindingCode.MESSAGES_DUPLICATED);
            assertThat(audit.complete()).isTrue();
            assertThat(audit.violations().lost() + audit.violations().duplicated())
                    .as(audit.toString())
                    .isZero();
            // Some messages have arrived whose acknowledgements the killed worker did not report.
            assertThat(audit.counts().delivered() + audit.blocks().unknown())
                    .isGreaterThanOrEqualTo(audit.counts().acknowledged());
            ShareGroupResult group =
                    ShareGroupFeature.PART.in(result.weir()).orElseThrow().get(0);
            assertThat(group.counts().ended())
                    .isEqualTo(audit.counts().delivered() + audit.blocks().redelivered());
            // What came of the deliveries that it had when it last reported is unknown.
            assertThat(group.counts().unsettled()).isBetween(0L, 3 * 2 * 20L);
        }
    }

    /** Stopped until that is noticed: what it had under way comes late, once, and nothing is missing. */
    @Test
    @Tag("soak")
    void countsEachMessageOnceThoughAWorkerStandsStill() {
        try (var still = WorkerProcess.start();
                var cluster = new MiniCluster(1, folder)) {
            cluster.add("still", still.address());
            var stopped = new AtomicBoolean();

            RunResult result = cluster.run(load(4).build(), SharedCluster.config("kafka"), new MiniCluster.Reaction() {
                @Override
                public void tick(Coordinator coordinator, Interval tick) {
                    if (tick.phase() == Phase.MEASUREMENT && stopped.compareAndSet(false, true)) {
                        still.signal("STOP");
                    }
                }

                @Override
                public void event(RunEvent event) {
                    if (event.text().contains(" cannot be reached: ")) {
                        still.signal("CONT");
                    }
                }
            });

            assertThat(result.weir().course().events())
                    .extracting(RunEvent::text)
                    .contains("worker still cannot be reached: nothing was heard for 5000 ms");
            assertThat(result.failure()).isEmpty();
            assertThat(MiniCluster.texts(result, EventKind.WORKER_CHANGED))
                    .anyMatch(text -> text.contains(" cannot be reached: "))
                    .anyMatch(text -> text.contains(" is connected again; "))
                    .noneMatch(text -> text.contains(" is lost: "));
            assertThat(result.audit().verdict()).isEqualTo("clean");
            assertThat(result.audit().counts().delivered())
                    .isEqualTo(result.audit().counts().acknowledged());
            assertThat(result.weir().instrument().workers().stream()
                            .mapToLong(worker ->
                                    worker.counts().orElseThrow().receipts().received())
                            .sum())
                    .isEqualTo(result.audit().counts().acknowledged());
            assertThat(result.intervals().stream()
                            .mapToLong(interval -> interval.counts().sends().acknowledged())
                            .sum())
                    .isEqualTo(result.audit().counts().acknowledged());
            assertThat(result.weir().clients().producers()).hasSize(2);
            assertThat(result.weir().clients().consumers()).hasSize(2);
        }
    }

    private static Workloads load(int seconds) {
        return Workloads.small().rates(100, 100).durations(Duration.ofSeconds(1), Duration.ofSeconds(seconds));
    }

    /** What a dead client had is free after some seconds, and consumers commit nothing. */
    private static DriverConfig quicklyGivenUp() {
        return SharedCluster.withProducer(SharedCluster.config("kafka"), Map.of("transaction.timeout.ms", "5000"))
                .withConsumerConfig(Map.of(
                        "session.timeout.ms", "6000",
                        "heartbeat.interval.ms", "1000",
                        "offsetCommitLingerMs", "60000"));
    }
}
