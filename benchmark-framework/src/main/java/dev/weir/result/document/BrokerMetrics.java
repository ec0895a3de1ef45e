package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.result.value.Moment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the hosts of the system reported while the load ran. Numbers have six digits: no exporter is more exact, and it bounds
 * the file.
 *
 * @param drives what was written to them in the measurement
 * @param writeAmplification of all drives
 * @param begin of the first stretch that values are of; empty if there is none
 * @param endSeconds of these stretches, since {@code begin}
 * @param endpoints in their order
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record BrokerMetrics(
        List<Drive> drives,
        Optional<WriteAmplification> writeAmplification,
        Optional<Moment> begin,
        List<Double> endSeconds,
        List<Endpoint> endpoints) {
    public BrokerMetrics {
        drives = List.copyOf(drives);
        endSeconds = List.copyOf(endSeconds);
        endpoints = List.copyOf(endpoints);
    }

    /**
     * A drive.
     *
     * @param coveredSeconds of the measurement, in which it was observed
     * @param quantilesBytesPerSecond p50, p90 and p99, as far as they are known
     * @param maxBytesPerSecond empty if it is not known
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
     * Bytes written for each byte of payload.
     *
     * @param ratio of all drives; empty if it is not known
     * @param ratioPerReplica the same for each replica
     * @param why there is none; empty if there is
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record WriteAmplification(
            Optional<Number> drivesBytesPerSecond,
            Optional<Number> payloadBytesPerSecond,
            Optional<Number> ratio,
            Optional<Number> ratioPerReplica,
            String why) {}

    /**
     * Where metrics were read.
     *
     * @param trouble why reading failed; empty if it did not
     * @param leftOutSeries that were too many
     */
    public record Endpoint(
            String url,
            String host,
            long scrapes,
            long failedScrapes,
            String trouble,
            long leftOutSeries,
            List<Series> series) {
        public Endpoint {
            series = List.copyOf(series);
        }
    }

    /**
     * A metric.
     *
     * @param perSecond whether values are growth per second, of a counter
     * @param values one for each of {@code endSeconds}; null where it is not known
     */
    public record Series(String name, Map<String, String> labels, boolean perSecond, List<@Nullable Number> values) {}
}
