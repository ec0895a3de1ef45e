package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.audit.AuditExample;
import dev.weir.audit.AuditResult;
import dev.weir.coordinator.BrokenDriver;
import dev.weir.coordinator.Coordinator;
import dev.weir.coordinator.MiniCluster;
import dev.weir.coordinator.WholeRuns;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.driver.transaction.TransactionException;
import dev.weir.driver.transaction.TransactionException.Remedy;
import dev.weir.feature.transactions.PipelineSection.PipelineSpec;
import dev.weir.feature.transactions.PipelineSection.Transform;
import dev.weir.feature.transactions.TransactionSection.TransactionSpec;
import dev.weir.feature.transactions.Transactions.PipelineResult;
import dev.weir.measure.Latency;
import dev.weir.report.RunSummary;
import dev.weir.result.RunResult;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.code.Severity;
import dev.weir.result.document.RunDetails.Worker;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Throughput;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whole runs with transactions of producers, and with those of a pipeline. */
@Tag("slow")
class TransactionRunTest extends WholeRuns {
    @Test
    void deliversCommittedMessagesOnceAndAbortedOnesNever() {
        RunResult result = verifiedRun(2, transactions(10, 0.5), Map.of());

        AuditResult audit = result.audit();
        assertThat(result.failure()).isEmpty();
        assertThat(audit.verdict()).isEqualTo("clean");
        // 400 ms and 1 s at 1,000 messages/s; the last transaction of each producer was closed.
        assertThat(audit.counts().acknowledged() + audit.counts().aborted()).isEqualTo(1400);
        assertThat(audit.counts().delivered()).isEqualTo(audit.counts().acknowledged());
        assertThat(audit.counts().failed()).isZero();
        TransactionCounts transactions = Transactions.COUNTS.in(result.weir()).orElseThrow();
        // Two of them, of two producers, may have less than 10 messages; the first two are the probes'.
        assertThat(transactions.committed() + transactions.aborted()).isBetween(1400L / 10 + 2, 1400L / 10 + 4 + 2);
        assertThat(transactions.aborted()).isBetween(20L, 120L);
        assertThat(transactions.failed()).isZero();

        // The times of its calls, one by one.
        long commits = samples(result, Latency.TRANSACTION_COMMIT);
        long aborts = samples(result, Latency.TRANSACTION_ABORT);
        assertThat(samples(result, Latency.TRANSACTION_SEND)).isEqualTo(1000);
        assertThat(commits).isPositive();
        assertThat(aborts).isPositive();
        assertThat(commits + aborts)
                .isEqualTo(samples(result, Latency.TRANSACTION_BEGIN))
                .isBetween(100L, 104L);
        // That of the end may not be full.
        assertThat(samples(result, Latency.TRANSACTION_VISIBLE)).isBetween(commits - 2, commits);
        assertThat(samples(result, Latency.PUBLISH_RESPONSE)).isEqualTo(samples(result, Latency.END_TO_END_RESPONSE));
    }

    /** Messages of aborted transactions count for the target, and are no achieved ones: the table and the finding agree. */
    @Test
    void abortedMessagesAreSeparateFromAchievedOnes() {
        RunResult result = run(1, transactions(10, 0.25), Map.of("capacityMessagesPerSecond", "100"));

        Throughput throughput = result.throughput();
        assertThat(throughput.abortedMessagesPerSecond()).isPositive();
        assertThat(result.findings())
                .filteredOn(finding -> finding.code() == FindingCode.LOAD_NOT_MET)
                .singleElement()
                .satisfies(finding -> assertThat(finding.text())
                        .startsWith(String.format(
                                Locale.ROOT,
                                "achieved %,.0f and aborted %,.0f of 1,000 messages per second",
                                throughput.achievedMessagesPerSecond(),
                                throughput.abortedMessagesPerSecond())));
        assertThat(RunSummary.lines(result, Path.of("none.json"), true))
                .anyMatch(line -> line.startsWith("achieved rate"))
                .anyMatch(line -> line.startsWith("aborted rate"));
    }

