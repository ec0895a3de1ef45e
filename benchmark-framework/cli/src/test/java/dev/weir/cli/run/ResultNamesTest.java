package dev.weir.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultNamesTest {
    private static final Path FILE = Path.of("workloads", "quickstart.yaml");

    private final ResultNames names = new ResultNames(0);

    @Test
    void theNameOfTheCommandLineReplacesThatOfTheWorkloadFile() {
        assertThat(names.next("", FILE, "kafka")).asString().matches("results.quickstart-kafka-19[0-9-]+[.]json");
        assertThat(names.next("my ci", FILE, "kafka")).asString().matches("results.my_ci-kafka-19[0-9-]+[.]json");
    }

    @Test
    void processesThatBeginInTheSameSecondGetFoldersOfTheirOwn(@TempDir Path results) {
        Path one = new ResultNames(results, 0).folder("ladder");
        Path other = new ResultNames(results, 0).folder("ladder");

        assertThat(List.of(one, other)).allSatisfy(folder -> assertThat(folder).isDirectory());
        assertThat(other).hasToString(one + "-2");
    }
}
