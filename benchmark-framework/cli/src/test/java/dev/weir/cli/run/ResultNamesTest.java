package dev.weir.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ResultNamesTest {
    private static final Path FILE = Path.of("workloads", "quickstart.yaml");

    private final ResultNames names = new ResultNames(0);

    @Test
    void theNameOfTheCommandLineReplacesThatOfTheWorkloadFile() {
        assertThat(names.next("", FILE, "kafka")).asString().matches("results.quickstart-kafka-19[0-9-]+[.]json");
        assertThat(names.next("my ci", FILE, "kafka")).asString().matches("results.my_ci-kafka-19[0-9-]+[.]json");
    }
}