    /** Known answer: it leaks what it aborts. */
    @Test
    void findsAbortedMessagesThatAreDelivered() {
        RunResult result = run(1, transactions(10, 0.5), Map.of("deliverAbortedEvery", "5"));

        AuditResult audit = result.audit();
        assertThat(audit.verdict()).isEqualTo("violated");
        assertThat(audit.violations().abortedDelivered())
                .isPositive()
                .isLessThan(audit.counts().aborted());
        assertThat(audit.violations().abortedDelivered() % 10).isZero();
        assertThat(audit.violations().lost()).isZero();
        assertThat(audit.violations().duplicated()).isZero();
        assertThat(audit.blocks().examples()).extracting(AuditExample::kind).containsOnly("abortedDelivered");
        assertThat(result.findings()).extracting(Finding::code).contains(FindingCode.ABORTED_DELIVERED);
        assertThat(result.thresholds())
                .filteredOn(threshold -> threshold.isMissed())
                .extracting(ThresholdCheck::text)
                .containsExactly("audit.abortedDelivered == 0");
    }

    /** As an application would: it aborts, or opens its producer anew, and goes on with what is due next. */
    @Test
    void continuesAfterTransactionsThatFail() {
        var commits = new AtomicInteger();
        var driver = new BrokenDriver((client, sequence) -> {}, client -> {
            switch (commits.incrementAndGet()) {
                case 20 -> throw new TransactionException(Remedy.ABORT, "not this one");
                case 30 -> throw new TransactionException(Remedy.CLOSE, "fenced");
                case 40 -> throw new TransactionException(Remedy.RETRY, "no answer");
                default -> {}
            }
        });
        try (var cluster = new MiniCluster(1, folder, new Drivers(List.of(driver)))) {
            RunResult result = MiniCluster.undisturbed(() -> {
                commits.set(0);
                return cluster.run(transactions(10, 0).build(), DriverConfig.of(BrokenDriver.NAME));
            });

            assertThat(result.failure()).isEmpty();
            assertThat(Transactions.COUNTS.in(result.weir()).orElseThrow().failed())
                    .isEqualTo(2);
            assertThat(result.audit().verdict()).isEqualTo("clean");
            assertThat(result.audit().counts().aborted()).isEqualTo(10);
            assertThat(result.audit().counts().failed()).isEqualTo(10);
            assertThat(result.audit().counts().acknowledged()).isEqualTo(1380);
            assertThat(result.findings())
                    .extracting(Finding::code)
                    .contains(FindingCode.OPERATIONS_FAILED, FindingCode.CLIENT_ERROR);
        }
    }

    @Test
    void endsWithOneMessageWhereTheDriverHasNoTransactions() {
        var driver = new BrokenDriver((client, sequence) -> {});
        RunResult result = run(1, transactions(10, 0), driver);

        assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(result.failure())
                .isEqualTo("the driver broken has no transactions with the settings of broken: remove transactions:"
                        + " from the workload, or choose another driver or client");
    }

    @Test
    void aPipelinePassesEachMessageOnOnce() {
        RunResult result = verifiedRun(3, pipeline(2, 10).topics(2, 3), Map.of());

        assertThat(result.failure()).isEmpty();
        assertThat(result.audit().verdict()).isEqualTo("clean");
        assertThat(result.audit().counts().acknowledged()).isEqualTo(1400);
        assertThat(result.audit().counts().delivered()).isEqualTo(1400);
        assertThat(result.measured().of(Latency.END_TO_END_RESPONSE).count()).isEqualTo(1000);
        assertThat(result.measured().of(Latency.TRANSACTION_SEND).count()).isEqualTo(1000);
        assertThat(result.measured().of(Latency.TRANSACTION_COMMIT).count()).isPositive();
        TransactionCounts transactions = Transactions.COUNTS.in(result.weir()).orElseThrow();
        assertThat(transactions.failed()).isZero();
        List<PipelineResult> instances =
                Transactions.PIPELINES.in(result.weir()).orElseThrow();
        assertThat(instances).extracting(PipelineResult::instance).containsExactly(0, 1, 2, 3);
        assertThat(instances)
                .extracting(pipelineResult -> pipelineResult.client().worker())
                .containsOnly("worker-1", "worker-2");
        assertThat(instances.stream().mapToLong(PipelineResult::messages).sum()).isGreaterThanOrEqualTo(1400);
        assertThat(instances.stream()
                        .map(PipelineResult::transactions)
                        .reduce(TransactionCounts.NONE, TransactionCounts::plus))
                .isEqualTo(transactions);
        assertThat(result.weir().instrument().workers())
                .extracting(Worker::pipelines)
                .containsExactly(0, 2, 2);
    }

