package dev.weir.driver.kafka.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.MiniCluster;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.embedded.EmbeddedCluster;
import dev.weir.feature.transactions.TransactionLoopResult;
import dev.weir.feature.transactions.Transactions;
import dev.weir.result.RunResult;
import dev.weir.result.code.Finding;
import dev.weir.workload.Workload;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The transaction benchmarks on a broker. */
class TransactionLoopTest {
    private static final List<String> BENCHMARKS = List.of("send", "fetch", "sendOffsets", "stream");
    private static final int PAIRS = Integer.getInteger("weir.measure.pairs", 5);
    private static final double AGREES = 0.10;

    @TempDir
    Path folder;

    /** Only the benchmarks whose clients share a group: clients of the others have nothing in common. */
    @Test
    void finishTheTransactionsOfThreeClientsAtOnce() throws IOException {
        for (String benchmark : List.of("sendOffsets", "stream")) {
            Workload workload = workload(benchmark, 10, "producersPerTopic: 3\npartitionsPerTopic: 3");
            // A broker failed a transaction once, for an unknown cause, and the client repeated it.
            RunResult result = MiniCluster.undisturbed(
                    () -> run(workload, TestClusters.undisturbed().driverConfig()),
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

    /**
     * In pairs, each first in every other one, on a host that has nothing else to do, so that no check has it: {@code
     * -Dweir.measure=true}, perhaps with {@code -Dweir.measure.pairs=3}.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    @EnabledIfSystemProperty(named = "weir.measure", matches = "true")
    void haveTheMediansOfLoopsThatOthersWrote(boolean flushesEachMessage) throws Exception {
        Map<String, String> overrides =
                flushesEachMessage ? Map.of("log.flush.interval.messages", "1") : Map.<String, String>of();
        var wrong = new ArrayList<String>();
        try (EmbeddedCluster cluster = new KafkaEmbeddedClusters(overrides).start(1, 0)) {
            for (String benchmark : BENCHMARKS) {
                int count = benchmark.equals("send") || benchmark.equals("fetch") ? 1000 : 200;
                // The first round warms up the broker's JIT compiler.
                ours(cluster, benchmark, count);
                theirs(cluster, benchmark, count);
                List<Long> ours = new ArrayList<>();
                List<Long> theirs = new ArrayList<>();
                for (int pair = 0; pair < PAIRS; pair++) {
                    if (pair % 2 == 0) {
                        ours.add(ours(cluster, benchmark, count));
                        theirs.add(theirs(cluster, benchmark, count));
                    } else {
                        theirs.add(theirs(cluster, benchmark, count));
                        ours.add(ours(cluster, benchmark, count));
                    }
                }
                double ratio = (double) median(ours) / median(theirs);
                String line = benchmark + (flushesEachMessage ? ", flushed" : "") + ": " + ratio + " of " + ours
                        + " and " + theirs;
                System.out.println(line);
                if (Math.abs(ratio - 1) > AGREES) {
                    wrong.add(line);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /**
     * A {@code stream} finds the markers of the transaction before not written yet, or written: in the first case the
     * client waits for its backoff, 100 ms, in the second for 2 ms in all. Which of them is the median says nothing about a
     * loop, so that both loops have a backoff that is no longer than the rest.
     */
    private static DriverConfig measured(EmbeddedCluster cluster, String benchmark) {
        DriverConfig config = cluster.driverConfig();
        if (!benchmark.equals("stream")) {
            return config;
        }
        var common = new TreeMap<>(config.clients().common());
        common.put("retry.backoff.ms", "1");
        common.put("retry.backoff.max.ms", "1");
        return config.withClients(new ClientConfig(
                common, config.clients().producer(), config.clients().consumer()));
    }

    private static long median(List<Long> values) {
        var sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }

    private long ours(EmbeddedCluster cluster, String benchmark, int count) throws IOException {
        RunResult result = run(workload(benchmark, count, "transactionBaseline: false"), measured(cluster, benchmark));
        assertThat(result.failure()).isEmpty();
        return Transactions.LOOP
                .in(result.weir())
                .orElseThrow()
                .times()
                .transaction()
                .orElseThrow()
                .p50Nanos();
    }

    private static long theirs(EmbeddedCluster cluster, String benchmark, int count) throws Exception {
        DriverConfig config = measured(cluster, benchmark);
        var plain = new PlainLoops(config.clients().common(), config.clients().producer());
        try {
            return plain.median(benchmark, count);
        } finally {
            plain.close();
        }
    }

    private Workload workload(String benchmark, int count, String more) throws IOException {
        Path file = Files.writeString(
                folder.resolve("loop.yaml"),
                "sampleRateMillis: 500\ntransactionBenchmark: " + benchmark + "\ncount: " + count + "\n" + more + "\n");
        var problems = new Problems();
        return WorkloadFile.read(file, problems).orElseThrow(() -> new AssertionError(problems.errors()));
    }

    private RunResult run(Workload workload, DriverConfig config) {
        try (var workers = new MiniCluster(1, folder)) {
            return workers.run(workload, config);
        }
    }
}
