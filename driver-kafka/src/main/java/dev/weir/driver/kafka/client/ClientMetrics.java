package dev.weir.driver.kafka.client;

import dev.weir.driver.kafka.wire.ThrottleTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * Metrics of a client about its batches, which keys, lingering and many producers affect. Averages are the client's
 * own, over its last two windows of {@code metrics.sample.window.ms}, 30 s to 60 s; totals are of the whole run.
 *
 * @see <a href="https://kafka.apache.org/documentation/#producer_sender_monitoring">Kafka's documentation</a>
 */
public final class ClientMetrics {
    private static final Set<String> PRODUCER = Set.of(
            "batch-size-avg",
            "compression-rate-avg",
            "record-queue-time-avg",
            "records-per-request-avg",
            "request-latency-avg",
            "request-total");
    private static final Set<String> CONSUMER =
            Set.of("fetch-latency-avg", "fetch-size-avg", "fetch-total", "records-per-request-avg");

    /** How long send calls have waited so far, in nanoseconds: for room in the buffer, and for metadata. */
    private static final Set<String> WAITING = Set.of("bufferpool-wait-time-ns-total", "metadata-wait-time-ns-total");

    /** Metrics of single nodes and topics have more tags. */
    private static final Set<String> TAGS = Set.of("client-id");

    private ClientMetrics() {}

    static Map<String, Double> ofProducer(Map<MetricName, ? extends Metric> metrics, ThrottleTime throttle) {
        return chosen(metrics, "producer-metrics", PRODUCER, throttle.metrics("produce"));
    }

    /** Returns metrics of a consumer whose fetches have the metrics of this group. */
    public static Map<String, Double> ofConsumer(
            Map<MetricName, ? extends Metric> metrics, String group, ThrottleTime throttle) {
        return chosen(metrics, group, CONSUMER, throttle.metrics("fetch"));
    }

    static List<Metric> waitingTimes(Map<MetricName, ? extends Metric> metrics) {
        return metrics.values().stream()
                .filter(metric -> metric.metricName().group().equals("producer-metrics")
                        && WAITING.contains(metric.metricName().name()))
                .map(Metric.class::cast)
                .toList();
    }

    /** Returns the metrics with these names, and others. */
    public static Map<String, Double> chosen(
            Map<MetricName, ? extends Metric> metrics, String group, Set<String> names, Map<String, Double> others) {
        Map<String, Double> chosen = new TreeMap<>(others);
        metrics.forEach((name, metric) -> {
            boolean wanted = name.group().equals(group)
                    && names.contains(name.name())
                    && name.tags().keySet().equals(TAGS);
            // An average without samples is NaN.
            if (wanted && metric.metricValue() instanceof Double value && Double.isFinite(value)) {
                chosen.put(name.name(), value);
            }
        });
        return chosen;
    }
}