    /** Both kinds of transactions at once, and a pipeline in the one process that there is. */
    @Test
    void aPipelinePassesOnOnlyCommittedMessages() {
        RunResult result = run(1, pipeline(1, 500).section(Transactions.STREAM, new TransactionSpec(5, 0.3)), Map.of());

        assertThat(result.failure()).isEmpty();
        assertThat(result.audit().verdict()).isEqualTo("clean");
        assertThat(result.audit().counts().aborted()).isPositive();
        assertThat(result.audit().counts().delivered())
                .isEqualTo(result.audit().counts().acknowledged());
    }

    @Test
    void aPipelineReadsAgainWhatATransactionThatFailedHadRead() {
        var commits = new AtomicInteger();
        var driver = new BrokenDriver((client, sequence) -> {}, client -> {
            int number = commits.incrementAndGet();
            if (number % 20 == 0) {
                throw new TransactionException(number % 40 == 0 ? Remedy.CLOSE : Remedy.ABORT, "not this one");
            }
        });
        RunResult result = run(2, pipeline(2, 5), driver);

        assertThat(result.failure()).isEmpty();
        assertThat(Transactions.COUNTS.in(result.weir()).orElseThrow().failed()).isGreaterThan(3);
        assertThat(result.audit().verdict()).isEqualTo("clean");
        assertThat(result.audit().counts().delivered()).isEqualTo(1400);
    }

    /** The run ends once the load of a second is delivered after the loss. */
    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void continuesWithoutAWorkerThatCarriesOnlyInstancesOfAPipeline() {
        try (var cluster = new MiniCluster(3, folder)) {
            var stopped = new AtomicBoolean();
            var lost = new AtomicBoolean();
            var deliveredWithoutIt = new AtomicLong();
            RunResult result = cluster.run(
                    pipeline(2, 20)
                            .topics(1, 4)
                            .endless(Duration.ofMillis(400))
                            .continuingAfterLoss(true)
                            .build(),
                    MiniCluster.none(Map.of()),
                    new MiniCluster.Reaction() {
                        @Override
                        public void tick(Coordinator coordinator, Interval tick) {
                            if (tick.phase() == Phase.MEASUREMENT && stopped.compareAndSet(false, true)) {
                                new Thread(cluster.worker(2)::close, "stopper").start();
                            }
                            long delivered =
                                    lost.get() ? tick.counts().receipts().received() : 0;
                            if (deliveredWithoutIt.addAndGet(delivered) > 1000) {
                                coordinator.interrupt();
                            }
                        }

                        @Override
                        public void event(RunEvent event) {
                            lost.set(true);
                        }
                    });

            assertThat(result.failure()).isEmpty();
            assertThat(result.audit().verdict()).isEqualTo("clean");
            assertThat(result.audit().counts().delivered())
                    .isEqualTo(result.audit().counts().acknowledged());
            // On a busy host, the others can miss the load, or take long to get the partitions.
            assertThat(result.findings())
                    .extracting(Finding::code)
                    .isSubsetOf(FindingCode.LOAD_NOT_MET, FindingCode.UNAVAILABLE);
            assertThat(result.reasons())
                    .filteredOn(reason -> reason.code() == ReasonCode.WORKER_LOST)
                    .singleElement()
                    .satisfies(reason -> {
                        assertThat(reason.severity()).isEqualTo(Severity.NOTE);
                        assertThat(reason.text()).contains("worker worker-2 was lost at ", "the worker was stopped");
                    });
            assertThat(MiniCluster.events(result)).containsExactly(EventKind.WORKER_CHANGED);
            assertThat(MiniCluster.texts(result, EventKind.WORKER_CHANGED))
                    .containsExactly("worker worker-2 is lost: the worker was stopped");
            assertThat(deliveredWithoutIt).hasValueGreaterThan(1000);
        }
    }

    private static Workloads transactions(int messages, double abortRatio) {
        return Workloads.small().section(Transactions.STREAM, new TransactionSpec(messages, abortRatio));
    }

    private static Workloads pipeline(int instances, int messages) {
        return Workloads.small()
                .section(Transactions.PIPELINE, new PipelineSpec(instances, messages, Transform.UPPER_CASE));
    }

    private static long samples(RunResult result, Latency latency) {
        return result.measured().of(latency).count();
    }
}
