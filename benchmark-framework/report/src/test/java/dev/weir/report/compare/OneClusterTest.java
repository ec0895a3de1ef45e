package dev.weir.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.report.compare.ComparisonRemark.Weight;
import dev.weir.result.code.ReviewCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OneClusterTest {
    private static final Map<String, Object> KAFKA = Map.of("cluster.id", "5L6g3nShT-eMCtK--X86sw", "system", "Kafka");
    private static final Map<String, Object> REDPANDA =
            Map.of("cluster.id", "5L6g3nShT-eMCtK--X86sw", "system", "Redpanda");
    private static final double[][] ROWS = {{1000, 10.0, 1000, 10.8}};

    @TempDir
    Path folder;

    private StoredRuns a;
    private StoredRuns b;

    @BeforeEach
    void begin() {
        a = new StoredRuns(folder.resolve("a")).system(KAFKA);
        b = new StoredRuns(folder.resolve("b")).system(KAFKA);
    }

    @Test
    void refusesOneClusterAsTwoSystems() {
        b.driver("redpanda").system(REDPANDA).client("linger.ms", "10");

        assertThat(remarks("linger.ms")).singleElement().satisfies(remark -> {
            assertThat(remark.weight()).isEqualTo(Weight.REFUSED);
            assertThat(remark.rule()).contains(ReviewCode.ONE_CLUSTER);
            assertThat(remark.text()).contains("kafka and redpanda are one cluster", "--differs driver");
        });
        assertThat(remarks("driver")).extracting(ComparisonRemark::weight).containsExactly(Weight.NOTE);
    }

    @Test
    void refusesOneSetupUnderTwoNames() {
        b.driver("fork");

        assertThat(remarks()).extracting(ComparisonRemark::weight).containsExactly(Weight.REFUSED);
        assertThat(remarks("name")).extracting(ComparisonRemark::weight).containsExactly(Weight.NOTE);
    }

    @Test
    void comparesSettingsOfOneSystemAndRunsBeforeAndAfterAChange() {
        assertThat(remarks()).isEmpty();

        b.driver("kafka-linger").client("linger.ms", "10");
        assertThat(remarks()).isEmpty();
    }

    @Test
    void comparesClustersWithoutAnId() {
        a.system(Map.of());
        b.driver("fork").system(Map.of());

        assertThat(remarks()).isEmpty();
    }

    private List<ComparisonRemark> remarks(String... differs) {
        List<RunGroup> sides = StoredRuns.inTurn(a, b, ROWS);
        var rules = new ComparisonRules(0.05, OptionalInt.empty(), 0.03, false, Set.of(differs));
        return new OneCluster().remarks(sides.get(0), sides.get(1), rules);
    }
}
