package dev.weir.feature.brokermetrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.MetricsEndpoint;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On answers as real exporters give them. */
class SeriesChoiceTest {
    private static final URI URL = URI.create("http://broker-1:9100/metrics");

    @Test
    void keepsDrivesCoresAndCardsOfAHost() throws IOException {
        assertThat(kept(MetricsEndpoint.of(URL), "node_exporter"))
                .containsOnly(
                        Map.entry("node_cpu_seconds_total{mode=idle}", 17_796.75),
                        Map.entry("node_cpu_seconds_total{mode=iowait}", 79.75),
                        Map.entry("node_cpu_seconds_total{mode=user}", 25_428.5),
                        Map.entry("node_disk_io_time_seconds_total{device=nvme1n1}", 404.904),
                        Map.entry("node_disk_read_bytes_total{device=nvme1n1}", 9.67031296e9),
                        Map.entry("node_disk_written_bytes_total{device=nvme0n1}", 1_048_576.0),
                        Map.entry("node_disk_written_bytes_total{device=nvme1n1}", 2.14607859712e11),
                        Map.entry("node_disk_written_bytes_total{device=sda}", 512.0),
                        Map.entry("node_memory_Dirty_bytes{}", 1.978368e7),
                        Map.entry("node_network_receive_bytes_total{device=eth0}", 3.62064362e8));
    }

    @Test
    void keepsTheDrivesThatAreNamed() throws IOException {
        var endpoint = new MetricsEndpoint(URL, "broker-1", List.of(), List.of("md0", "sd*"));

        assertThat(kept(endpoint, "node_exporter").keySet())
                .filteredOn(name -> name.contains("disk"))
                .containsExactly(
                        "node_disk_written_bytes_total{device=md0}",
                        "node_disk_written_bytes_total{device=sda1}",
                        "node_disk_written_bytes_total{device=sda}");
    }

    @Test
    void addsUpTheShardsTopicsAndPartitionsOfRedpanda() throws IOException {
        assertThat(kept(MetricsEndpoint.of(URL), "redpanda"))
                .containsOnly(
                        Map.entry("redpanda_cpu_busy_seconds_total{}", 150.75),
                        Map.entry(
                                "redpanda_kafka_quotas_client_quota_throttle_time_sum{redpanda_quota_type=produce_quota}",
                                2.0),
                        Map.entry(
                                "redpanda_kafka_quotas_client_quota_throttle_time_count{redpanda_quota_type=produce_quota}",
                                4.0),
                        Map.entry("redpanda_kafka_request_bytes_total{redpanda_request=consume}", 5.0),
                        Map.entry("redpanda_kafka_request_bytes_total{redpanda_request=produce}", 1200.0),
                        Map.entry("redpanda_kafka_request_latency_seconds_count{redpanda_request=produce}", 100.0),
                        Map.entry("redpanda_kafka_request_latency_seconds_sum{redpanda_request=produce}", 0.5),
                        Map.entry("redpanda_kafka_under_replicated_replicas{}", 3.0),
                        Map.entry("redpanda_storage_disk_free_bytes{}", 7e12));
    }

    @Test
    void keepsWhatAnOldRedpandaHas() throws IOException {
        assertThat(kept(MetricsEndpoint.of(URL), "redpanda-23.1"))
                .containsOnly(
                        Map.entry("redpanda_cluster_unavailable_partitions{}", 2.0),
                        Map.entry("redpanda_cpu_busy_seconds_total{}", 17.25),
                        Map.entry("redpanda_kafka_request_bytes_total{redpanda_request=consume}", 5.0),
                        Map.entry("redpanda_kafka_request_bytes_total{redpanda_request=produce}", 1200.0),
                        Map.entry("redpanda_kafka_request_latency_seconds_count{redpanda_request=consume}", 40.0),
                        Map.entry("redpanda_kafka_request_latency_seconds_count{redpanda_request=produce}", 100.0),
                        Map.entry("redpanda_kafka_request_latency_seconds_sum{redpanda_request=consume}", 20.0),
                        Map.entry("redpanda_kafka_request_latency_seconds_sum{redpanda_request=produce}", 0.5),
                        Map.entry("redpanda_kafka_under_replicated_replicas{}", 3.0),
                        Map.entry("redpanda_raft_leadership_changes{}", 4.0),
                        Map.entry("redpanda_rpc_request_latency_seconds_count{redpanda_server=internal}", 70.0),
                        Map.entry("redpanda_rpc_request_latency_seconds_count{redpanda_server=kafka}", 50.0),
                        Map.entry("redpanda_rpc_request_latency_seconds_sum{redpanda_server=internal}", 1.0),
                        Map.entry("redpanda_rpc_request_latency_seconds_sum{redpanda_server=kafka}", 2.0),
                        Map.entry("redpanda_storage_disk_free_bytes{}", 7e12),
                        Map.entry("redpanda_storage_disk_total_bytes{}", 8e12));
    }

