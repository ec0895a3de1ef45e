package dev.weir.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatchedRunsTest {
    @TempDir
    Path folder;

    private final Problems problems = new Problems();
    private StoredRuns a;
    private StoredRuns b;

    @BeforeEach
    void begin() {
        a = new StoredRuns(folder.resolve("a"));
        b = new StoredRuns(folder.resolve("b"));
    }

    @Test
    void eachPointIsComparedWithItself() {
        List<StoredResult> ofA = List.of(at(a, 100), at(a, 200), at(a, 100));

        assertThat(MatchedRuns.pairs(ofA, List.of(at(b, 100), at(b, 300)), problems))
                .extracting(
                        pair -> pair.a().runs().size(), pair -> pair.b().runs().size())
                .containsExactly(tuple(2, 1));
        assertThat(problems.errors()).isEmpty();
        assertThat(problems.warnings())
                .extracting(Problem::toString)
                .containsExactly(
                        "A: w {messageSize=200} is on this side only and left out",
                        "B: w {messageSize=300} is on this side only and left out");
    }

    @Test
    void sidesWithOnePointAreComparedWhateverItIs() {
        assertThat(MatchedRuns.pairs(List.of(at(a, 100)), List.of(at(b, 200)), problems))
                .hasSize(1);
        assertThat(problems.warnings()).isEmpty();
    }

    @Test
    void sidesMustHaveSomethingInCommon() {
        assertThat(MatchedRuns.pairs(List.of(at(a, 100), at(a, 200)), List.of(at(b, 300)), problems))
                .isEmpty();
        assertThat(problems.errors()).singleElement().asString().contains("no workload and point in common");
    }

    @Test
    void runsOfOneSideMustBeAlike() {
        StoredResult first = a.run(1000, 10).result();
        StoredResult second = a.client("linger.ms", "5").run(1000, 10).result();
        StoredResult third = a.driver("other").run(1000, 10).result();

        MatchedRuns.pairs(List.of(first, second, third), List.of(b.run(1000, 10).result()), problems);

        assertThat(problems.errors()).hasSize(2);
        assertThat(problems.errors().get(0).toString())
                .startsWith(second.file() + ": is another load or system than " + first.file())
                .contains("driver.producerConfig.linger.ms: not set | 5");
        assertThat(problems.errors().get(1).message()).contains("driver: kafka | other");
    }

    @Test
    void runsWithDifferentAcknowledgementsAreUnequal() {
        StoredResult safe = acknowledged(a, "all");

        MatchedRuns.pairs(List.of(safe, acknowledged(b, "1")), List.of(safe), problems);

        assertThat(problems.errors()).singleElement().asString().contains("(durability.acks: all | 1)");
    }

    private static StoredResult acknowledged(StoredRuns runs, String acks) {
        runs.client("acks", acks).inEffect("linger.ms", "5").durability("acks", acks);
        return runs.run(1000, 10).result();
    }

    private static StoredResult at(StoredRuns runs, int messageSize) {
        runs.load("messageSize", messageSize).point(Map.of("messageSize", messageSize));
        return runs.run(1000, 10).result();
    }
}
