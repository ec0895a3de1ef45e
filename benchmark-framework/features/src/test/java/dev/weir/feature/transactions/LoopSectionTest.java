package dev.weir.feature.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.feature.SectionFiles;
import dev.weir.feature.transactions.TransactionLoop.TransactionBenchmark;
import dev.weir.workload.Workload;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.yaml.Problem;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoopSectionTest extends SectionFiles {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            producerRate: 5 | :2: producerRate: has no effect beside a transactionBenchmark, which is no load; remove it
            topics: 2 | :2: topics: has no effect beside a transactionBenchmark, which is no load; remove it
            count: 0 | :2: count: must be a whole number in [1, 10000000] (transactions), got 0
            messageSize: 7 | :2: messageSize: must be at least 8 in a transactionBenchmark, got 7: messages carry a number
            transactions: {abortRatio: 0.5} | :2: transactions: must not have an abortRatio beside a transactionBenchmark, which commits; remove that
            count: 1000000; producersPerTopic: 11; partitionsPerTopic: 11 | :2: count: makes 11000000 samples of all clients, must be at most 10000000; lower it
            producersPerTopic: 2 | :2: producersPerTopic: must be at most partitionsPerTopic, 1, in a stream, got 2: each client reads partitions of its own
            """)
    void reportsFieldsThatContradictIt(String wrong, String message) throws IOException {
        Path file = file("transactionBenchmark: stream\n" + wrong.replace("; ", "\n") + "\n");

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
