package dev.weir.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.Clock;
import dev.weir.clock.SystemClock;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySet;
import dev.weir.workload.text.Secrets;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a collector of OpenTelemetry receives. */
@Timeout(60)
class OtlpExportTest {
    private static final Clock CLOCK = SystemClock.INSTANCE;

    private final List<String> warnings = new ArrayList<>();

    private static Telemetry exporting(String url, String instance) {
        var telemetry = new Telemetry(CLOCK);
        telemetry.export(
                OtlpCollector.parse(url).orElseThrow(),
                new ProcessIdentity("weir-worker", instance, "client-1", "0.1.0"));
        return telemetry;
    }

    @Test
    void mergedHistogramsOfEightWorkersAreWithinTwoPercentOfTheExactOne() throws IOException {
        var exact = new LatencyHistogram();
        try (var collector = new OtlpReceiver(200)) {
            for (int worker = 0; worker < 8; worker++) {
                Telemetry telemetry = exporting(collector.url(), "worker-" + worker);
                var load = new LoadMetrics(telemetry);
                var random = new Random(worker);
                for (int second = 0; second < 5; second++) {
                    var latencies = new LatencySet();
                    for (int i = 0; i < 20_000; i++) {
                        // Another median for each worker, and a tail up to seconds.
                        long nanos = (long) ((200_000 << (worker / 2)) * Math.exp(1.2 * random.nextGaussian()));
                        latencies.of(Latency.PUBLISH_RESPONSE).values().record(nanos, 1);
                    }
                    exact.add(latencies.of(Latency.PUBLISH_RESPONSE).values());
                    load.add(Counts.NONE, latencies, 1);
                    load.distribute(new LatencySet(), latencies);
                }
                telemetry.close(warnings::add);
            }

            var merged = new MergedBuckets(collector.histograms("weir-worker", "publishResponse"));

            assertThat(warnings).isEmpty();
            assertThat(merged.count()).isEqualTo(800_000).isEqualTo(merged.countOfBuckets());
            double worst = 0;
            for (double percentile : new double[] {50, 75, 90, 95, 99, 99.9, 99.99}) {
                double nanos = exact.percentileNanos(percentile);
                worst = Math.max(worst, Math.abs(merged.lower(percentile) * 1e9 / nanos - 1));
                worst = Math.max(worst, Math.abs(merged.upper(percentile) * 1e9 / nanos - 1));
            }
            System.out.printf("merged OTLP histograms: at most %.2f %% off, at any limit of a bucket%n", 100 * worst);
            // Wherever in the bucket the reader looks.
            assertThat(worst).isLessThan(0.0125);
        }
    }

    @Test
    void exportsCountersRatesAndSamplesThatAreInNoHistogram() throws IOException {
        try (var collector = new OtlpReceiver(200)) {
            Telemetry telemetry = exporting(collector.url() + "/", "one");
            var load = new LoadMetrics(telemetry);
            var latencies = new LatencySet();
            latencies.of(Latency.END_TO_END_RESPONSE).values().record(1_000_000, 100);
            latencies.of(Latency.END_TO_END_RESPONSE).negativeMagnitudes().record(1000, 3);
            latencies.of(Latency.END_TO_END_RESPONSE).lowerBounds().record(1_000_000_000, 2);
            load.add(new Counts(510, 51_000, 500, 4, 498, 49_800, 0, 0), latencies, 0.5);
            load.add(new Counts(510, 51_000, 500, 4, 498, 49_800, 0, 0), latencies, 0.5);
            load.distribute(latencies, latencies);
            telemetry.close(warnings::add);

            OtlpReceiver.Metrics metrics = collector.metrics("weir-worker").get(0);

            assertThat(collector.count("weir-worker", "weir_messages_sent")).isEqualTo(1020);
            assertThat(metrics.of("weir_messages_sent").getSum().getIsMonotonic())
                    .isTrue();
            assertThat(metrics.of("weir_messages_sent").getSum().getAggregationTemporality())
                    .isEqualTo(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE);
            assertThat(metrics.of("weir_achieved_messages_per_second")
                            .getGauge()
                            .getDataPoints(0)
                            .getAsDouble())
                    .isEqualTo(1000);
            assertThat(samples(metrics, "weir_latency_negative_samples")).containsExactly(3.0, 3.0);
            assertThat(samples(metrics, "weir_latency_censored_samples")).containsExactly(2.0, 2.0);
            assertThat(metrics.of("weir_latency_distribution_seconds").getUnit())
                    .isEqualTo("s");
            assertThat(collector.histograms("weir-worker", "endToEndResponse"))
                    .singleElement()
                    .satisfies(point -> {
                        assertThat(point.getScale()).isEqualTo(6);
                        assertThat(point.getCount()).isEqualTo(100);
                        // 1.024 ms is 2^-10 s times 1.048576: its bucket is the 2^(1/64) that begins below 1 ms.
                        assertThat(point.getPositive().getOffset()).isEqualTo(-638);
                        assertThat(point.getStartTimeUnixNano()).isLessThanOrEqualTo(point.getTimeUnixNano());
                    });
        }
    }

