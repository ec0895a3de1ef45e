package dev.weir.feature.brokermetrics;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.host.observation.TimeRange;
import dev.weir.result.value.Moment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of the system's hosts during the load. Numbers have six digits: no exporter is more exact, and it limits the
 * file's size.
 *
 * @param drives what was written to them in the measurement
 * @param writeAmplification write amplification of all drives
 * @param begin begin of the first sampled stretch; empty if there is none
 * @param endSeconds ends of these stretches, since {@code begin}
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record BrokerMetrics(
        List<Drive> drives,
        Optional<WriteAmplification> writeAmplification,
        Optional<Moment> begin,
        List<Double> endSeconds,
        List<Endpoint> endpoints) {
    /** Series that only embedded brokers have: for how long their process did not run. */
    public static final String EMBEDDED_PAUSES = "weir_process_pause_seconds_total";

    /** Series of Redpanda: how many partitions have no leader. */
    public static final String UNAVAILABLE_PARTITIONS = "redpanda_cluster_unavailable_partitions";

    /** Histogram of Redpanda: the seconds that requests took. */
    public static final String REQUEST_LATENCY = "redpanda_kafka_request_latency_seconds";

    /** Counter of Redpanda: how often partitions changed their leader; later versions add {@code _total} to its name. */
    public static final String LEADERSHIP_CHANGES = "redpanda_raft_leadership_changes";

    private static final double NANOS_PER_SECOND = 1e9;

    public BrokerMetrics {
        drives = List.copyOf(drives);
        endSeconds = List.copyOf(endSeconds);
        endpoints = List.copyOf(endpoints);
    }

    /** Returns whether they come from embedded brokers alone, which do not report drives. */
    public boolean comeFromEmbeddedBrokers() {
        return endpoints.stream()
                .allMatch(endpoint -> endpoint.series().stream()
                        .anyMatch(series -> series.name().equals(EMBEDDED_PAUSES)));
    }

    /** Returns the time from the begin of one sampled stretch to the end of another; empty if there is no such stretch. */
    public Optional<TimeRange> stretch(int first, int last) {
        if (last >= endSeconds.size()) {
            return Optional.empty();
        }
        long beginNanos = begin.orElseThrow().epochNanos();
        double from = first == 0 ? 0 : endSeconds.get(first - 1);
        return Optional.of(new TimeRange(
                beginNanos + Math.round(from * NANOS_PER_SECOND),
                beginNanos + Math.round(endSeconds.get(last) * NANOS_PER_SECOND)));
    }

    /**
     * A drive.
     *
     * @param coveredSeconds for how long of the measurement it was observed
     * @param meanBytesPerSecond empty if it was not observed
     * @param quantilesBytesPerSecond p50, p90 and p99, as far as they are known
     * @param maxBytesPerSecond empty if unknown
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record Drive(
            String host,
            String drive,
            long writtenBytes,
            Optional<Number> coveredSeconds,
            Optional<Number> meanBytesPerSecond,
            Map<String, Number> quantilesBytesPerSecond,
            Optional<Number> maxBytesPerSecond) {}

    /**
     * Bytes written to drives for each byte of payload.
     *
     * @param drivesBytesPerSecond empty if the rate of a drive is unknown, or no drive was reported
     * @param ratio ratio for all drives; empty if unknown
     * @param ratioPerReplica ratio for each replica
     * @param why why the ratio is unknown; empty if it is known
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record WriteAmplification(
            Optional<Number> drivesBytesPerSecond,
            Optional<Number> payloadBytesPerSecond,
            Optional<Number> ratio,
            Optional<Number> ratioPerReplica,
            String why) {}

    /**
     * An endpoint from which metrics were read.
     *
     * @param trouble why reading failed; empty if it did not
     * @param leftOutSeries number of series beyond the limit
     */
    public record Endpoint(
            String url,
            String host,
            long scrapes,
            long failedScrapes,
            String trouble,
            long leftOutSeries,
            List<MetricSeries> series) {
        public Endpoint {
            series = List.copyOf(series);
        }
    }

    /**
     * A metric.
     *
     * @param perSecond whether values are increases of a counter per second; while samples are missing, their mean over the
     *     gap
     * @param values one for each of {@code endSeconds}; null where unknown
     */
    public record MetricSeries(
            String name, Map<String, String> labels, boolean perSecond, List<@Nullable Number> values) {}
}
