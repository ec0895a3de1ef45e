package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.driver.loading.Drivers;
import dev.weir.driver.transaction.TransactionSupport;
import dev.weir.feature.transactions.TransactionLoopResult;
import dev.weir.feature.transactions.Transactions;
import dev.weir.measure.Latency;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.workload.Workload;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.GroupState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The transaction benchmarks on a broker, also if the broker or another client ends one of their transactions. */
class TransactionLoopTest {
    private static final int COUNT = 30;

    /** A measured one, whatever the warm-up, and of a {@code stream} not the one that sets the offsets. */
    private static final int TROUBLED = 15;

    private static final String PREFIX = "troubled-";

    @TempDir
    Path folder;

    /** Only the benchmarks whose clients share a group: clients of the others have nothing in common. */
    @Test
    void finishTheTransactionsOfThreeClientsAtOnce() throws IOException {
        for (String benchmark : List.of("sendOffsets", "stream")) {
            Workload workload = workload(folder, benchmark, 10, "producersPerTopic: 3\npartitionsPerTopic: 3");
            // A broker failed a transaction once, for an unknown cause, and the client repeated it.
            RunResult result = MiniCluster.undisturbed(
                    () -> {
                        try (var workers = new MiniCluster(1, folder)) {
                            return workers.run(
                                    workload, TestClusters.undisturbed().driverConfig());
                        }
                    },
                    TransactionLoopTest::hasFailedTransactions);

            assertThat(result.failure()).as(benchmark).isEmpty();
            TransactionLoopResult loop = Transactions.LOOP.in(result.weir()).orElseThrow();
            assertThat(loop.times().transaction().orElseThrow().count()).isEqualTo(30);
            assertThat(loop.times().withoutTransaction().orElseThrow().count()).isEqualTo(30);
            assertThat(result.findings())
                    .extracting(Finding::text)
                    .as(benchmark)
                    .isEmpty();
        }
    }

    private static boolean hasFailedTransactions(RunResult result) {
        return Transactions.COUNTS
                .in(result.weir())
                .filter(all -> all.failed() > 0)
                .isPresent();
    }

    /** The broker then answers the commit: the transaction is in no state to be committed. */
    @ParameterizedTest
    @Tag("soak")
    @ValueSource(strings = {"fetch", "sendOffsets", "stream"})
    void transactionsContinueAfterTheBrokerEndedOneThatTookTooLong(String benchmark) throws IOException {
        assertOneFailed(
                run(
                        benchmark,
                        new TroubledKafka(TROUBLED, TransactionLoopTest::awaitAborted),
                        Map.of("producer.transaction.timeout.ms", "1000")),
                "InvalidTxnState");
    }

    /** The group is then past all that was read, also what was not handed out yet. */
    @Test
    void aStreamContinuesAfterACommitWithoutAnAnswer() throws IOException {
        RunResult result = run("stream", TroubledKafka.unheard(TROUBLED), Map.of());

        assertThat(result.failure()).isEmpty();
        TransactionLoopResult loop = Transactions.LOOP.in(result.weir()).orElseThrow();
        assertThat(loop.times().withoutTransaction().orElseThrow().count()).isEqualTo(COUNT);
        assertThat(loop.unavailableSeconds()).isPositive();
    }

    /** A member that does not poll for so long loses its place; the baseline needs one nevertheless. */
    @Test
    void sendOffsetsCommitsWithoutTransactionsEvenAfterLongOnes() throws IOException {
        RunResult result = run(
                "sendOffsets",
                new TroubledKafka(COUNT, TransactionLoopTest::awaitEmptyGroups),
                Map.of("consumer.max.poll.interval.ms", "200"));

        assertThat(result.failure()).isEmpty();
        TransactionLoopResult loop = Transactions.LOOP.in(result.weir()).orElseThrow();
        assertThat(loop.times().withoutTransaction().orElseThrow().count()).isEqualTo(COUNT);
        // On a busy host, the baseline also leaves its group, and reports it.
        assertThat(result.findings()).extracting(Finding::code).isSubsetOf(FindingCode.CLIENT_ERROR);
    }

