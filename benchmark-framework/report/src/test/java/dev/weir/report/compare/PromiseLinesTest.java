package dev.weir.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromiseLinesTest {
    private StoredRuns kafka;
    private StoredRuns redpanda;

    @TempDir
    Path folder;

    @BeforeEach
    void createSides() throws IOException {
        kafka = side("a").durability("acks", "all");
        redpanda = side("b").durability("acks", "all");
    }

    @Test
    void differentPromisesAreNamedWithBothValues() {
        kafka.durability("fsync", "by the operating system");
        redpanda.durability("fsync", "before acknowledgement");

        assertThat(lines())
                .containsExactly("promises differ, A | B: fsync by the operating system | before acknowledgement");
    }

    @Test
    void promisesThatAreUnknownOfOneSideOrOfBothAreNamed() {
        kafka.durability("fsync", "by the operating system").durability("minInsyncReplicas", "unknown");
        redpanda.durability("fsync", "unknown").durability("minInsyncReplicas", "unknown");

        assertThat(lines())
                .containsExactly("promises unknown, A | B: minInsyncReplicas unknown | unknown,"
                        + " fsync by the operating system | unknown");
    }

    @Test
    void aKnownDifferenceComesBeforeWhatIsUnknown() {
        kafka.durability("minInsyncReplicas", "2").durability("fsync", "unknown");
        redpanda.durability("minInsyncReplicas", "1").durability("fsync", "before acknowledgement");

        assertThat(lines())
                .containsExactly("promises differ, A | B: minInsyncReplicas 2 | 1;"
                        + " unknown: fsync unknown | before acknowledgement");
    }

    @Test
    void equalAndAlikePromisesNeedNoLine() {
        kafka.durability("fsync", "by the operating system").durability("brokerVersion", "metadata.version 30");
        redpanda.durability("fsync", "after acknowledgement").durability("brokerVersion", "unknown");

        assertThat(lines()).isEmpty();
    }

    @Test
    void resultsWithoutPromisesAreUnknown() throws IOException {
        redpanda = side("c");

        assertThat(lines())
                .containsExactly("promises unknown, A | B: results do not contain what an acknowledgement meant");
    }

    private StoredRuns side(String name) throws IOException {
        return new StoredRuns(Files.createDirectory(folder.resolve(name)));
    }

    private List<String> lines() {
        RunGroup a = new RunGroup("A", List.of(kafka.run(1, 1)));
        RunGroup b = new RunGroup("B", List.of(redpanda.run(1, 1)));
        return DurabilityGate.promises(List.of(Comparison.of(a, b, ComparisonRules.DEFAULT, List.of(), List.of())));
    }
}
