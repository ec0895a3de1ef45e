package dev.weir.feature.brokermetrics;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Rule for series that are kept for each endpoint, so that they need not be listed. They are summed over labels that
 * would make many of them, such as cores, shards and topics.
 *
 * @param name name of the series, in lower case, because JMX exporters spell names differently
 * @param by labels that are kept
 * @param without values of the label {@code device} that are skipped
 * @param kinds the only kept values of the label {@code request}: the requests in the way of a message
 */
record SeriesRule(Pattern name, List<String> by, Pattern without, Pattern kinds) {
    static final String DISK_WRITTEN = "node_disk_written_bytes_total";

    private static final Pattern NOTHING = Pattern.compile("(?!)");
    private static final Pattern ANYTHING = Pattern.compile(".*");
    private static final Pattern OF_MESSAGES = Pattern.compile("Produce|FetchFollower|FetchConsumer|ShareFetch");

    /**
     * Devices that consist of other listed drives, or of memory: dm-0 and md0 would count their drives' bytes again.
     */
    private static final Pattern NO_DRIVE = Pattern.compile(
            "(?:z?ram|loop|fd|sr|dm-|md|drbd|nbd|zd)\\d.*|nvme\\d+n\\d+p\\d+|mmcblk\\d+p\\d+|(?:sd|vd|xvd|hd)[a-z]+\\d+");

    private static final Pattern NO_CARD =
            Pattern.compile("lo|(?:veth|docker|br-|cni|flannel|cali|virbr|dummy|ifb|tun|tap|bonding_masters).*");

    private static final List<SeriesRule> ALL = List.of(
            // node_exporter
            ofDevices("node_disk_(?:written_bytes|read_bytes|io_time_seconds)_total", NO_DRIVE),
            rule("node_cpu_seconds_total", "mode"),
            ofDevices("node_network_(?:receive|transmit)_bytes_total", NO_CARD),
            rule("node_memory_(?:dirty|writeback)_bytes"),
            // JMX exporters: with Kafka's usual rules, with others, and without any
            rule(
                    "kafka_server_brokertopicmetrics_(?:bytes(?:in|out)|remote(?:copy|fetch)bytes|remotefetchrequests)"
                            + "(?:persec)?(?:_total|_count)?(?:_total)?",
                    "name"),
            rule(
                    "kafka_server_replicamanager_(?:(?:underreplicatedpartitions|leadercount)(?:_value)?"
                            + "|isr(?:shrinks|expands)(?:persec)?(?:_total|_count)?(?:_total)?)",
                    "name"),
            ofRequests(
                    "(?:requestqueue|local|remote|throttle|responsequeue|responsesend|total)timems_(?:sum|mean|count)",
                    "name",
                    "request"),
            ofRequests("(?:requestqueue|local|remote|responsequeue|responsesend)timems", "name", "request", "quantile"),
            rule("kafka_network_requestchannel_requestqueuesize(?:_value)?", "name"),
            rule("kafka_server_delayedoperationpurgatory_purgatorysize(?:_value)?", "name", "delayedOperation"),
            rule("kafka_log_logflushstats_logflushrateandtimems_(?:sum|mean|count)", "name"),
            rule("jvm_gc_collection_seconds_(?:sum|count)"),
            rule("weir_process_pause_seconds_total"),
            rule(
                    "kafka_server_kafkarequesthandlerpool_requesthandleravgidle_?percent(?:_total|_count|_oneminuterate)?(?:_total)?",
                    "name"),
            // Redpanda's /public_metrics, with the names of a real 23.1.7, and later ones of Redpanda's reference
            ofRedpanda("redpanda_storage_disk_(?:free|total)_bytes"),
            ofRedpanda("redpanda_cpu_busy_seconds_total"),
            ofRedpanda("redpanda_kafka_request_bytes_total", "redpanda_request"),
            ofRedpanda(BrokerMetrics.REQUEST_LATENCY, "redpanda_request"),
            ofRedpanda("redpanda_kafka_under_replicated_replicas"),
            ofRedpanda(BrokerMetrics.UNAVAILABLE_PARTITIONS),
            ofRedpanda("redpanda_rpc_request_latency_seconds", "redpanda_server"),
            ofRedpanda(BrokerMetrics.LEADERSHIP_CHANGES + "(?:_total)?"),
            // Not in 23.1
            ofRedpanda("redpanda_raft_recovery_partitions_active"));

    /** Returns the rule for a series; empty if it is not kept for each endpoint. */
    static Optional<SeriesRule> of(String canonicalName) {
        String name = canonicalName.toLowerCase(Locale.ROOT);
        return ALL.stream().filter(rule -> rule.name.matcher(name).matches()).findFirst();
    }

    private static SeriesRule rule(String name, String... by) {
        return new SeriesRule(Pattern.compile(name), List.of(by), NOTHING, ANYTHING);
    }

    private static SeriesRule ofDevices(String name, Pattern without) {
        return new SeriesRule(Pattern.compile(name), List.of("device"), without, ANYTHING);
    }

    /** A series, or the sum and the number of a histogram. */
    private static SeriesRule ofRedpanda(String name, String... by) {
        return rule(name + "(?:_sum|_count)?", by);
    }

    private static SeriesRule ofRequests(String name, String... by) {
        return new SeriesRule(
                Pattern.compile("kafka_network_requestmetrics_" + name), List.of(by), NOTHING, OF_MESSAGES);
    }
}
