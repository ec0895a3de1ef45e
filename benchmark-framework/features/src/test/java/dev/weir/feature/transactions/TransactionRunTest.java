package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.audit.AuditExample;
import dev.weir.audit.AuditResult;
import dev.weir.coordinator.BrokenDriver;
import dev.weir.coordinator.MiniCluster;
import dev.weir.coordinator.WholeRuns;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.driver.transaction.TransactionException;
import dev.weir.driver.transaction.TransactionException.Remedy;
import dev.weir.feature.transactions.TransactionSection.TransactionSpec;
import dev.weir.measure.Latency;
import dev.weir.report.RunSummary;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.interval.Throughput;
import dev.weir.workload.Workloads;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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

    private static Workloads transactions(int messages, double abortRatio) {
        return Workloads.small().section(Transactions.STREAM, new TransactionSpec(messages, abortRatio));
    }

    private static long samples(RunResult result, Latency latency) {
        return result.measured().of(latency).count();
    }
}
