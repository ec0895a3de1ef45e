package dev.weir.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.report.compare.ComparisonRemark.Weight;
import dev.weir.result.code.ReviewCode;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurabilityGateTest {
    private StoredRuns a;
    private StoredRuns b;

    @TempDir
    Path folder;

    @BeforeEach
    void begin() {
        a = new StoredRuns(folder.resolve("a"));
        b = new StoredRuns(folder.resolve("b"));
    }

    @Test
    void whatFollowsFromAcksMayDifferIfAcksMay() {
        a.durability("acks", "1").durability("idempotence", "false").durability("minInsyncReplicas", "without effect");
        b.durability("acks", "all").durability("idempotence", "true").durability("minInsyncReplicas", "2");

        assertThat(remarks()).extracting(ComparisonRemark::weight).containsOnly(Weight.UNEQUAL);
        assertThat(remarks("driver.producerConfig.acks"))
                .hasSize(3)
                .extracting(ComparisonRemark::weight)
                .containsOnly(Weight.NOTE);
    }

    @Test
    void equalAcksExplainNoOtherDifference() {
        a.durability("acks", "all").durability("minInsyncReplicas", "1");
        b.durability("acks", "all").durability("minInsyncReplicas", "2");

        assertThat(remarks("acks")).extracting(ComparisonRemark::weight).containsExactly(Weight.UNEQUAL);
    }

    @Test
    void aWeakerAcknowledgementMakesSidesUnequal() {
        a.durability("acks", "all")
                .durability("fsync", "before acknowledgement")
                .durability("clientVersion", "3.9");
        b.durability("acks", "1").durability("fsync", "unknown").durability("clientVersion", "4.0");

        assertThat(remarks())
                .containsExactly(
                        new ComparisonRemark(Weight.UNEQUAL, "durability.acks: all | 1")
                                .refusedBy(ReviewCode.SETTINGS_DIFFER),
                        new ComparisonRemark(Weight.NOTE, "durability.clientVersion: 3.9 | 4.0"),
                        new ComparisonRemark(Weight.DOUBTFUL, "durability.fsync: before acknowledgement | unknown")
                                .leavesOpen(ReviewCode.SETTINGS_DIFFER));
        assertThat(remarks("acks")).contains(new ComparisonRemark(Weight.NOTE, "durability.acks: all | 1"));
        b = new StoredRuns(folder.resolve("c"));
        assertThat(remarks())
                .containsExactly(new ComparisonRemark(
                                Weight.DOUBTFUL,
                                "the results of B do not contain what an acknowledgement meant (durability)")
                        .leavesOpen(ReviewCode.SETTINGS_DIFFER));
    }

    @Test
    void differentPromisesAreNamedWithBothValues() {
        a.durability("fsync", "by the operating system");
        b.durability("fsync", "before acknowledgement");

        assertThat(lines())
                .containsExactly("promises differ, A | B: fsync by the operating system | before acknowledgement");
    }

    @Test
    void promisesThatAreUnknownOfOneSideOrOfBothAreNamed() {
        a.durability("fsync", "by the operating system").durability("minInsyncReplicas", "unknown");
        b.durability("fsync", "unknown").durability("minInsyncReplicas", "unknown");

        assertThat(lines())
                .containsExactly("promises unknown, A | B: minInsyncReplicas unknown | unknown,"
                        + " fsync by the operating system | unknown");
    }

    @Test
    void aKnownDifferenceComesBeforeWhatIsUnknown() {
        a.durability("minInsyncReplicas", "2").durability("fsync", "unknown");
        b.durability("minInsyncReplicas", "1").durability("fsync", "before acknowledgement");

        assertThat(lines())
                .containsExactly("promises differ, A | B: minInsyncReplicas 2 | 1;"
                        + " unknown: fsync unknown | before acknowledgement");
    }

    @Test
    void equalAndAlikePromisesNeedNoLine() {
        a.durability("fsync", "by the operating system").durability("brokerVersion", "metadata.version 30");
        b.durability("fsync", "after acknowledgement").durability("brokerVersion", "unknown");

        assertThat(lines()).isEmpty();
    }

    @Test
    void resultsWithoutPromisesAreUnknown() {
        a.durability("acks", "all");

        assertThat(lines())
                .containsExactly("promises unknown, A | B: results do not contain what an acknowledgement meant");
    }

    private List<String> lines() {
        return DurabilityGate.promises(
                List.of(Comparison.of(side("A", a), side("B", b), ComparisonRules.DEFAULT, List.of(), List.of())));
    }

    private List<ComparisonRemark> remarks(String... differs) {
        var rules = new ComparisonRules(0.05, OptionalInt.empty(), 0.03, false, Set.of(differs));
        return new DurabilityGate().remarks(side("A", a), side("B", b), rules);
    }

    private static RunGroup side(String name, StoredRuns runs) {
        return new RunGroup(name, List.of(runs.run(1, 1)));
    }
}
