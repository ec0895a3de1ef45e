package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.weir.feature.SectionFiles;
import dev.weir.feature.transactions.TransactionLoop.TransactionBenchmark;
import dev.weir.workload.Workload;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.yaml.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LoopSectionTest extends SectionFiles {

    static List<Arguments> loops() {
        return List.of(
                arguments(
                        "producerRate: 5",
                        ":2: producerRate: has no effect beside a transactionBenchmark, which is no load; remove it"),
                arguments(
                        "topics: 2",
                        ":2: topics: has no effect beside a transactionBenchmark, which is no load; remove it"),
                arguments("count: 0", ":2: count: must be a whole number in [1, 10000000] (transactions), got 0"),
                arguments(
                        "messageSize: 7",
                        ":2: messageSize: must be at least 8 in a transactionBenchmark, got 7: messages carry a"
                                + " number"),
                arguments(
                        "transactions: {abortRatio: 0.5}",
                        ":2: transactions: must not have an abortRatio beside a transactionBenchmark, which commits;"
                                + " remove that"),
                arguments(
                        "count: 1000000\nproducersPerTopic: 11\npartitionsPerTopic: 11",
                        ":2: count: makes 11000000 samples of all clients, must be at most 10000000; lower it"),
                arguments(
                        "producersPerTopic: 2",
                        ":2: producersPerTopic: must be at most partitionsPerTopic, 1, in a stream, got 2: each client"
                                + " reads partitions of its own"));
    }

    @ParameterizedTest
    @MethodSource("loops")
    void reportsFieldsThatContradictIt(String wrong, String message) throws IOException {
        Path file = file("transactionBenchmark: stream\n" + wrong + "\n");

        assertThat(WorkloadFile.readAll(file, problems)).isEmpty();
        assertThat(problems.errors()).extracting(Problem::toString).containsExactly(file + message);
    }

    @Test
    void isTheLoadOfTheRun() throws IOException {
        Workload workload = read("transactionBenchmark: stream\nseed: 7\n").orElseThrow();

        assertThat(workload.load()).isEqualTo(new TransactionLoop(TransactionBenchmark.STREAM, 200, 1, true, false));
        assertThat(workload.topics().count()).isEqualTo(2);
        assertThat(workload.run().audited()).isFalse();
        assertThat(workload.messages().payload().messageSize()).isEqualTo(100);
        assertThat(workload.timing().test()).isEmpty();
        assertReadsBack(workload);
    }
}