    @ParameterizedTest
    @EnumSource
    void aMetricHasTheNamesOfThePage(RedpandaMetric metric) throws IOException {
        Set<String> onPage = text("redpanda-23.1")
                .lines()
                .filter(line -> line.startsWith("# TYPE "))
                .map(line -> line.split(" ", -1)[2])
                .collect(Collectors.toSet());

        assertThat(onPage).containsAll(metric.in231());
        assertThat(metric.in231())
                .containsAll(metric.names().stream().filter(onPage::contains).toList());
    }

    @Test
    void countsAllTopicsOnceAndKeepsRequestsInTheWayOfAMessage() throws IOException {
        assertThat(kept(MetricsEndpoint.of(URL), "jmx_exporter"))
                .containsOnly(
                        Map.entry("jvm_gc_collection_seconds_count{}", 13.0),
                        Map.entry("jvm_gc_collection_seconds_sum{}", 0.9),
                        Map.entry("kafka_network_requestmetrics_totaltimems_sum{request=Produce}", 900.0),
                        Map.entry("kafka_network_requestmetrics_totaltimems_count{request=Produce}", 300.0),
                        Map.entry("kafka_network_requestmetrics_localtimems_sum{request=Produce}", 600.0),
                        // Of 300 requests with a mean of 3.5 ms; there is no count of throttled ones.
                        Map.entry("kafka_network_requestmetrics_remotetimems_sum{request=Produce}", 1050.0),
                        Map.entry("kafka_log_logflushstats_logflushrateandtimems_count{}", 21.0),
                        Map.entry("kafka_log_logflushstats_logflushrateandtimems_sum{}", 3905.0),
                        Map.entry("kafka_network_requestmetrics_localtimems{quantile=0.99, request=Produce}", 5.0),
                        Map.entry("kafka_server_delayedoperationpurgatory_purgatorysize{delayedOperation=Fetch}", 16.0),
                        Map.entry(
                                "kafka_server_delayedoperationpurgatory_purgatorysize{delayedOperation=Produce}", 2.0),
                        Map.entry("kafka_server_replicamanager_isrshrinks_total{}", 3.0),
                        Map.entry("kafka_server_brokertopicmetrics_bytesin_total{}", 3000.0),
                        Map.entry("kafka_server_BrokerTopicMetrics_Count{name=BytesOutPerSec}", 42.0),
                        Map.entry("kafka_server_replicamanager_underreplicatedpartitions{}", 4.0),
                        Map.entry("kafka_server_kafkarequesthandlerpool_requesthandleravgidle_percent{}", 0.9971));
    }

    @Test
    void keepsNamedSeriesWithAllTheirLabels() throws IOException {
        var endpoint = new MetricsEndpoint(
                URL, "broker-1", List.of("redpanda_kafka_request_latency_seconds_bucket", "redpanda_app*"), List.of());

        assertThat(kept(endpoint, "redpanda"))
                .containsEntry(
                        "redpanda_kafka_request_latency_seconds_bucket{le=+Inf, redpanda_request=produce}", 100.0)
                .containsKey("redpanda_application_build{redpanda_revision=0000000, redpanda_version=v24.2.4}")
                .hasSize(12);
    }

    @Test
    void recognizesACounterByItsNameIfItsTypeIsWrong() throws IOException {
        for (String exporter : List.of("redpanda", "jmx_exporter")) {
            new SeriesChoice(MetricsEndpoint.of(URL))
                    .read(text(exporter))
                    .forEach((name, kept) -> assertThat(kept.isCounter())
                            .as(name.name())
                            .isEqualTo(name.name().matches(".*_(?i:total|sum|count)")));
        }
    }

    private static Map<String, Double> kept(MetricsEndpoint endpoint, String exporter) throws IOException {
        Map<String, Double> values = new TreeMap<>();
        new SeriesChoice(endpoint)
                .read(text(exporter))
                .forEach((name, kept) -> values.put(name.name() + name.labels(), kept.value()));
        return values;
    }

    private static String text(String exporter) throws IOException {
        try (InputStream in = SeriesChoiceTest.class.getResourceAsStream(exporter + ".txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
