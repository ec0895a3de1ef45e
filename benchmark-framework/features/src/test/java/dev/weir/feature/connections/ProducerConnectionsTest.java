package dev.weir.feature.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.coordinator.Ticks;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.workers.RunObserver.EndedRun;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.driver.client.Connections;
import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.PartPages;
import dev.weir.measure.Counts;
import dev.weir.plan.RunPlan;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.document.RunDetails;
import dev.weir.result.interval.Phase;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProducerConnectionsTest {
    private static final ConnectionCounts SOME_BROKEN = new ConnectionCounts(100, 103, 2, 4, 98);
    private static final EndedRun END = new EndedRun(RunDetails.NONE, false, List.of(), Optional.empty());

    private final ProducerConnections.ConnectionTotals totals =
            new ProducerConnections.ConnectionTotals(new Connections(100, 5));

    @TempDir
    Path folder;

    @Test
    void printsHowManyThereWere() {
        var feature = new ProducerConnections();

        assertThat(feature.table(RunDetails.NONE.with(Map.of("connections", SOME_BROKEN))))
                .containsExactly(
                        "connections  100 asked, 103 made, 2 failed, 4 lost",
                        "             98 open when the measurement began");
        assertThat(feature.table(RunDetails.NONE)).isEmpty();
    }

    @Test
    void pagesHaveTheirTableAndTheResultPageTheirFields() throws IOException {
        Map<String, ConnectionCounts> parts = Map.of("connections", SOME_BROKEN);

        assertThat(PartPages.html(folder, parts)).contains("<h3>Connections</h3>", "openAtStart");
        PartPages.assertDescribed(parts, "connections", "asked", "made", "failed", "lost", "openAtStart");
    }

    @Test
    void thoseThatWereMissingOrBrokenAreFindings() {
        add(totals, new ConnectionCounts(60, 63, 1, 4, 59));
        add(totals, new ConnectionCounts(40, 40, 1, 0, 39));
        tick(Phase.MEASUREMENT);

        assertThat(totals.findings())
                .extracting(Finding::code, Finding::count)
                .containsExactly(
                        tuple(FindingCode.CONNECTIONS_MISSING, 2L), tuple(FindingCode.CONNECTIONS_MISSING, 6L));
        assertThat(totals.parts(END)).isEqualTo(Map.of("connections", SOME_BROKEN));
    }

    @Test
    void noneIsMissingIfAllWereThereOrNothingWasMeasured() {
        add(totals, new ConnectionCounts(100, 100, 0, 0, 100));
        tick(Phase.MEASUREMENT);
        assertThat(totals.findings()).isEmpty();

        var unmeasured = new ProducerConnections.ConnectionTotals(new Connections(100, 5));
        add(unmeasured, new ConnectionCounts(100, 40, 0, 0, 40));
        assertThat(unmeasured.findings()).isEmpty();
    }

    @Test
    void refusesAnExistingTopicWithMorePartitions() {
        Workload workload = Workloads.small().existing(List.of("there")).build();
        RunPlan plan =
                RunPlan.of(workload, Map.of("there", 101), DriverConfig.of("any"), "0a1b2c3d", 1, Topology.SWARM);

        assertThatThrownBy(() -> totals.check(plan.assignments()))
                .isInstanceOf(RunFailedException.class)
                .hasMessage(
                        "connectionsPerProducer must be at least the number of partitions of a topic: there has 101,"
                                + " got 100; use more connections");
    }

    private static void add(ProducerConnections.ConnectionTotals to, ConnectionCounts counts) {
        to.message(new WorkerLink(0, "worker"), new ConnectionCounts.ConnectionNotes(counts));
    }

    private void tick(Phase phase) {
        totals.tick(Ticks.tick(Ticks.second(phase, 0, Counts.NONE)));
    }
}
