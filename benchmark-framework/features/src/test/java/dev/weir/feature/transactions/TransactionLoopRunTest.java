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
import dev.weir.feature.transactions.TransactionLoopResult.TransactionFigures;
import dev.weir.measure.Latency;
import dev.weir.result.ResultFile;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.Outcome;
import dev.weir.workload.Workload;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
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
        Workload workload = workload("count: 40\ntransactionBenchmark: " + benchmark);
        RunResult result = run(new MiniCluster(1, folder), workload, MiniCluster.none(Map.of()));

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
        long warmup = ((TransactionLoop) workload.load()).benchmark().warmup;
        assertThat(Transactions.COUNTS.in(result.weir()).orElseThrow().committed())
                .isEqualTo(40 + warmup + (benchmark.equals("stream") ? 1 : 0));
    }

    @ParameterizedTest
    @CsvSource({"send, 4", "fetch, 2", "stream, 4"})
    void severalClientsOnSeveralWorkersDoTheirNumberOfBatchesEach(String benchmark, int partitions) throws IOException {
        Workload workload = workload("count: 20\nproducersPerTopic: 4\ntransactionBaseline: false\n"
                + "rawTransactionTimes: true\ntransactions: {messages: 7}\npartitionsPerTopic: " + partitions
                + "\ntransactionBenchmark: " + benchmark);
        RunResult result = run(new MiniCluster(2, folder), workload, MiniCluster.none(Map.of()));

        TransactionLoopResult loop = loop(result);
        assertThat(loop.clients()).isEqualTo(4);
        assertThat(loop.messagesPerTransaction()).isEqualTo(7);
        long batches = 20L + ((TransactionLoop) workload.load()).benchmark().warmup;
        // A stream first fills the topic that it reads.
        assertThat(result.audit().counts().acknowledged())
                .isEqualTo(4 * 7 * batches * (benchmark.equals("stream") ? 3 : 1));
        assertThat(loop.times().withoutTransaction()).isEmpty();
        long[] raw = raw(loop);
        assertThat(raw).hasSize(80);
        assertThat(loop.times().transaction())
                .contains(TransactionFigures.of(
                        raw, loop.times().transaction().orElseThrow().totalNanos()));
        Path file = folder.resolve("run-" + result.run().id() + ".json");
        ResultFile.write(result, file);
        assertThat(GenuineResults.differences(file)).isEmpty();
    }

    private long[] raw(TransactionLoopResult loop) throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve(loop.rawFile().orElseThrow()))) {
            return lines.skip(1)
                    .mapToLong(line -> Long.parseLong(line.split(",", -1)[2]))
                    .toArray();
        }
    }

    @Test
    void whatFailsIsAbortedMadeAgainAndCountedApart() throws IOException {
        Workload workload = workload("count: 50\ntransactionBaseline: false\ntransactionBenchmark: send");
        RunResult result = run(new MiniCluster(1, folder), workload, MiniCluster.none(Map.of("failEvery", "20")));

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
        RunResult result = run(
                new MiniCluster(1, folder, new Drivers(List.of(driver(failures)))),
                workload("count: 50\ntransactionBenchmark: stream"),
                DriverConfig.of(BrokenDriver.NAME));

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
        RunResult result = run(
                new MiniCluster(1, folder, new Drivers(List.of(driver(failures)))),
                workload("count: 200\ntransactionBenchmark: sendOffsets"),
                DriverConfig.of(BrokenDriver.NAME));

        assertThat(loop(result).times().transaction().orElseThrow().count()).isEqualTo(200);
        assertThat(Transactions.COUNTS.in(result.weir()).orElseThrow().failed()).isEqualTo(1);
    }

    /** With and without transactions. */
    @Test
    void fetchCountsEachMessageThatFailsAsOneError() throws IOException {
        RunResult result = run(
                new MiniCluster(1, folder),
                workload("count: 100\ntransactionBenchmark: fetch"),
                MiniCluster.none(Map.of("failEvery", "20")));

        assertThat(result.audit().counts().failed()).isGreaterThanOrEqualTo(10);
        assertThat(result.findings())
                .filteredOn(finding -> finding.code() == FindingCode.CLIENT_ERROR)
                .singleElement()
                .satisfies(finding -> assertThat(finding.count())
                        .isEqualTo(result.audit().counts().failed()));
    }

    @Test
    void whatWasCommittedLateIsNoneOfTheFigures() throws IOException {
        var failures = new Failures(Map.of(150, Remedy.RETRY), 1);
        try (var cluster = new MiniCluster(1, folder, new Drivers(List.of(driver(failures))))) {
            RunResult result = cluster.run(
                    workload("count: 150\ntransactionBaseline: false\ntransactionBenchmark: fetch"),
                    DriverConfig.of(BrokenDriver.NAME));

            assertThat(result.failure()).isEmpty();
            TransactionLoopResult loop = loop(result);
            assertThat(loop.timeouts()).isEqualTo(1);
            assertThat(loop.times().transaction().orElseThrow().count()).isEqualTo(149);
            assertThat(result.measured().of(Latency.TRANSACTION_TIMED_OUT).count())
                    .isEqualTo(1);
            assertThat(loop.unavailableSeconds()).isPositive();
            assertThat(Transactions.COUNTS.in(result.weir()).orElseThrow().failed())
                    .isZero();
        }
    }

    private static BrokenDriver driver(BrokenDriver.BeforeCommit failures) {
        return new BrokenDriver((client, sequence) -> {}, failures);
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

    private static RunResult run(MiniCluster on, Workload workload, DriverConfig driver) {
        try (on) {
            RunResult result = on.run(workload, driver);
            assertThat(result.failure()).isEmpty();
            return result;
        }
    }

    private static TransactionLoopResult loop(RunResult result) {
        return Transactions.LOOP.in(result.weir()).orElseThrow();
    }

    private Workload workload(String fields) throws IOException {
        Path file =
                Files.writeString(folder.resolve("loop.yaml"), "name: loop\nsampleRateMillis: 200\n" + fields + "\n");
        var problems = new Problems();
        return WorkloadFile.read(file, problems).orElseThrow(() -> new AssertionError(problems.errors()));
    }
}
