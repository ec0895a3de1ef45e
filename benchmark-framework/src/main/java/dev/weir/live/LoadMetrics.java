package dev.weir.live;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/**
 * The figures of a load, as they are now: counters from the start of the process, and of the last second or so rates and
 * quantiles. A quantile stands only where at least 10 samples lie beyond it, so that a gap means that the figure is unknown.
 * Updated by one thread, read by any.
 */
public final class LoadMetrics {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double[] PERCENTILES = {50, 95, 99, 99.9};

    private final Counter sent;
    private final Counter sentBytes;
    private final Counter acknowledged;
    private final Counter failed;
    private final Counter received;
    private final Counter receivedBytes;
    private final Gauge offeredRate;
    private final Gauge achievedRate;
    private final Gauge deliveredRate;
    private final Gauge quantiles;

    /** Has them shown; once by each server. */
    public LoadMetrics(MetricsServer server) {
        PrometheusRegistry registry = server.registry();
        sent = counter(registry, "weir_messages_sent", "Send calls");
        sentBytes = counter(registry, "weir_sent_bytes", "Payload of the messages sent");
        acknowledged = counter(registry, "weir_messages_acknowledged", "Messages that the system acknowledged");
        failed = counter(registry, "weir_messages_failed", "Messages that the client gave up");
        received = counter(registry, "weir_messages_received", "Messages received, all subscriptions");
        receivedBytes = counter(registry, "weir_received_bytes", "Payload of the messages received");
        offeredRate = gauge(registry, "weir_offered_messages_per_second", "Send calls of the last second");
        achievedRate = gauge(registry, "weir_achieved_messages_per_second", "Acknowledged in the last second");
        deliveredRate = gauge(registry, "weir_delivered_messages_per_second", "Received in the last second");
        quantiles = Gauge.builder()
                .name("weir_latency_seconds")
                .help("Quantiles of the last second's latencies, by their names in results; +Inf where so many messages"
                        + " were not sent or failed that the quantile is not known")
                .labelNames("name", "quantile")
                .register(registry);
    }

    /**
     * Takes in what happened since the last call.
     *
     * @param seconds how long that was
     * @param latencies only read while this runs
     */
    public void add(Counts counts, LatencySet latencies, double seconds) {
        sent.inc(counts.sent());
        sentBytes.inc(counts.sentBytes());
        acknowledged.inc(counts.acknowledged());
        failed.inc(counts.failed());
        received.inc(counts.received());
        receivedBytes.inc(counts.receivedBytes());
        double span = Math.max(seconds, 1e-9);
        offeredRate.set(counts.sent() / span);
        achievedRate.set(counts.acknowledged() / span);
        deliveredRate.set(counts.received() / span);
        for (Latency latency : Latency.values()) {
            show(latency, latencies.of(latency));
        }
    }

    /** Nothing goes on any more: rates are 0, and there are no latencies. Counters stay. */
    public void rest() {
        offeredRate.set(0);
        achievedRate.set(0);
        deliveredRate.set(0);
        quantiles.clear();
    }

    private void show(Latency latency, LatencySamples samples) {
        for (double percentile : PERCENTILES) {
            String quantile = String.valueOf(Math.round(percentile * 10) / 1000.0);
            if (samples.isAdequate(percentile)) {
                quantiles
                        .labelValues(latency.key(), quantile)
                        .set(
                                samples.isCensored(percentile)
                                        ? Double.POSITIVE_INFINITY
                                        : (double) samples.percentileNanos(percentile) / NANOS_PER_SECOND);
            } else {
                quantiles.remove(latency.key(), quantile);
            }
        }
    }

    private static Counter counter(PrometheusRegistry registry, String name, String help) {
        return Counter.builder().name(name).help(help).register(registry);
    }

    private static Gauge gauge(PrometheusRegistry registry, String name, String help) {
        return Gauge.builder().name(name).help(help).register(registry);
    }
}