    private static List<Double> samples(OtlpReceiver.Metrics metrics, String name) {
        return metrics.of(name).getSum().getDataPointsList().stream()
                .map(each -> each.getAsDouble())
                .toList();
    }

    @Test
    void sendsUserAndPasswordAsAHeaderOnly() throws IOException {
        try (var collector = new OtlpReceiver(200)) {
            String url = collector.url().replace("http://", "http://me:pw@");
            Telemetry telemetry = exporting(url, "one");
            new LoadMetrics(telemetry);
            telemetry.close(warnings::add);

            assertThat(collector.authorizations()).containsExactly("Basic bWU6cHc=");
            assertThat(telemetry.collector()).hasValue(collector.url());
        }
    }

    @Test
    void countsExportsThatTheCollectorRefuses() throws IOException {
        try (var collector = new OtlpReceiver(403)) {
            Telemetry telemetry = exporting(collector.url().replace("http://", "http://me:pw@"), "one");
            new LoadMetrics(telemetry);
            telemetry.close(warnings::add);

            assertThat(warnings)
                    .singleElement()
                    .asString()
                    .contains(
                            "1 of 1 exports to " + collector.url() + " were dropped",
                            "answered with an error",
                            "check --otlp")
                    .doesNotContain("me:pw", Secrets.HIDDEN);
        }
    }

    @Test
    void reportsACollectorThatCannotBeReached() throws IOException {
        String url;
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            url = "http://127.0.0.1:" + taken.getLocalPort();
        }
        Telemetry telemetry = exporting(url, "one");
        new LoadMetrics(telemetry);
        telemetry.close(warnings::add);

        assertThat(warnings).singleElement().asString().contains("1 of 1 exports to " + url, "ConnectException");
    }

    @Test
    void waitsAtMostTwoSecondsForACollectorThatHangs() throws IOException {
        // Connections are accepted by the kernel, and requests are never answered.
        try (var hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Telemetry telemetry = exporting("http://127.0.0.1:" + hanging.getLocalPort(), "one");
            new LoadMetrics(telemetry);
            long begin = CLOCK.epochNanos();

            telemetry.close(warnings::add);

            assertThat((CLOCK.epochNanos() - begin) / 1e9).isLessThan(10);
            assertThat(warnings).singleElement().asString().contains("1 of 1 exports", "were dropped");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://a:4318, http://a:4318",
        "HTTPS://a/, https://a",
        "https://user:p%40ss@a:1/x/, https://a:1/x",
        "http://[::1]:4318, http://[::1]:4318"
    })
    void readsAddresses(String text, String base) {
        assertThat(OtlpCollector.parse(text))
                .hasValueSatisfying(each -> assertThat(each).hasToString(base));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "collector:4318", "grpc://a:4317", "http://", "http://a b", "http://a?token=x", "http:a"})
    void refusesWhatIsNoAddress(String text) {
        assertThat(OtlpCollector.parse(text)).isEmpty();
    }
}
