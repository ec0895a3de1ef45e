package dev.weir.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.coordinator.request.ProgressListener;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import java.io.IOException;
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
    private final MetricsServer server = MetricsServer.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

    private final List<String> heard = new ArrayList<>();
    private final RunMetrics metrics = new RunMetrics(server);
    private final ProgressListener run = metrics.follow("w", "d", new Hearing());

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void showsTheLastTickAndTheTotals() throws Exception {
        run.phaseBegins(Phase.MEASUREMENT, Optional.empty());
        run.tick(tick(1000), 2000);
        run.tick(tick(1000), 2000);

        assertThat(shown())
                .contains(
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
        assertThat(heard).containsExactly("measurement", "tick 2000.0", "tick 2000.0");
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
    void reportsWhichAddressCannotBeUsed() {
        int taken = URI.create(server.url()).getPort();

        assertThatThrownBy(() -> MetricsServer.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), taken)))
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
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url()))
                .timeout(Duration.ofSeconds(30))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body()
                .lines()
                .toList();
    }

    private final class Hearing implements ProgressListener {
        @Override
        public void phaseBegins(Phase phase, Optional<Duration> planned) {
            heard.add(phase.key());
        }

        @Override
        public void step(String what) {
            heard.add(what);
        }

        @Override
        public void tick(Interval tick, double targetMessagesPerSecond) {
            heard.add("tick " + targetMessagesPerSecond);
        }

        @Override
        public void interval(Interval interval, double targetMessagesPerSecond) {
            heard.add("interval");
        }
    }
}
