package dev.weir.feature.spikes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.feature.brokermetrics.BrokerMetrics;
import dev.weir.feature.brokermetrics.BrokerMetrics.MetricSeries;
import dev.weir.result.value.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrokerEvidenceTest {
    private static final long SECOND = 1_000_000_000;

    /**
     * Series of a broker as {@code KIND NAME [LABEL=VALUE] VALUES} of five seconds, {@code -} where there is no sample, and what
     * follows from them as {@code CAUSE WHERE FROM-TO held MILLIS}, with the order among evidence of one cause.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', nullValues = "nothing", textBlock = """
            a collection is evidence in its second | counter jvm_gc_collection_seconds_sum 0 0 0.3 0 0.01 | BROKER_PAUSE garbage collection of b 2-3 held 300; BROKER_PAUSE garbage collection of b 4-5 held 10
            an embedded broker that does not answer any more stands still | counter weir_process_pause_seconds_total 0 0 0 - - | BROKER_PAUSE b did not run 3-4 held 1000, order 1; BROKER_PAUSE b did not run 4-5 held 1000, order 1
            another broker that does not answer may have no metrics | counter jvm_gc_collection_seconds_sum 0 0 0 - - | nothing
            an embedded broker that stands still most of the time is not usual | counter weir_process_pause_seconds_total 0 - - - - | BROKER_PAUSE b did not run 1-2 held 1000, order 1; BROKER_PAUSE b did not run 2-3 held 1000, order 1; BROKER_PAUSE b did not run 3-4 held 1000, order 1; BROKER_PAUSE b did not run 4-5 held 1000, order 1
            an embedded broker that answers again reports how long it stood still | counter weir_process_pause_seconds_total 0 0.9 0.9 0.9 0 | BROKER_PAUSE b did not run 1-2 held 900, order 1; BROKER_PAUSE b did not run 2-3 held 900, order 1; BROKER_PAUSE b did not run 3-4 held 900, order 1
            a counter can have grown at any time while a sample is missing, but other steady waits are usual | gauge up 1 1 - 1 1; counter jvm_gc_collection_seconds_sum 0 0 0.4 0.4 0; counter kafka_network_requestmetrics_localtimems_sum request=Produce 900 900 900 900 900 | BROKER_PAUSE garbage collection of b 2-4 held 800
            a log that is slow holds up requests that wait for replicas or for a thread | counter kafka_network_RequestMetrics_RequestQueueTimeMs_sum request=Produce 0 0 300 0 0; counter kafka_network_RequestMetrics_RemoteTimeMs_sum request=Produce 0 0 300 0 0; counter kafka_network_RequestMetrics_LocalTimeMs_sum request=Produce 0 0 300 0 0 | BROKER request queue of b 2-3 held 300, order 2; BROKER replicas of b 2-3 held 300, order 1; BROKER log of b 2-3 held 300
            leaders that move are evidence of unknown length | gauge kafka_server_replicamanager_leadercount 4 4 2 2 2 | LEADER_CHANGE b 2-3
            redpanda reports partitions without a leader | gauge redpanda_cluster_unavailable_partitions 0 0 2 2 0 | LEADER_CHANGE b 2-3; LEADER_CHANGE b 3-4
            an old redpanda counts changes of leaders | counter redpanda_raft_leadership_changes 0 0 2 0 0 | LEADER_CHANGE b 2-3
            redpanda counts changes of leaders | counter redpanda_raft_leadership_changes_total 0 0 2 0 0 | LEADER_CHANGE b 2-3
            redpanda counts the time of produce requests | counter redpanda_kafka_request_latency_seconds_sum redpanda_request=produce 0 0 0.3 0 0 | BROKER requests in b 2-3 held 300
            fetches hold up no acknowledgement | counter redpanda_kafka_request_latency_seconds_sum redpanda_request=consume 0 0 0.3 0 0 | nothing
            """)
    void followsFromMetrics(String rule, String series, @Nullable String expected) {
        var endpoint = new BrokerMetrics.Endpoint(
                "http://b",
                "b",
                6,
                0,
                "",
                0,
                Stream.of(series.split("; ", -1))
                        .map(BrokerEvidenceTest::series)
                        .toList());
        var metrics = new BrokerMetrics(
                List.of(),
                Optional.empty(),
                Optional.of(new Moment(0)),
                List.of(1.0, 2.0, 3.0, 4.0, 5.0),
                List.of(endpoint));

        assertThat(BrokerEvidence.of(metrics).stream()
                        .map(BrokerEvidenceTest::text)
                        .collect(Collectors.joining("; ")))
                .isEqualTo(expected == null ? "" : expected);
    }

    private static MetricSeries series(String text) {
        List<String> words = List.of(text.split(" ", -1));
        List<@Nullable Number> values = new ArrayList<>();
        for (String value : words.subList(words.size() - 5, words.size())) {
            values.add(value.equals("-") ? null : Double.valueOf(value));
        }
        String[] label = words.get(2).split("=", -1);
        Map<String, String> labels = label.length < 2 ? Map.of() : Map.of(label[0], label[1]);
        return new MetricSeries(words.get(1), labels, words.get(0).equals("counter"), values);
    }

    private static String text(Evidence found) {
        return found.cause() + " " + found.where() + " " + found.beginNanos() / SECOND + "-"
                + found.endNanos() / SECOND
                + (found.heldNanos() == Evidence.ANY ? "" : " held " + found.heldNanos() / 1_000_000)
                + (found.order() == 0 ? "" : ", order " + found.order());
    }
}