    private static void assertOneFailed(RunResult result, String error) {
        assertThat(result.failure()).isEmpty();
        TransactionLoopResult loop = Transactions.LOOP.in(result.weir()).orElseThrow();
        assertThat(loop.times().transaction().orElseThrow().count()).isEqualTo(COUNT);
        assertThat(Transactions.COUNTS.in(result.weir()).orElseThrow().failed()).isEqualTo(1);
        assertThat(result.measured().of(Latency.TRANSACTION).count()).isEqualTo(COUNT);
        assertThat(result.measured().of(Latency.TRANSACTION_FAILED).count()).isEqualTo(1);
        assertThat(result.measured().of(Latency.TRANSACTION_TIMED_OUT).count()).isZero();
        assertThat(loop.timeouts()).isZero();
        assertThat(loop.unavailableSeconds()).isPositive();
        assertThat(loop.times().withoutTransaction().orElseThrow().count()).isEqualTo(COUNT);
        assertThat(result.findings())
                .extracting(Finding::code)
                .containsOnly(FindingCode.OPERATIONS_FAILED, FindingCode.CLIENT_ERROR);
        assertThat(result.findings()).extracting(Finding::text).anyMatch(text -> text.contains(error));
    }

    /** The client leaves its group after max.poll.interval.ms. */
    private static void awaitEmptyGroups(String transactionalId, TransactionSupport transactions) {
        try (Admin admin = Admin.create(
                Map.copyOf(TestClusters.undisturbed().driverConfig().clients().common()))) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> admin
                            .listGroups(ListGroupsOptions.forConsumerGroups().inGroupStates(Set.of(GroupState.STABLE)))
                            .all()
                            .get()
                            .stream()
                            .filter(group -> group.groupId().startsWith(PREFIX))
                            // The mark of the run stays until its end.
                            .allMatch(group -> group.groupId().endsWith("-mark")));
        }
    }

    /** The broker aborts transactions after transaction.timeout.ms. */
    private static void awaitAborted(String transactionalId, TransactionSupport transactions) {
        try (Admin admin = Admin.create(
                Map.copyOf(TestClusters.undisturbed().driverConfig().clients().common()))) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> admin.describeTransactions(List.of(transactionalId))
                                    .description(transactionalId)
                                    .get()
                                    .state()
                            == TransactionState.COMPLETE_ABORT);
        }
    }

    private RunResult run(String benchmark, TroubledKafka kafka, Map<String, String> properties) throws IOException {
        Workload workload = workload(folder, benchmark, COUNT, "");
        try (var workers = new MiniCluster(1, folder, new Drivers(List.of(kafka)))) {
            return workers.run(workload, config(properties));
        }
    }

    /** @param properties by names that begin with {@code producer.} or {@code consumer.} */
    private static DriverConfig config(Map<String, String> properties) {
        DriverConfig embedded = TestClusters.undisturbed().driverConfig();
        DriverConfig config = SharedCluster.withProducer(embedded, of("producer.", properties))
                .withConsumerConfig(of("consumer.", properties));
        return new DriverConfig(
                config.name(),
                TroubledKafka.NAME,
                SharedCluster.topics(PREFIX, config.topics().properties()),
                config.clients(),
                config.settings());
    }

    private static Map<String, String> of(String prefix, Map<String, String> properties) {
        return properties.entrySet().stream()
                .filter(each -> each.getKey().startsWith(prefix))
                .collect(Collectors.toMap(each -> each.getKey().substring(prefix.length()), Map.Entry::getValue));
    }

    /** @param more further lines of the workload file */
    static Workload workload(Path folder, String benchmark, int count, String more) throws IOException {
        Path file = Files.writeString(
                folder.resolve("loop.yaml"),
                "sampleRateMillis: 500\ntransactionBenchmark: " + benchmark + "\ncount: " + count + "\n" + more + "\n");
        var problems = new Problems();
        return WorkloadFile.read(file, problems).orElseThrow(() -> new AssertionError(problems.errors()));
    }
}
