package dev.weir.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.report.compare.Comparison.Gate;
import dev.weir.report.compare.ComparisonRemark.Weight;
import dev.weir.result.code.ReviewCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What limits a comparison, whatever its figures are. */
class GateTest {
    private static final Gate FILES = FileGate::remarks;
    private static final Gate DURABILITY = DurabilityGate::remarks;
    private static final Gate ONE_CLUSTER = RunGate::oneCluster;

    @TempDir
    Path folder;

    private StoredRuns a;
    private StoredRuns b;

    @BeforeEach
    void begin() {
        a = new StoredRuns(folder.resolve("a"));
        b = new StoredRuns(folder.resolve("b"));
    }

    @Test
    void refusesOneClusterAsTwoSystems() {
        oneCluster("Redpanda");
        b.driver("redpanda").client("linger.ms", "10");

        assertThat(remarks(ONE_CLUSTER, "linger.ms")).singleElement().satisfies(remark -> {
            assertThat(remark.weight()).isEqualTo(Weight.REFUSED);
            assertThat(remark.rule()).contains(ReviewCode.ONE_CLUSTER);
            assertThat(remark.text()).contains("kafka and redpanda are one cluster", "--differs driver");
        });
        assertThat(weights(ONE_CLUSTER, "driver")).containsExactly(Weight.NOTE);
    }

    @Test
    void refusesOneSetupUnderTwoNames() {
        b.driver("fork");
        assertThat(remarks(ONE_CLUSTER)).as("clusters without an id").isEmpty();

        oneCluster("Kafka");

        assertThat(weights(ONE_CLUSTER)).containsExactly(Weight.REFUSED);
        assertThat(weights(ONE_CLUSTER, "name")).containsExactly(Weight.NOTE);
    }

    @Test
    void comparesSettingsOfOneSystemAndRunsBeforeAndAfterAChange() {
        oneCluster("Kafka");
        assertThat(remarks(ONE_CLUSTER)).isEmpty();

        b.driver("kafka-linger").client("linger.ms", "10");
        assertThat(remarks(ONE_CLUSTER)).isEmpty();
    }

    @Test
    void aFieldThatMayDifferMakesNoSidesUnequal() {
        b.client("linger.ms", "10");

        assertThat(remarks(FILES, "linger.ms"))
                .containsExactly(new ComparisonRemark(
                        Weight.NOTE, "driver.producerConfig.linger.ms: not set | 10 (named by --differs)"));
    }

    @Test
    void effectiveClientSettingsCountWhereverTheyWereWritten() {
        a.client("linger.ms", "10").inEffect("linger.ms", "10").inEffect("batch.size", "1");
        b.inEffect("linger.ms", "10").inEffect("batch.size", "2");
        a.client("acks", "all").durability("acks", "all");
        b.durability("acks", "1");

        assertThat(remarks(FILES))
                .extracting(ComparisonRemark::text)
                .containsExactly("driver.producerConfig.batch.size: 1 | 2");
        assertThat(remarks(DURABILITY)).extracting(ComparisonRemark::text).containsExactly("durability.acks: all | 1");
    }

    @Test
    void findingsComeBeforeFigures() {
        b.finding("MESSAGES_LOST").finding("OPERATIONS_FAILED").finding("LOAD_NOT_MET");
        Map<String, Object> missed =
                Map.of("text", "audit.lost == 0", "met", false, "judged", true, "byDefault", false);
        a.with("/weir/thresholds", List.of(missed));

        assertThat(remarks(RunGate::remarks))
                .filteredOn(remark -> !remark.rule().equals(Optional.of(ReviewCode.RATES_DIFFER)))
                .containsExactly(
                        new ComparisonRemark(Weight.DOUBTFUL, "A: 1 of 1 run missed a threshold: audit.lost == 0"),
                        new ComparisonRemark(
                                        Weight.DOUBTFUL,
                                        "B: 1 of 1 run with findings: MESSAGES_LOST, OPERATIONS_FAILED")
                                .warnedBy(ReviewCode.SYSTEM_ERRORS));
    }

    @Test
    void whatFollowsFromAcksMayDifferIfAcksMay() {
        a.durability("acks", "1").durability("idempotence", "false").durability("minInsyncReplicas", "without effect");
        b.durability("acks", "all").durability("idempotence", "true").durability("minInsyncReplicas", "2");

        assertThat(weights(DURABILITY)).containsOnly(Weight.UNEQUAL);
        assertThat(weights(DURABILITY, "driver.producerConfig.acks")).hasSize(3).containsOnly(Weight.NOTE);
    }

