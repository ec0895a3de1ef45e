package dev.weir.workload.fields;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A workload of 2 topics with 16 partitions, 4 producers and, in 3 subscriptions, 5 consumers each. */
class WorkloadChecksTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "4 producers / 5 consumers on 2 topics, 16 partitions, 500k",
                "2-topics-16-partitions-1kb-4p-5c",
                "8 producers, 10, 15 or 30 consumers, 32 partitions",
                "1024b at 100mb, 99.9 percent, 7 parts",
                "Quickstart"
            })
    void acceptsANameThatMatchesTheWorkload(String name) throws IOException {
        assertThat(warnings(name)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "50 producers, 'says 50, but producersPerTopic is 4'",
        "topic-1-partition, 'says 1, but partitionsPerTopic is 16'",
        "1kb-6p-5c, 'says 6, but producersPerTopic is 4'",
        "5-consumers-1-topic, 'says 1, but topics is 2'",
        "17-Partitions, 'says 17, but partitionsPerTopic is 16'"
    })
    void warnsOfANameThatContradictsTheWorkload(String name, String contradiction) throws IOException {
        assertThat(warnings(name))
                .extracting(Problem::message)
                .containsExactly(contradiction + ": charts would show a wrong name; change one of them");
    }

    private List<Problem> warnings(String name) throws IOException {
        Path file = Files.writeString(folder.resolve("w.yaml"), """
            name: %s
            topics: 2
            partitionsPerTopic: 16
            messageSize: 100
            producersPerTopic: 4
            subscriptionsPerTopic: 3
            consumerPerSubscription: 5
            producerRate: 100
            """.formatted(name));
        var problems = new Problems();
        assertThat(WorkloadFile.read(file, problems)).isPresent();
        return problems.warnings();
    }
}
