package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.BrokenDriver;
import dev.weir.coordinator.Coordinator;
import dev.weir.coordinator.MiniCluster;
import dev.weir.coordinator.WholeRuns;
import dev.weir.driver.transaction.TransactionException;
import dev.weir.driver.transaction.TransactionException.Remedy;
import dev.weir.feature.transactions.PipelineSection.PipelineSpec;
import dev.weir.feature.transactions.PipelineSection.Transform;
import dev.weir.feature.transactions.TransactionSection.TransactionSpec;
import dev.weir.feature.transactions.Transactions.PipelineResult;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.RunEvent;
import dev.weir.result.code.Severity;
import dev.weir.result.document.RunDetails.Worker;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("slow")
class PipelineRunTest extends WholeRuns {
    @Test
    void passesEachMessageOnOnce() {
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
    void passesOnOnlyCommittedMessages() {
        RunResult result = run(1, pipeline(1, 500).section(Transactions.STREAM, new TransactionSpec(5, 0.3)), Map.of());

        assertThat(result.failure()).isEmpty();
        assertThat(result.audit().verdict()).isEqualTo("clean");
        assertThat(result.audit().counts().aborted()).isPositive();
        assertThat(result.audit().counts().delivered())
                .isEqualTo(result.audit().counts().acknowledged());
    }

    @Test
    void readsAgainWhatATransactionThatFailedHadRead() {
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
    void continuesWithoutAWorkerThatCarriesOnlyInstances() {
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

    private static Workloads pipeline(int instances, int messages) {
        return Workloads.small()
                .section(Transactions.PIPELINE, new PipelineSpec(instances, messages, Transform.UPPER_CASE));
    }
}
