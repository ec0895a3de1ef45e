package dev.weir.feature.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.coordinator.Ticks;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunFailedException;
import dev.weir.coordinator.workers.RunObserver.EndedRun;
import dev.weir.coordinator.workers.WorkerLink;
import dev.weir.driver.EmptyAdmin;
import dev.weir.driver.client.Connections;
import dev.weir.driver.config.DriverConfig;
import dev.weir.feature.FeatureMessages;
import dev.weir.feature.PartPages;
import dev.weir.feature.SectionFiles;
import dev.weir.feature.connections.ProducerConnections.ConnectionCounts;
import dev.weir.feature.connections.ProducerConnections.ConnectionCounts.ConnectionNotes;
import dev.weir.measure.Counts;
import dev.weir.plan.RunPlan;
import dev.weir.result.code.Finding;
import dev.weir.result.code.FindingCode;
import dev.weir.result.document.RunDetails;
import dev.weir.result.interval.Phase;
import dev.weir.wire.message.Message;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import dev.weir.workload.Workloads;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How connections of producers' own are read, sent to the coordinator, judged and shown. */
class ProducerConnectionsTest extends SectionFiles implements FeatureMessages {
    private static final String BASE = TOPIC + CONSUMERS + "messageSize: 4\nproducerRate: 5000\n";
    private static final ConnectionCounts SOME_BROKEN = new ConnectionCounts(100, 103, 2, 4, 98);
    private static final EndedRun END = new EndedRun(RunDetails.NONE, false, List.of(), Optional.empty());

    private final ProducerConnections.ConnectionTotals totals =
            new ProducerConnections.ConnectionTotals(new Connections(100, 5));

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
        assertThat(PartPages.html(folder, Map.of("connections", SOME_BROKEN)))
                .contains("<h3>Connections</h3>", "openAtStart");
    }

    @Test
    void thoseThatWereMissingOrBrokenAreFindings() {
        add(new ConnectionCounts(60, 63, 1, 4, 59));
        add(new ConnectionCounts(40, 40, 1, 0, 39));
        measure();

        assertThat(totals.findings())
                .extracting(Finding::code, Finding::count)
                .containsExactly(
                        tuple(FindingCode.CONNECTIONS_MISSING, 2L), tuple(FindingCode.CONNECTIONS_MISSING, 6L));
        assertThat(totals.parts(END)).isEqualTo(Map.of("connections", SOME_BROKEN));
    }

    @Test
    void noneIsMissingIfAllWereThereOrNothingWasMeasured() {
        add(new ConnectionCounts(60, 40, 0, 0, 40));
        assertThat(totals.findings()).isEmpty();

        add(new ConnectionCounts(40, 60, 0, 0, 60));
        measure();
        assertThat(totals.findings()).isEmpty();
    }

    @Test
    void refusesAnExistingTopicWithMorePartitions() {
        Workload workload = Workloads.small().existing(List.of("there")).build();
        RunPlan plan = RunPlan.of(workload, Map.of("there", 101), DriverConfig.of("any"), "r", 1, Topology.SWARM);

        assertThatThrownBy(() -> totals.prepare(new EmptyAdmin(), plan.assignments(), ProgressListener.NONE))
                .isInstanceOf(RunFailedException.class)
                .hasMessage(
                        "connectionsPerProducer must be at least the number of partitions of a topic: there has 101,"
                                + " got 100; use more connections");
    }

    @Test
    void readsConnectionsWithTheirRateAndWritesThem() throws IOException {
        Workload all = read(BASE, "connectionsPerProducer: 8").orElseThrow();
        Workload some =
                read(BASE, "connectionsPerProducer: 8; connectionRate: 4").orElseThrow();

        assertThat(all.run().sections().connections()).isEqualTo(new Connections(8, Double.POSITIVE_INFINITY));
        assertThat(some.run().sections().connections()).isEqualTo(new Connections(8, 4));
        assertThat(Workloads.small().build().run().sections().connections()).isEqualTo(Connections.OF_CLIENT);
        assertReadsBack(all);
        assertReadsBack(some);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            connectionRate: 5 | needs connectionsPerProducer; add it, or remove this
            connectionsPerProducer: 3 | must be at least the number of partitions of a topic, 4, got 3: each connection serves one partition
            connectionsPerProducer: 8; transactions: {messages: 2} | cannot stand beside transactions, whose producers have one connection to each broker; remove one of the two
            connectionsPerProducer: 8; pipeline: {instancesPerTopic: 1} | cannot stand beside pipeline, whose producers have one connection to each broker; remove one of the two
            connectionsPerProducer: 1000000; producersPerTopic: 20 | makes 20000000 connections over all topics, must be at most 10000000
            """)
    void refusesConnectionsThatCannotBe(String fields, String message) throws IOException {
        assertRefused(BASE, fields, message);
    }

    @Override
    public List<Message> messages() {
        return List.of(new ConnectionNotes(new ConnectionCounts(1, 2, Long.MAX_VALUE, 4, -5)));
    }

    private void add(ConnectionCounts counts) {
        totals.message(new WorkerLink(0, "worker"), new ConnectionNotes(counts));
    }

    private void measure() {
        totals.tick(Ticks.tick(Ticks.second(Phase.MEASUREMENT, 0, Counts.NONE)));
    }
}
