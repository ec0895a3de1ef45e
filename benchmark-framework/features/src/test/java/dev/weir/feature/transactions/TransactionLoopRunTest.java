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
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class TransactionLoopRunTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"send", "fetch", "sendOffsets", "stream"})
    void runsWithItsNameAndACount(String benchmark) throws IOException {
        RunResult result = run(1, "count: 40\ntransactionBenchmark: " + benchmark, Map.of());

        assertThat(result.outcome()).isNotEqualTo(Outcome.INVALID);
        assertThat(result.findings()).extracting(Finding::code).isEmpty();
        TransactionLoopResult loop = loop(result);
        assertThat(loop.times().transaction().orElseThrow().count()).isEqualTo(40);
        assertThat(loop.times().commit().orElseThrow().count()).isEqualTo(40);
        assertThat(loop.times().withoutTransaction().orElseThrow().count()).isEqualTo(40);
        assertThat(loop.times().overheadRatio()).isPresent();
        assertThat(loop.times().offsets().isPresent())
                .isEqualTo(List.of("sendOffsets", "stream").contains(benchmark));
        assertThat(result.measured().of(Latency.TRANSACTION).count()).isEqualTo(40);
        assertThat(Transactions.COUNTS.in(result.weir()).orElseThrow().committed())
                .isEqualTo(40 + warmup(result) + (benchmark.equals("stream") ? 1 : 0));
    }

    @ParameterizedTest
    @CsvSource({"send, 4", "fetch, 2", "stream, 4"})
    void severalClientsOnSeveralWorkersDoTheirNumberOfBatchesEach(String benchmark, int partitions) throws IOException {
        RunResult result = run(
                2,
                "count: 20\nproducersPerTopic: 4\ntransactionBaseline: false\nrawTransactionTimes: true\n"
                        + "transactions: {messages: 7}\npartitionsPerTopic: " + partitions + "\ntransactionBenchmark: "
                        + benchmark,
                Map.of());

        TransactionLoopResult loop = loop(result);
        assertThat(loop.clients()).isEqualTo(4);
        assertThat(loop.messagesPerTransaction()).isEqualTo(7);
        // A stream first fills the topic that it reads.
        assertThat(result.audit().counts().acknowledged())
                .isEqualTo(4 * 7 * (20 + warmup(result)) * (benchmark.equals("stream") ? 3 : 1));
        assertThat(loop.times().withoutTransaction()).isEmpty();
        long[] raw = Files.readAllLines(folder.resolve(loop.rawFile().orElseThrow())).stream()
                .skip(1)
                .mapToLong(line -> Long.parseLong(line.split(",", -1)[2]))
                .toArray();
        assertThat(raw).hasSize(80);
        assertThat(loop.times().transaction())
                .contains(TransactionFigures.of(
                        raw, loop.times().transaction().orElseThrow().totalNanos()));
        Path file = folder.resolve("run-" + result.run().id() + ".json");
        ResultFile.write(result, file);
        assertThat(GenuineResults.differences(file)).isEmpty();
    }

    @Test
    void whatFailsIsAbortedMadeAgainAndCountedApart() throws IOException {
        RunResult result =
                run(1, "count: 50\ntransactionBaseline: false\ntransactionBenchmark: send", Map.of("failEvery", "20"));

        assertThat(loop(result).times().transaction().orElseThrow().count()).isEqualTo(50);
        // Every tenth of the transactions, warm-up included, has a message that fails.
        long failed = Transactions.COUNTS.in(result.weir()).orElseThrow().failed();
        assertThat(failed).isBetween(15L, 18L);
        assertThat(result.measured().of(Latency.TRANSACTION).count()).isEqualTo(50);
        assertThat(result.measured().of(Latency.TRANSACTION_FAILED).count()).isBetween(4L, 6L);
        assertThat(result.findings()).extracting(Finding::code).contains(FindingCode.OPERATIONS_FAILED);
        assertThat(loop(result).unavailableSeconds()).isPositive();
    }

    /** While the system is away, so is what opens a producer. */
    @Test
    void opensItsProducerAnewUntilTheSystemIsBack() throws IOException {
        var failures = new Failures(Map.of(30, Remedy.CLOSE), 14);
        RunResult result = run("count: 50\ntransactionBenchmark: stream", failures);

        TransactionLoopResult loop = loop(result);
        assertThat(failures.openings).hasValue(15);
        assertThat(Transactions.COUNTS.in(result.weir()).orElseThrow().failed()).isEqualTo(1);
        assertThat(loop.times().transaction().orElseThrow().count()).isEqualTo(50);
        assertThat(loop.unavailableSeconds()).isPositive();
        assertThat(loop.timeouts()).isZero();
    }

    /** Its transactions have no messages. */
    @Test
    void sendOffsetsContinuesAfterAnErrorThatMayNotPass() throws IOException {
        var failures = new Failures(Map.of(150, Remedy.ABORT), 1) {
            @Override
            public Optional<String> remedy(Throwable failure) {
                return Optional.of("grant the right");
            }
        };
        RunResult result = run("count: 200\ntransactionBenchmark: sendOffsets", failures);

        assertThat(loop(result).times().transaction().orElseThrow().count()).isEqualTo(200);
        assertThat(Transactions.COUNTS.in(result.weir()).orElseThrow().failed()).isEqualTo(1);
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

    @Test
    void whatWasCommittedLateIsNoneOfTheFigures() throws IOException {
        RunResult result = run(
                "count: 150\ntransactionBaseline: false\ntransactionBenchmark: fetch",
                new Failures(Map.of(150, Remedy.RETRY), 1));

        TransactionLoopResult loop = loop(result);
        assertThat(loop.timeouts()).isEqualTo(1);
        assertThat(loop.times().transaction().orElseThrow().count()).isEqualTo(149);
        assertThat(result.measured().of(Latency.TRANSACTION_TIMED_OUT).count()).isEqualTo(1);
        assertThat(loop.unavailableSeconds()).isPositive();
        assertThat(Transactions.COUNTS.in(result.weir()).orElseThrow().failed()).isZero();
    }

    /** Of one client: commits that fail, by their number, and how many of its openings do after the first. */
    private static class Failures implements BrokenDriver.BeforeCommit {
        private final Map<Integer, Remedy> remedies;
        private final int lastFailing;
        private final AtomicInteger commits = new AtomicInteger();
        private final AtomicInteger openings = new AtomicInteger();

        Failures(Map<Integer, Remedy> remedies, int lastFailing) {
            this.remedies = remedies;
            this.lastFailing = lastFailing;
        }

        @Override
        public void committing(String transactionalId) {
            Remedy remedy = remedies.get(commits.incrementAndGet());
            if (remedy != null) {
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
    }

    /** Makes a run on the driver none with these settings. */
    private RunResult run(int workers, String fields, Map<String, String> settings) throws IOException {
        return run(new MiniCluster(workers, folder), fields, MiniCluster.none(settings));
    }

    private RunResult run(String fields, Failures failures) throws IOException {
        var driver = new BrokenDriver((client, sequence) -> {}, failures);
        return run(
                new MiniCluster(1, folder, new Drivers(List.of(driver))), fields, DriverConfig.of(BrokenDriver.NAME));
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
