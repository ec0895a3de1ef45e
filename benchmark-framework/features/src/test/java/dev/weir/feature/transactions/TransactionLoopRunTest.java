package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.BrokenDriver;
import dev.weir.coordinator.GenuineResults;
import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.loading.Drivers;
import dev.weir.driver.transaction.TransactionException;
import dev.weir.driver.transaction.TransactionException.Remedy;
import dev.weir.feature.transactions.LoopSection.TransactionLoop;
import dev.weir.feature.transactions.TransactionLoopResult.TransactionFigures;
import dev.weir.measure.Latency;
import dev.weir.result.ResultFile;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class TransactionLoopRunTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "send, 4, 'transactions: {messages: 7}', 7",
        "fetch, 2, 'transactions: {messages: 7}', 7",
        "sendOffsets, 4, '', 0",
        "stream, 4, 'transactions: {messages: 7}', 7",
    })
    void severalClientsOnSeveralWorkersDoTheirNumberOfBatchesEach(
            String benchmark, int partitions, String fields, int messages) throws IOException {
        RunResult result = run(
                2,
                "count: 20\nproducersPerTopic: 4\nrawTransactionTimes: true\npartitionsPerTopic: " + partitions
                        + "\ntransactionBenchmark: " + benchmark + "\n" + fields,
                Map.of());

        assertThat(result.outcome()).isNotEqualTo(Outcome.INVALID);
        assertThat(result.findings()).extracting(Finding::code).isEmpty();
        TransactionLoopResult loop = loop(result);
        assertThat(loop.clients()).isEqualTo(4);
        assertThat(loop.messagesPerTransaction()).isEqualTo(messages);
        boolean isStream = benchmark.equals("stream");
        long batches = 4 * (20 + warmup(result));
        assertThat(Transactions.COUNTS.in(result.weir()).orElseThrow().committed())
                .isEqualTo(batches + (isStream ? 4 : 0));
        // With and without transactions. A stream first fills the topic that it reads.
        assertThat(result.audit().counts().acknowledged()).isEqualTo(batches * messages * (isStream ? 4 : 2));
        TransactionLoopResult.Times times = loop.times();
        assertThat(times.commit().orElseThrow().count()).isEqualTo(80);
        assertThat(times.withoutTransaction().orElseThrow().count()).isEqualTo(80);
        assertThat(times.overheadRatio()).isPresent();
        assertThat(times.offsets().isPresent()).isEqualTo(isStream || benchmark.equals("sendOffsets"));
        assertThat(result.measured().of(Latency.TRANSACTION).count()).isEqualTo(80);
        long[] raw = Files.readAllLines(folder.resolve(loop.rawFile().orElseThrow())).stream()
                .filter(line -> line.matches("\\d+,\\d+,.*"))
                .mapToLong(line -> Long.parseLong(line.split(",", -1)[2]))
                .toArray();
        assertThat(raw).hasSize(80);
        assertThat(times.transaction())
                .contains(TransactionFigures.of(
                        raw, times.transaction().orElseThrow().totalNanos()));
        Path file = folder.resolve("run-" + result.run().id() + ".json");
        ResultFile.write(result, file);
        assertThat(GenuineResults.differences(file)).isEmpty();
    }

    @Test
    void whatFailsIsAbortedMadeAgainAndCountedApart() throws IOException {
        RunResult result =
                run(1, "count: 50\ntransactionBaseline: false\ntransactionBenchmark: send", Map.of("failEvery", "20"));

        assertThat(loop(result).times().transaction().orElseThrow().count()).isEqualTo(50);
        assertThat(loop(result).times().withoutTransaction()).isEmpty();
        // Every tenth of the transactions, warm-up included, has a message that fails.
        long failed = Transactions.COUNTS.in(result.weir()).orElseThrow().failed();
        assertThat(failed).isBetween(15L, 18L);
        assertThat(result.measured().of(Latency.TRANSACTION).count()).isEqualTo(50);
        assertThat(result.measured().of(Latency.TRANSACTION_FAILED).count()).isBetween(4L, 6L);
        assertThat(result.findings()).extracting(Finding::code).contains(FindingCode.OPERATIONS_FAILED);
        assertThat(loop(result).unavailableSeconds()).isPositive();
    }

    /**
     * The number of the commit that fails, and what remedies that; then the openings of a producer, of which all but the first and
     * the last fail; failed and late transactions. Those of sendOffsets have no messages, and their error may not pass.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            opens its producer anew until the system is back | stream | 50 | 30 | CLOSE | 15 | 1 | 0
            continues after an error that may not pass | sendOffsets | 200 | 150 | ABORT | 1 | 1 | 0
            what was committed late is none of the figures | fetch | 150 | 150 | RETRY | 1 | 0 | 1
            """)
    void continuesAfterACommitThatFails(
            String rule, String benchmark, int count, int failing, Remedy remedy, int openings, long failed, long late)
            throws IOException {
        var failures = new Failures(failing, remedy, openings - 1);
        var driver = new BrokenDriver((client, sequence) -> {}, failures);
        RunResult result = run(
                new MiniCluster(1, folder, new Drivers(List.of(driver))),
                "count: " + count + "\ntransactionBenchmark: " + benchmark,
                DriverConfig.of(BrokenDriver.NAME));

        TransactionLoopResult loop = loop(result);
        assertThat(failures.openings).hasValue(openings);
        assertThat(Transactions.COUNTS.in(result.weir()).orElseThrow().failed()).isEqualTo(failed);
        assertThat(loop.times().transaction().orElseThrow().count()).isEqualTo(count - late);
        assertThat(loop.timeouts()).isEqualTo(late);
        assertThat(result.measured().of(Latency.TRANSACTION_TIMED_OUT).count()).isEqualTo(late);
        assertThat(loop.unavailableSeconds()).isPositive();
    }

    /** With and without transactions. */
    @Test
    void fetchCountsEachMessageThatFailsAsOneError() throws IOException {
        RunResult result = run(1, "count: 100\ntransactionBenchmark: fetch", Map.of("failEvery", "20"));

        assertThat(result.audit().counts().failed()).isGreaterThanOrEqualTo(10);
        assertThat(result.findings())
                .filteredOn(finding -> finding.code() == FindingCode.CLIENT_ERROR)
                .singleElement()
                .satisfies(finding -> assertThat(finding.count())
                        .isEqualTo(result.audit().counts().failed()));
    }

    /** Of one client: a commit that fails, and the last of its openings that does; the first one succeeds. */
    private static final class Failures implements BrokenDriver.BeforeCommit {
        private final int failing;
        private final Remedy remedy;
        private final int lastFailing;
        private final AtomicInteger commits = new AtomicInteger();
        private final AtomicInteger openings = new AtomicInteger();

        Failures(int failing, Remedy remedy, int lastFailing) {
            this.failing = failing;
            this.remedy = remedy;
            this.lastFailing = lastFailing;
        }

        @Override
        public void committing(String transactionalId) {
            if (commits.incrementAndGet() == failing) {
                throw new TransactionException(remedy, "not this one");
            }
        }

        @Override
        public void opening(String transactionalId) {
            int number = openings.incrementAndGet();
            if (number > 1 && number <= lastFailing) {
                throw new DriverException("no broker answers");
            }
        }

        @Override
        public Optional<String> remedy(Throwable failure) {
            return remedy == Remedy.ABORT ? Optional.of("grant the right") : Optional.empty();
        }
    }

    /** Makes a run on the driver none with these settings. */
    private RunResult run(int workers, String fields, Map<String, String> settings) throws IOException {
        return run(new MiniCluster(workers, folder), fields, MiniCluster.none(settings));
    }

    private RunResult run(MiniCluster on, String fields, DriverConfig driver) throws IOException {
        try (on) {
            Path file = Files.writeString(
                    folder.resolve("loop.yaml"), "name: loop\nsampleRateMillis: 200\n" + fields + "\n");
            var problems = new Problems();
            RunResult result = on.run(
                    WorkloadFile.read(file, problems).orElseThrow(() -> new AssertionError(problems.errors())), driver);
            assertThat(result.failure()).isEmpty();
            return result;
        }
    }

    private static long warmup(RunResult result) {
        return ((TransactionLoop) result.workload().load()).benchmark().warmup;
    }

    private static TransactionLoopResult loop(RunResult result) {
        return Transactions.LOOP.in(result.weir()).orElseThrow();
    }
}
