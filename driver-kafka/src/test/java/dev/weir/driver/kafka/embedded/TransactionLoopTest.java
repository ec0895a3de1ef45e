package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.client.Reader;
import dev.weir.driver.client.ReaderSupport;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.Intercepted;
import dev.weir.driver.kafka.KafkaDriver;
import dev.weir.driver.kafka.SharedCluster;
import dev.weir.driver.loading.Drivers;
import dev.weir.driver.transaction.TransactionSupport;
import dev.weir.driver.transaction.TransactionalProducer;
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
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
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

    private static final int NEVER = Integer.MAX_VALUE;
    private static final String PREFIX = "troubled-";

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    /** Only the benchmarks whose clients share a group: clients of the others have nothing in common. */
    @ParameterizedTest
    @ValueSource(strings = {"sendOffsets", "stream"})
    void threeClientsFinishTheirTransactionsAtOnce(String benchmark) throws IOException {
        Workload workload = workload(folder, benchmark, 10, "producersPerTopic: 3\npartitionsPerTopic: 3");
        // A broker failed a transaction once, for an unknown cause, and the client repeated it.
        RunResult result = MiniCluster.undisturbed(
                () -> {
                    try (var workers = new MiniCluster(1, folder)) {
                        return workers.run(workload, TestClusters.undisturbed().driverConfig());
                    }
                },
                TransactionLoopTest::hasFailedTransactions);

        assertThat(loop(result).times().transaction().orElseThrow().count()).isEqualTo(COUNT);
        assertThat(result.findings()).extracting(Finding::text).isEmpty();
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
        RunResult result = run(
                benchmark,
                new TroubledKafka(TROUBLED, TransactionLoopTest::awaitAborted, NEVER),
                SharedCluster.withProducer(troubled(), Map.of("transaction.timeout.ms", "1000")));

        TransactionLoopResult loop = loop(result);
        assertThat(loop.times().transaction().orElseThrow().count()).isEqualTo(COUNT);
        assertThat(Transactions.COUNTS.in(result.weir()).orElseThrow().failed()).isEqualTo(1);
        assertThat(result.measured().of(Latency.TRANSACTION).count()).isEqualTo(COUNT);
        assertThat(result.measured().of(Latency.TRANSACTION_FAILED).count()).isEqualTo(1);
        assertThat(result.measured().of(Latency.TRANSACTION_TIMED_OUT).count()).isZero();
        assertThat(loop.timeouts()).isZero();
        assertThat(loop.unavailableSeconds()).isPositive();
        assertThat(result.findings())
                .extracting(Finding::code)
                .containsOnly(FindingCode.OPERATIONS_FAILED, FindingCode.CLIENT_ERROR);
        assertThat(result.findings()).extracting(Finding::text).anyMatch(text -> text.contains("InvalidTxnState"));
    }

    /** The group is then past all that was read, also what was not handed out yet. */
    @Test
    void aStreamContinuesAfterACommitWithoutAnAnswer() throws IOException {
        RunResult result = run("stream", new TroubledKafka(NEVER, id -> {}, TROUBLED), troubled());

        assertThat(loop(result).unavailableSeconds()).isPositive();
    }

    /** A member that does not poll for so long loses its place; the baseline needs one nevertheless. */
    @Test
    void sendOffsetsCommitsWithoutTransactionsEvenAfterLongOnes() throws IOException {
        RunResult result = run(
                "sendOffsets",
                new TroubledKafka(COUNT, id -> awaitEmptyGroups(), NEVER),
                troubled().withConsumerConfig(Map.of("max.poll.interval.ms", "200")));

        loop(result);
        // On a busy host, the baseline also leaves its group, and reports it.
        assertThat(result.findings()).extracting(Finding::code).isSubsetOf(FindingCode.CLIENT_ERROR);
    }

    /** Checks that the run has not failed and that it made COUNT batches without transactions. */
    private static TransactionLoopResult loop(RunResult result) {
        assertThat(result.failure()).isEmpty();
        TransactionLoopResult loop = Transactions.LOOP.in(result.weir()).orElseThrow();
        assertThat(loop.times().withoutTransaction().orElseThrow().count()).isEqualTo(COUNT);
        return loop;
    }

    /** The client leaves its group after max.poll.interval.ms. */
    private static void awaitEmptyGroups() {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedCluster.servers()))) {
            var stable = ListGroupsOptions.forConsumerGroups().inGroupStates(Set.of(GroupState.STABLE));
            await().atMost(LIMIT)
                    .until(() -> admin.listGroups(stable).all().get().stream()
                            .filter(group -> group.groupId().startsWith(PREFIX))
                            // The mark of the run stays until its end.
                            .allMatch(group -> group.groupId().endsWith("-mark")));
        }
    }

    /** The broker aborts transactions after transaction.timeout.ms. */
    private static void awaitAborted(String transactionalId) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", SharedCluster.servers()))) {
            await().atMost(LIMIT)
                    .until(() -> admin.describeTransactions(List.of(transactionalId))
                                    .description(transactionalId)
                                    .get()
                                    .state()
                            == TransactionState.COMPLETE_ABORT);
        }
    }

    private RunResult run(String benchmark, TroubledKafka kafka, DriverConfig config) throws IOException {
        Workload workload = workload(folder, benchmark, COUNT, "");
        try (var workers = new MiniCluster(1, folder, new Drivers(List.of(kafka)))) {
            return workers.run(workload, config);
        }
    }

    private static DriverConfig troubled() {
        DriverConfig config = TestClusters.undisturbed().driverConfig();
        return new DriverConfig(
                config.name(),
                TroubledKafka.NAME,
                SharedCluster.topics(PREFIX, config.topics().properties()),
                config.clients(),
                config.settings());
    }

    /** @param more further lines of the workload file */
    static Workload workload(Path folder, String benchmark, int count, String more) throws IOException {
        Path file = Files.writeString(
                folder.resolve("loop.yaml"),
                "sampleRateMillis: 500\ntransactionBenchmark: " + benchmark + "\ncount: " + count + "\n" + more + "\n");
        var problems = new Problems();
        return WorkloadFile.read(file, problems).orElseThrow(() -> new AssertionError(problems.errors()));
    }

    /**
     * Kafka's driver with faults: something happens before the commit of a transaction, on its thread, or the answer to a
     * reader's commit is lost. Commits are counted from 1.
     */
    private static final class TroubledKafka implements DriverFactory {
        static final String NAME = "troubled";

        private final int troubledCommit;
        private final Consumer<String> trouble;
        private final int lostReaderCommit;
        private final AtomicInteger commits = new AtomicInteger();
        private final AtomicInteger ofReaders = new AtomicInteger();
        /** Kafka's readers by their proxies; sendOffsets needs the original. */
        private final Map<Object, Reader> readers = Collections.synchronizedMap(new IdentityHashMap<>());

        TroubledKafka(int troubledCommit, Consumer<String> trouble, int lostReaderCommit) {
            this.troubledCommit = troubledCommit;
            this.trouble = trouble;
            this.lostReaderCommit = lostReaderCommit;
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public Driver open(DriverConfig config) {
            return new KafkaDriver(config, "Kafka") {
                @Override
                public Optional<TransactionSupport> transactions() {
                    return super.transactions()
                            .map(kafka -> (spec, listener) -> Intercepted.of(
                                    TransactionalProducer.class,
                                    kafka.openProducer(spec, listener),
                                    (method, arguments, original) -> {
                                        if (method.equals("commit") && commits.incrementAndGet() == troubledCommit) {
                                            trouble.accept(spec.transactionalId());
                                        }
                                        if (method.equals("sendOffsets")) {
                                            arguments[0] = Objects.requireNonNull(readers.get(arguments[0]));
                                        }
                                        return original.call();
                                    }));
                }

                @Override
                public Optional<ReaderSupport> reads() {
                    return super.reads().map(kafka -> spec -> {
                        Reader reader = kafka.openReader(spec);
                        Reader shown = Intercepted.of(Reader.class, reader, (method, arguments, original) -> {
                            Object result = original.call();
                            if (method.equals("commit") && ofReaders.incrementAndGet() == lostReaderCommit) {
                                throw new DriverException("the answer was lost");
                            }
                            return result;
                        });
                        readers.put(shown, reader);
                        return shown;
                    });
                }
            };
        }
    }
}
