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
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The metrics port: what Prometheus gets to see, and clients that are no Prometheus. */
@Timeout(60)
class TelemetryTest {
    private static final String PROTOBUF =
            "application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited;q=0.7,"
                    + "text/plain;version=0.0.4;q=0.3";

    private final Telemetry telemetry = new Telemetry(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

    @AfterEach
    void close() {
        telemetry.close();
    }

    @Test
    void answersBesideHalfARequestOfAThousandClients() throws IOException {
        List<Socket> half = new ArrayList<>();
        try {
            for (int i = 0; i < 1000; i++) {
                half.add(connect());
                half.get(i).getOutputStream().write("GET /metrics HT".getBytes(StandardCharsets.US_ASCII));
            }

            assertThat(ask("GET /metrics HTTP/1.1")).startsWith("HTTP/1.1 200 OK");
        } finally {
            for (Socket each : half) {
                each.close();
            }
        }
    }

    @Test
    void closesAConnectionThatSendsHalfARequest() throws IOException {
        try (Socket half = connect()) {
            half.getOutputStream().write("GET /metrics HTTP/1.1\r\nHost: a\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(half.getInputStream().readAllBytes()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET /metrics HTTP/1.1, 200",
        "GET /metrics?name=a HTTP/1.0, 200",
        "HEAD /metrics HTTP/1.1, 200",
        "HEAD /metrics?name=a HTTP/1.1, 200",
        "GET /-/healthy HTTP/1.1, 200",
        "POST /metrics HTTP/1.1, 405",
        "DELETE /-/healthy HTTP/1.1, 405",
        "get /metrics HTTP/1.1, 405",
        "GET / HTTP/1.1, 404",
        "GET /metricsandmore HTTP/1.1, 404",
        "GET /metrics/ HTTP/1.1, 404",
        "GET /../metrics HTTP/1.1, 404",
        "DELETE /any HTTP/1.1, 405",
        "GET /metrics, 400",
        "GET /metrics HTTP/2, 400",
        "hello, 400"
    })
    void answersGetAndHeadOfExactPaths(String request, int status) throws IOException {
        String answer = ask(request);

        assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
        String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
        // Without metrics yet.
        assertThat(body.isEmpty()).isEqualTo(status == 200 && request.contains(" /metrics"));
    }

    @Test
    void answersHeadWithoutABody() throws IOException {
        assertThat(ask("HEAD /-/healthy HTTP/1.1"))
                .containsIgnoringCase("Content-Length: 8\r\n")
                .endsWith("\r\n\r\n");
        assertThat(ask("GET /-/healthy HTTP/1.1"))
                .containsIgnoringCase("Content-Length: 8\r\n")
                .endsWith("\r\n\r\nhealthy\n");
    }

    @Test
    void isReadyOnlyWhileTheProcessAcceptsWork() throws IOException {
        assertThat(ask("GET /-/ready HTTP/1.1")).startsWith("HTTP/1.1 503 ").endsWith("not ready\n");

        telemetry.ready(true);
        assertThat(ask("GET /-/ready HTTP/1.1")).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\nready\n");

        telemetry.ready(false);
        assertThat(ask("GET /-/ready HTTP/1.1")).startsWith("HTTP/1.1 503 ");
        assertThat(ask("GET /-/healthy HTTP/1.1")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void refusesAHeadWithoutAnEnd() throws IOException {
        assertThat(ask("GET /metrics HTTP/1.1\r\nX: " + "x".repeat(20_000))).startsWith("HTTP/1.1 431 ");
    }

    @Test
    void continuesAfterARequestThatItFailsOn() throws IOException {
        ask("GET /metrics HTTP/1.1\r\nAccept: text/plain; escaping=nonsense");

        assertThat(ask("GET /metrics HTTP/1.1\r\nAccept: application/openmetrics-text"))
                .containsIgnoringCase("Content-Type: application/openmetrics-text")
                .contains("# EOF");
    }

    @Test
    void showsTheLastTickAndTheTotals() throws Exception {
        followTwoTicks();

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
        var metrics = new RunMetrics(telemetry);
        ProgressListener run = metrics.follow("w", "d");
        run.phaseBegins(Phase.MEASUREMENT, Optional.empty());
        run.tick(tick(), Double.POSITIVE_INFINITY);
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
        followTwoTicks();

        HttpRequest request = HttpRequest.newBuilder(URI.create(telemetry.url()))
                .header("Accept", PROTOBUF)
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
                .hasMessageContainingAll("cannot listen on", ":" + taken);
    }

    private String ask(String request) throws IOException {
        try (Socket client = connect()) {
            client.setSoTimeout(30_000);
            client.getOutputStream().write((request + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            return new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Socket connect() throws IOException {
        return new Socket(
                InetAddress.getLoopbackAddress(), URI.create(telemetry.url()).getPort());
    }

    private static Interval tick() {
        var latencies = new LatencySet();
        for (int i = 1; i <= 1000; i++) {
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

    private List<String> shown() throws IOException {
        return ask("GET /metrics HTTP/1.1").lines().toList();
    }

    private void followTwoTicks() {
        ProgressListener run = new RunMetrics(telemetry).follow("w", "d");
        run.phaseBegins(Phase.MEASUREMENT, Optional.empty());
        run.tick(tick(), 2000);
        run.tick(tick(), 2000);
    }
}
