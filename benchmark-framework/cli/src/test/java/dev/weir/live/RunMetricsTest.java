package dev.weir.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.coordinator.request.ProgressListener;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import io.prometheus.metrics.expositionformats.generated.com_google_protobuf_4_35_0.Metrics.MetricFamily;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What Prometheus gets to see. */
class RunMetricsTest {
    private static final String PROTOBUF =
            "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited;q=0.7,"
                    + "text/plain;version=0.0.4;q=0.3";

    private final Telemetry telemetry = new Telemetry(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

    private final RunMetrics metrics = new RunMetrics(telemetry);
    private final ProgressListener run = metrics.follow("w", "d");

    @AfterEach
    void close() {
        telemetry.close();
    }

    @Test
    void showsTheLastTickAndTheTotals() throws Exception {
        run.phaseBegins(Phase.MEASUREMENT, Optional.empty());
        run.tick(tick(1000), 2000);
        run.tick(tick(1000), 2000);

        assertThat(shown())
                .contains(
                        "weir_latency_distribution_seconds_count{name=\"endToEndResponse\",window=\"measured\"} 2000",
                        "weir_messages_acknowledged_total 1000.0",
                        "weir_achieved_messages_per_second 1000.0",
                        "weir_delivered_messages_per_second 996.0",
                        "weir_target_messages_per_second 2000.0",
                        "weir_backlog_messages 7.0",
                        "weir_phase{phase=\"measurement\"} 1.0",
                        "weir_phase{phase=\"warm-up\"} 0.0",
                        "weir_run_info{driver=\"d\",workload=\"w\"} 1")
                .anyMatch(line ->
                        line.startsWith("weir_latency_seconds{name=\"endToEndResponse\",quantile=\"0.99\"} 9.9"))
                // Of 1,000 samples, one lies beyond.
                .noneMatch(
                        line -> line.startsWith("weir_latency_seconds{name=\"endToEndResponse\",quantile=\"0.999\"}"));
    }

    @Test
    void showsNoRateAndNoLatencyWithoutALoad() throws Exception {
        run.phaseBegins(Phase.MEASUREMENT, Optional.empty());
        run.tick(tick(1000), Double.POSITIVE_INFINITY);
        assertThat(shown()).contains("weir_target_messages_per_second NaN");

        metrics.rest();

        assertThat(shown())
                .contains(
                        "weir_achieved_messages_per_second 0.0",
                        "weir_messages_acknowledged_total 500.0",
                        "weir_phase{phase=\"measurement\"} 0.0")
                .noneMatch(line -> line.startsWith("weir_latency_seconds{"));
    }

    @Test
    void servesNativeHistogramsAsProtobuf() throws Exception {
        run.phaseBegins(Phase.MEASUREMENT, Optional.empty());
        run.tick(tick(1000), 2000);
        run.tick(tick(1000), 2000);

        HttpRequest request = HttpRequest.newBuilder(URI.create(telemetry.url()))
                .header("Accept", PROTOBUF)
                .timeout(Duration.ofSeconds(30))
                .build();
        HttpResponse<InputStream> response =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());

        assertThat(response.headers().firstValue("Content-Type").orElse(""))
                .startsWith("application/vnd.google.protobuf");
        List<MetricFamily> families = new ArrayList<>();
        try (InputStream body = response.body()) {
            for (MetricFamily family = MetricFamily.parseDelimitedFrom(body);
                    family != null;
                    family = MetricFamily.parseDelimitedFrom(body)) {
                families.add(family);
            }
        }
        assertThat(families)
                .filteredOn(family -> family.getName().equals("weir_latency_distribution_seconds"))
                .singleElement()
                .satisfies(family -> {
                    assertThat(family.getMetricCount()).isOne();
                    var histogram = family.getMetric(0).getHistogram();
                    assertThat(histogram.getSchema()).isEqualTo(6);
                    assertThat(histogram.getSampleCount()).isEqualTo(2000);
                    // Each span begins so many buckets after the one before; deltas are differences of neighbours.
                    long buckets = histogram.getPositiveSpanList().stream()
                            .mapToLong(span -> span.getLength())
                            .sum();
                    assertThat(histogram.getPositiveDeltaCount()).isEqualTo((int) buckets);
                    long count = 0;
                    long samples = 0;
                    for (long delta : histogram.getPositiveDeltaList()) {
                        count += delta;
                        samples += count;
                    }
                    assertThat(samples).isEqualTo(2000);
                    // 1 us.
                    assertThat(histogram.getPositiveSpan(0).getOffset())
                            .isEqualTo((int) Math.ceil(Math.log(1e-6) / Math.log(2) * 64));
                });
        assertThat(families)
                .extracting(MetricFamily::getName)
                .contains("weir_messages_sent_total", "weir_target_messages_per_second");
    }

    @Test
    void reportsWhichAddressCannotBeUsed() {
        int taken = URI.create(telemetry.url()).getPort();

        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), taken);
        assertThatThrownBy(() -> new Telemetry(address))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("cannot listen on")
                .hasMessageContaining(":" + taken);
    }

    private Interval tick(int samples) {
        var latencies = new LatencySet();
        for (int i = 1; i <= samples; i++) {
            latencies.of(Latency.END_TO_END_RESPONSE).values().record(i * 1000L, 1);
        }
        return new Interval(
                Phase.MEASUREMENT,
                0,
                500_000_000,
                0.5,
                new Counts(510, 51_000, 500, 0, 498, 49_800, 0, 0),
                7,
                new LatencySet(),
                latencies);
    }

    private List<String> shown() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(telemetry.url()))
                .timeout(Duration.ofSeconds(30))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body()
                .lines()
                .toList();
    }
}
