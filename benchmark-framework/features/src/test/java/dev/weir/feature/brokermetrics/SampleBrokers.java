package dev.weir.feature.brokermetrics;

import dev.weir.driver.config.MetricsEndpoint;
import java.net.URI;
import java.util.List;

/** Samples for tests, with figures small enough to be worked out by hand. */
public final class SampleBrokers {
    private static final long SECOND = 1_000_000_000;

    private SampleBrokers() {}

    /** One drive of each host, scraped once a second from then on, which is written to at a steady rate. */
    public static BrokerSamples of(long beginNanos, int seconds, long bytesPerSecond, String... hosts) {
        List<MetricsEndpoint> endpoints = List.of(hosts).stream()
                .map(host -> MetricsEndpoint.of(URI.create("http://" + host + ":9100/metrics")))
                .toList();
        var samples = new BrokerSamples(endpoints);
        for (int second = 0; second <= seconds; second++) {
            long atNanos = beginNanos + second * SECOND;
            samples.begin(atNanos);
            for (int i = 0; i < hosts.length; i++) {
                samples.answered(i, atNanos, FakeExporter.written(second * bytesPerSecond));
            }
        }
        return samples;
    }
}
