package dev.weir.feature.brokermetrics;

import java.util.List;
import java.util.stream.Stream;

/**
 * Metrics of Redpanda's {@code /public_metrics} that Weir uses, and their names by version. The names in 23.1 are those
 * of a real 23.1.7; the later ones are those of Redpanda's reference of metrics.
 */
public enum RedpandaMetric {
    DISK_FREE("redpanda_storage_disk_free_bytes"),
    DISK_TOTAL("redpanda_storage_disk_total_bytes"),
    CPU_BUSY("redpanda_cpu_busy_seconds_total"),
    REQUEST_BYTES("redpanda_kafka_request_bytes_total", "redpanda_request"),
    /** A histogram. */
    REQUEST_LATENCY("redpanda_kafka_request_latency_seconds", "redpanda_request"),
    UNDER_REPLICATED("redpanda_kafka_under_replicated_replicas"),
    UNAVAILABLE("redpanda_cluster_unavailable_partitions"),
    /** A histogram. */
    RPC_LATENCY("redpanda_rpc_request_latency_seconds", "redpanda_server"),
    LEADER_CHANGES(
            "redpanda_raft_leadership_changes",
            "redpanda_raft_leadership_changes,redpanda_raft_leadership_changes_total",
            ""),
    RECOVERING("", "redpanda_raft_recovery_partitions_active", "");

    private final String in231;
    private final String later;
    private final String label;

    RedpandaMetric(String name) {
        this(name, name, "");
    }

    RedpandaMetric(String name, String label) {
        this(name, name, label);
    }

    /**
     * @param in231 the name in 23.1; empty if that version does not have the metric
     * @param later the names in later versions, with commas between
     * @param label the label that Weir keeps; empty: none
     */
    RedpandaMetric(String in231, String later, String label) {
        this.in231 = in231;
        this.later = later;
        this.label = label;
    }

    /** Returns the name in 23.1; empty if that version does not have the metric. */
    List<String> in231() {
        return list(in231).toList();
    }

    /** Returns the names in all versions, in lower case. */
    public List<String> names() {
        return Stream.concat(list(in231), list(later)).distinct().toList();
    }

    /** Returns the series of a histogram that contain the sum of its values, in all versions. */
    public List<String> sums() {
        return names().stream().map(name -> name + "_sum").toList();
    }

    /** Returns the labels that Weir keeps. */
    List<String> labels() {
        return list(label).toList();
    }

    private static Stream<String> list(String texts) {
        return Stream.of(texts.split(",", -1)).filter(text -> !text.isEmpty());
    }
}