    @Test
    void equalAcksExplainNoOtherDifference() {
        a.durability("acks", "all").durability("minInsyncReplicas", "1");
        b.durability("acks", "all").durability("minInsyncReplicas", "2");

        assertThat(weights(DURABILITY, "acks")).containsExactly(Weight.UNEQUAL);
    }

    @Test
    void aWeakerAcknowledgementMakesSidesUnequal() {
        a.durability("acks", "all")
                .durability("fsync", "before acknowledgement")
                .durability("clientVersion", "3.9");
        b.durability("acks", "1").durability("fsync", "unknown").durability("clientVersion", "4.0");

        assertThat(remarks(DURABILITY))
                .containsExactly(
                        new ComparisonRemark(Weight.UNEQUAL, "durability.acks: all | 1")
                                .refusedBy(ReviewCode.SETTINGS_DIFFER),
                        new ComparisonRemark(Weight.NOTE, "durability.clientVersion: 3.9 | 4.0"),
                        new ComparisonRemark(Weight.DOUBTFUL, "durability.fsync: before acknowledgement | unknown")
                                .leavesOpen(ReviewCode.SETTINGS_DIFFER));
        assertThat(remarks(DURABILITY, "acks")).contains(new ComparisonRemark(Weight.NOTE, "durability.acks: all | 1"));
        b = new StoredRuns(folder.resolve("c"));
        assertThat(remarks(DURABILITY))
                .containsExactly(new ComparisonRemark(
                                Weight.DOUBTFUL,
                                "the results of B do not contain what an acknowledgement meant (durability)")
                        .leavesOpen(ReviewCode.SETTINGS_DIFFER));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '/', textBlock = """
        different / fsync=by the operating system / fsync=before acknowledgement /\
         promises differ, A | B: fsync by the operating system | before acknowledgement
        unknown of one side or both / fsync=by the operating system, minInsyncReplicas=unknown /\
         fsync=unknown, minInsyncReplicas=unknown /\
         promises unknown, A | B: minInsyncReplicas unknown | unknown, fsync by the operating system | unknown
        a known difference before what is unknown / minInsyncReplicas=2, fsync=unknown /\
         minInsyncReplicas=1, fsync=before acknowledgement /\
         promises differ, A | B: minInsyncReplicas 2 | 1; unknown: fsync unknown | before acknowledgement
        alike / fsync=by the operating system, brokerVersion=metadata.version 30 /\
         fsync=after acknowledgement, brokerVersion=unknown / ''
        not in the results / acks=all / '' /\
         promises unknown, A | B: results do not contain what an acknowledgement meant
        """)
    void promisesThatDifferOrAreUnknownAreNamedInALine(String name, String ofA, String ofB, String line) {
        promise(a, ofA);
        promise(b, ofB);

        List<RunGroup> sides = sides();
        assertThat(DurabilityGate.promises(List.of(
                        Comparison.of(sides.get(0), sides.get(1), ComparisonRules.DEFAULT, List.of(), List.of()))))
                .isEqualTo(line.isEmpty() ? List.of() : List.of(line));
    }

    private static void promise(StoredRuns runs, String items) {
        Pattern.compile("(\\w+)=([^,]+)")
                .matcher(items)
                .results()
                .forEach(item -> runs.durability(item.group(1), item.group(2)));
    }

    private List<Weight> weights(Gate gate, String... differs) {
        return remarks(gate, differs).stream().map(ComparisonRemark::weight).toList();
    }

    private List<ComparisonRemark> remarks(Gate gate, String... differs) {
        List<RunGroup> sides = sides();
        var rules = new ComparisonRules(0.05, OptionalInt.empty(), 0.03, false, Set.of(differs));
        return gate.remarks(sides.get(0), sides.get(1), rules);
    }

    private List<RunGroup> sides() {
        return StoredRuns.inTurn(a, b, new double[][] {{1000, 10, 1000, 10.8}});
    }

    private void oneCluster(String systemOfB) {
        String id = "5L6g3nShT-eMCtK--X86sw";
        a.with("/weir/provenance/system", Map.of("cluster.id", id, "system", "Kafka"));
        b.with("/weir/provenance/system", Map.of("cluster.id", id, "system", systemOfB));
    }
}
