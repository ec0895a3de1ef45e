package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ValidateCommandTest extends CommandTest {
    private static final String WORKLOAD = """
            topics: 1
            partitionsPerTopic: 1
            messageSize: 100
            producersPerTopic: 1
            producerRate: 1
            """;

    @Test
    void detectsTheKindOfAFileByItsFields() throws IOException {
        Path workload = write("w.yaml", WORKLOAD);
        Path driver = write("d.yaml", "name: x\ndriver: none\n");
        Path workers = write("hosts.yaml", "workers: [a:1]\n");

        succeeds("validate", workload, driver, workers);
        assertThat(out.toString()).isEqualTo("""
            %s: is a workload file that can be run
            %s: is a driver file that can be run
            %s: is a workers file that can be run
            3 files: 3 can be run, 0 cannot be run yet, 0 with mistakes
            """.formatted(workload, driver, workers));
    }

    @Test
    void reportsAllProblemsOfAllFilesAlsoOfThoseThatCannotBeRead() throws IOException {
        Path workload = write("w.yaml", WORKLOAD.replace("topics: 1", "topic: 1") + "seed: x\n");
        Path driver = write("d.yaml", "driverClass: kafk\nreplicationFactor: x\n");
        Path broken = write("broken.yaml", "topics: [1\n");
        Path empty = write("empty.yaml", "");

        assertThat(execute("validate", workload, driver, folder.resolve("none.yaml"), broken, empty))
                .isEqualTo(2);
        assertThat(out.toString())
                .contains(
                        "w.yaml:1: topic: is not a field of a workload file; did you mean topics?",
                        "w.yaml:6: seed: must be",
                        "d.yaml:1: driverClass: must be one of",
                        "d.yaml:2: replicationFactor: must be",
                        "none.yaml: does not exist",
                        "broken.yaml:",
                        "is not valid YAML",
                        "empty.yaml: is empty",
                        "5 files: 0 can be run, 0 cannot be run yet, 5 with mistakes");
    }

    @Test
    void namesAFileOfNoKindByOneMistake() throws IOException {
        Path foreign = write("query.yaml", "query: a\nsourceFolder: b\nnumberOfChunks: 10\n");

        assertThat(execute("validate", foreign)).isEqualTo(2);
        assertThat(out.toString().lines())
                .containsExactly(foreign
                        + ": must be a workload file, and has none of its fields: it has query, sourceFolder,"
                        + " numberOfChunks");
    }

    @Test
    void doesNotReportFieldsOfLaterVersionsAsMistakes() throws IOException {
        Path later = write("later.yaml", WORKLOAD + "subscriptionNames: [a]\n");
        Path wrong = write("wrong.yaml", WORKLOAD + "subscriptionNames: much\n");

        succeeds("validate", later);
        assertThat(out.toString())
                .contains("subscriptionNames: is known, but not supported")
                .contains("without a mistake, but cannot be run yet");
        assertThat(execute("validate", wrong)).isEqualTo(2);
    }
}
