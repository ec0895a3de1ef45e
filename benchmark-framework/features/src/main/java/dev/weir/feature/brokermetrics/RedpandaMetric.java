package dev.weir.feature.brokermetrics;

import java.util.List;

/**
 * Metrics of Redpanda's {@code /public_metrics} that Weir uses, and their names by version. The names in 23.1 are those
 * of a real 23.1.7; the later ones are those of Redpanda's reference of metrics.
 */
@SuppressWarnings("ImmutableEnumChecker") // ImmutableEnumChecker: all lists are of List.of
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
    LEADER_CHANGES(List.of("redpanda_raft_leadership_changes", "redpanda_raft_leadership_changes_total"), List.of()),
    /** Not in 23.1. */
    RECOVERING("redpanda_raft_recovery_partitions_active");

    private final List<String> names;
    private final List<String> labels;

    RedpandaMetric(String name, String... labels) {
        this(List.of(name), List.of(labels));
    }

    RedpandaMetric(List<String> names, List<String> labels) {
        this.names = names;
        this.labels = labels;
    }

    /** Returns the names in all versions, in lower case. */
    public List<String> names() {
        return names;
    }

    /** Returns the series of a histogram that contain the sum of its values, in all versions. */
    public List<String> sums() {
        return names.stream().map(name -> name + "_sum").toList();
    }

    /** Returns the labels that Weir keeps. */
    List<String> labels() {
        return labels;
    }
}
