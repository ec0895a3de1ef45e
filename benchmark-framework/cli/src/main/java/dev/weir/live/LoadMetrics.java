package dev.weir.live;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Current figures of a load: counters and latency histograms since the start of the process, and rates and quantiles of
 * about the last second.
 * A quantile exists only if at least 10 samples lie beyond it, so a gap means that the figure is unknown. Updated by
 * one thread, read by any.
 */
public final class LoadMetrics {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double[] PERCENTILES = {50, 95, 99, 99.9};

    private final Telemetry telemetry;
    private final Map<Counter, ToLongFunction<Counts>> counters = new HashMap<>();
    private final Map<Gauge, ToLongFunction<Counts>> rates = new HashMap<>();
    private final Gauge quantiles;
    private final LatencyDistributions distributions;

    public LoadMetrics(Telemetry telemetry) {
        this.telemetry = telemetry;
        ToLongFunction<Counts> sent = counts -> counts.sends().sent();
        ToLongFunction<Counts> acknowledged = counts -> counts.sends().acknowledged();
        ToLongFunction<Counts> received = counts -> counts.receipts().received();
        ToLongFunction<Counts> failed = counts -> counts.sends().failed();
        ToLongFunction<Counts> sentBytes = counts -> counts.sends().sentBytes();
        ToLongFunction<Counts> receivedBytes = counts -> counts.receipts().receivedBytes();
        count("weir_messages_sent", "Send calls", sent);
        count("weir_sent_bytes", "Payload of the messages sent", sentBytes);
        count("weir_messages_acknowledged", "Messages that the system acknowledged", acknowledged);
        count("weir_messages_failed", "Messages that the client gave up", failed);
        count("weir_messages_received", "Messages received, all subscriptions that begin with the load", received);
        count("weir_received_bytes", "Payload of the messages received", receivedBytes);
        rate("weir_offered_messages_per_second", "Send calls of the last second", sent);
        rate("weir_achieved_messages_per_second", "Acknowledged in the last second", acknowledged);
        rate("weir_delivered_messages_per_second", "Received in the last second", received);
        quantiles = telemetry.gauge(
                "weir_latency_seconds",
                "Quantiles of the last second's latencies, by their names in results; +Inf where too many "
                        + "messages were not sent or failed, so that the quantile is unknown",
                "name",
                "quantile");
        distributions = new LatencyDistributions(telemetry);
    }

    /** Adds what happened since the previous call. The latencies are only read during the call. */
    public void add(Counts counts, LatencySet latencies, double seconds) {
        counters.forEach((counter, count) -> counter.inc(count.applyAsLong(counts)));
        double span = Math.max(seconds, 1e-9);
        rates.forEach((gauge, count) -> gauge.set(count.applyAsLong(counts) / span));
        for (Latency latency : Latency.values()) {
            show(latency, latencies.of(latency));
        }
    }

    /** Adds the latencies since the previous call to the histograms of the whole process. */
    public void distribute(LatencySet warmup, LatencySet measured) {
        distributions.add(LatencyDistributions.WARM_UP, warmup);
        distributions.add(LatencyDistributions.MEASURED, measured);
    }

    /** Sets rates to 0 and removes latencies, because no load runs. Counters stay. */
    public void rest() {
        rates.keySet().forEach(gauge -> gauge.set(0));
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

    private void count(String name, String help, ToLongFunction<Counts> count) {
        counters.put(telemetry.counter(name, help), count);
    }

    private void rate(String name, String help, ToLongFunction<Counts> count) {
        rates.put(telemetry.gauge(name, help), count);
    }
}
