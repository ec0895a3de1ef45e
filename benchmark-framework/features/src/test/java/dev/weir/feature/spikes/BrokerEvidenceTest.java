package dev.weir.feature.spikes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.feature.brokermetrics.BrokerMetrics;
import dev.weir.result.code.SpikeCause;
import dev.weir.result.value.Moment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerEvidenceTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void aCollectionIsEvidenceInItsSecond() {
        List<Evidence> found = of("jvm_gc_collection_seconds_sum", 0, 0, 0.3, 0, 0.01);

        assertThat(found)
                .contains(new Evidence(
                        SpikeCause.BROKER_PAUSE, "garbage collection of b", 2 * SECOND, 3 * SECOND, 300_000_000));
    }

    @Test
    void anEmbeddedBrokerThatDoesNotAnswerAnyMoreStandsStill() {
        assertThat(of("weir_process_pause_seconds_total", 0, 0, 0, null, null))
                .containsExactly(
                        new Evidence(SpikeCause.BROKER_PAUSE, "b did not run", 1, 3 * SECOND, 4 * SECOND, SECOND),
                        new Evidence(SpikeCause.BROKER_PAUSE, "b did not run", 1, 4 * SECOND, 5 * SECOND, SECOND));
        assertThat(of("jvm_gc_collection_seconds_sum", 0, 0, 0, null, null)).isEmpty();
    }

    @Test
    void anEmbeddedBrokerThatStandsStillMostOfTheTimeIsNotUsual() {
        assertThat(of("weir_process_pause_seconds_total", 0, null, null, null, null))
                .hasSize(4)
                .allMatch(each -> each.cause() == SpikeCause.BROKER_PAUSE && each.heldNanos() == SECOND);
        // It answers again at the end, and tells for how long it stood still.
        assertThat(of("weir_process_pause_seconds_total", 0, 0.9, 0.9, 0.9, 0))
                .hasSize(3)
                .allMatch(each -> each.cause() == SpikeCause.BROKER_PAUSE && each.heldNanos() == 900_000_000);
    }

    @Test
    void aCounterCanHaveGrownAtAnyTimeWhileASampleIsMissing() {
        var answers = new BrokerMetrics.MetricSeries("gauge", Map.of(), false, Arrays.asList(1, 1, null, 1, 1));
        var collections = new BrokerMetrics.MetricSeries(
                "jvm_gc_collection_seconds_sum", Map.of(), true, List.of(0, 0, 0.4, 0.4, 0));
        var steadyWaits = new BrokerMetrics.MetricSeries(
                "kafka_network_requestmetrics_localtimems_sum",
                Map.of("request", "Produce"),
                true,
                List.of(900, 900, 900, 900, 900));

        assertThat(of(answers, collections, steadyWaits))
                .containsExactly(new Evidence(
                        SpikeCause.BROKER_PAUSE, "garbage collection of b", 2 * SECOND, 4 * SECOND, 800_000_000));
    }

    /** A log that is slow holds up requests that wait for replicas or for a thread. */
    @Test
    void whatCanBringAboutTheOthersComesFirst() {
        List<BrokerMetrics.MetricSeries> series = Stream.of("RequestQueue", "Remote", "Local")
                .map(stage -> new BrokerMetrics.MetricSeries(
                        "kafka_network_RequestMetrics_" + stage + "TimeMs_sum",
                        Map.of("request", "Produce"),
                        true,
                        List.of(0, 0, 300, 0, 0)))
                .toList();

        assertThat(of(series.toArray(BrokerMetrics.MetricSeries[]::new)))
                .allMatch(each -> each.cause() == SpikeCause.BROKER)
                .extracting(Evidence::where, Evidence::order)
                .containsExactly(tuple("request queue of b", 2), tuple("replicas of b", 1), tuple("log of b", 0));
    }

    @Test
    void leadersThatMoveAreEvidenceOfUnknownLength() {
        var series = new BrokerMetrics.MetricSeries(
                "kafka_server_replicamanager_leadercount", Map.of(), false, List.of(4, 4, 2, 2, 2));

        assertThat(of(series))
                .containsExactly(new Evidence(SpikeCause.LEADER_CHANGE, "b", 2 * SECOND, 3 * SECOND, Evidence.ANY));
    }

    @Test
    void redpandaReportsPartitionsWithoutALeader() {
        var series = new BrokerMetrics.MetricSeries(
                "redpanda_cluster_unavailable_partitions", Map.of(), false, List.of(0, 0, 2, 2, 0));

        assertThat(of(series))
                .containsExactly(
                        new Evidence(SpikeCause.LEADER_CHANGE, "b", 2 * SECOND, 3 * SECOND, Evidence.ANY),
                        new Evidence(SpikeCause.LEADER_CHANGE, "b", 3 * SECOND, 4 * SECOND, Evidence.ANY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"redpanda_raft_leadership_changes", "redpanda_raft_leadership_changes_total"})
    void redpandaCountsChangesOfLeaders(String name) {
        assertThat(of(name, 0, 0, 2, 0, 0))
                .containsExactly(new Evidence(SpikeCause.LEADER_CHANGE, "b", 2 * SECOND, 3 * SECOND, Evidence.ANY));
    }

    @Test
    void redpandaCountsTheTimeOfProduceRequests() {
        assertThat(of(ofRedpanda("kafka_request_latency_seconds_sum", "redpanda_request", "produce")))
                .containsExactly(new Evidence(SpikeCause.BROKER, "requests in b", 2 * SECOND, 3 * SECOND, 300_000_000));
        assertThat(of(ofRedpanda("kafka_request_latency_seconds_sum", "redpanda_request", "consume")))
                .isEmpty();
    }

    private static BrokerMetrics.MetricSeries ofRedpanda(String name, String label, String value) {
        return new BrokerMetrics.MetricSeries("redpanda_" + name, Map.of(label, value), true, List.of(0, 0, 0.3, 0, 0));
    }

    private static List<Evidence> of(String name, @Nullable Number... values) {
        return of(new BrokerMetrics.MetricSeries(name, Map.of(), true, Arrays.asList(values)));
    }

    private static List<Evidence> of(BrokerMetrics.MetricSeries... series) {
        var endpoint = new BrokerMetrics.Endpoint("http://b", "b", 6, 0, "", 0, List.of(series));
        return BrokerEvidence.of(new BrokerMetrics(
                List.of(),
                Optional.empty(),
                Optional.of(new Moment(0)),
                List.of(1.0, 2.0, 3.0, 4.0, 5.0),
                List.of(endpoint)));
    }
}
