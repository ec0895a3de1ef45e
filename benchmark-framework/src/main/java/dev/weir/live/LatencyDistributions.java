package dev.weir.live;

import dev.weir.clock.Clock;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Native histograms of all latencies since the start of the process, one for each latency and window. Samples below 0, and
 * samples that did not end, have no place in such a histogram: counters have them. Updated by one thread, read by any.
 */
final class LatencyDistributions implements Collector {
    /** Value of the label {@code window}: messages that were due in the warm-up. */
    static final String WARM_UP = "warm-up";

    /** Value of the label {@code window}: messages that were due in the measurement, as in results. */
    static final String MEASURED = "measured";

    private static final String NAME = "name";
    private static final String WINDOW = "window";
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Map<Labels, LatencyDistribution> distributions = new ConcurrentHashMap<>();
    private final MetricMetadata metadata = new MetricMetadata(
            "weir_latency_distribution_seconds",
            "Latencies since the start of the process, by their names in results, as native histograms",
            Unit.SECONDS);
    private final Clock clock;
    private final Counter negative;
    private final Counter censored;

    /** Registers the metrics. */
    LatencyDistributions(PrometheusRegistry registry, Clock clock) {
        this.clock = clock;
        negative = Counter.builder()
                .name("weir_latency_negative_samples")
                .help("Latencies below 0, which are not in weir_latency_distribution_seconds: errors of clock offsets")
                .labelNames(NAME, WINDOW)
                .register(registry);
        censored = Counter.builder()
                .name("weir_latency_censored_samples")
                .help("Latencies that did not end, which are not in weir_latency_distribution_seconds: messages that "
                        + "were not sent or failed. Each is longer than all others")
                .labelNames(NAME, WINDOW)
                .register(registry);
        registry.register(this);
    }

    void add(String window, LatencySet latencies) {
        for (Latency latency : Latency.values()) {
            if (latencies.has(latency)) {
                LatencySamples samples = latencies.of(latency);
                distributions
                        .computeIfAbsent(
                                Labels.of(NAME, latency.key(), WINDOW, window),
                                absent -> new LatencyDistribution(clock.epochNanos() / NANOS_PER_MILLI))
                        .add(samples.values());
                negative.labelValues(latency.key(), window)
                        .inc(samples.negativeMagnitudes().count());
                censored.labelValues(latency.key(), window).inc(samples.censored());
            }
        }
    }

    @Override
    public HistogramSnapshot collect() {
        return new HistogramSnapshot(
                metadata,
                distributions.entrySet().stream()
                        .map(each -> each.getValue().snapshot(each.getKey()))
                        .toList());
    }
}
