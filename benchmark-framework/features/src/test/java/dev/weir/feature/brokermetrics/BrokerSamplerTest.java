package dev.weir.feature.brokermetrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import dev.weir.clock.SystemClock;
import dev.weir.driver.FreePort;
import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.feature.brokermetrics.BrokerSamples.DriveWrites;
import dev.weir.feature.brokermetrics.EndpointLog.KeptSeries;
import dev.weir.host.observation.TimeRange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Endpoints that behave in every bad way, beside one that does not. */
@Tag("slow")
class BrokerSamplerTest {
    private static final Duration INTERVAL = Duration.ofMillis(100);
    /** For a host that is busy with other things. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @AutoClose
    private final FakeExporter exporter = new FakeExporter();

    @Test
    void checksEachEndpointAndReportsProblems() {
        List<MetricsEndpoint> endpoints = List.of(
                exporter.endpoint("/good", FakeExporter::growing),
                exporter.endpoint("/html", exchange -> FakeExporter.answer(exchange, 200, "<html>\n")),
                exporter.endpoint("/error", exchange -> FakeExporter.answer(exchange, 500, "")),
                exporter.endpoint("/other", exchange -> FakeExporter.answer(exchange, 200, "up 1\n")),
                exporter.endpoint("/stalls", exporter::stall),
                MetricsEndpoint.of(URI.create("http://127.0.0.1:" + FreePort.choose() + "/metrics")),
                new MetricsEndpoint(
                        exporter.endpoint("/drives", FakeExporter::growing).url(), "h", List.of(), List.of("sdz")));

        try (var sampler = new BrokerSampler(endpoints, INTERVAL, SystemClock.INSTANCE)) {
            // On a busy host, the first answers can take as long as a check waits for them.
            Map<MetricsEndpoint, String> troubles =
                    await().atMost(LIMIT).until(sampler::checkEndpoints, found -> found.size() < endpoints.size());

            assertThat(troubles.keySet()).containsExactlyElementsOf(endpoints.subList(1, 7));
            assertThat(troubles.values())
                    .zipSatisfy(
                            List.of(
                                    "line 1",
                                    "status 500",
                                    "no series that Weir keeps",
                                    "did not answer within",
                                    "connection refused",
                                    "no drive by the names in drives: sdz"),
                            (trouble, why) -> assertThat(trouble).contains(why));
        }
    }

    @Test
    void samplesOnWhileOneEndpointStallsAndAnotherLies() {
        List<MetricsEndpoint> endpoints = List.of(
                exporter.endpoint("/stalls", exporter::stall),
                exporter.endpoint("/good", FakeExporter::growing),
                exporter.endpoint("/html", exchange -> FakeExporter.answer(exchange, 200, "<html>\n")));
        BrokerSamples samples =
                sample(endpoints, INTERVAL, Duration.ofMillis(900), now(), () -> exporter.asked("/good") >= 4);

        List<BrokerMetrics.Endpoint> logs =
                samples.endpoints().stream().map(log -> log.result(List.of())).toList();
        assertThat(logs.get(0).failedScrapes()).isEqualTo(logs.get(0).scrapes()).isGreaterThan(2);
        assertThat(logs.get(0).trouble()).contains("did not answer within");
        assertThat(logs.get(2).failedScrapes()).isEqualTo(logs.get(2).scrapes());
        // On a busy host it may be too slow itself once.
        assertThat(logs.get(1).scrapes() - logs.get(1).failedScrapes()).isGreaterThan(1);
        assertThat(DriveWrites.of(
                        samples, new TimeRange(samples.beginNanos(), samples.endNanos(samples.intervals() - 1))))
                .extracting(DriveWrites::writtenBytes)
                .singleElement()
                .satisfies(bytes -> assertThat(bytes).isPositive());
    }

    @Test
    void doesNotReadAnAnswerThatIsTooLong() {
        var begun = new AtomicInteger();
        List<MetricsEndpoint> endpoints = List.of(exporter.endpoint("/huge", exchange -> {
            begun.incrementAndGet();
            endless(exchange);
        }));
        BrokerSamples samples = sample(endpoints, INTERVAL, PATIENCE, now(), () -> begun.get() >= 2);

        assertThat(samples.endpoints().get(0).trouble()).contains("longer than 32 MiB");
    }

    /** A process that stood still is late for a scrape that is due, and is asked for another meanwhile. */
    @Test
    void noIntervalEndsBeforeItBegins() {
        List<MetricsEndpoint> endpoints = List.of(exporter.endpoint("/good", FakeExporter::growing));
        var samples = new BrokerSamples(endpoints);
        try (var sampler = new BrokerSampler(endpoints, INTERVAL, PATIENCE, SystemClock.INSTANCE, samples)) {
            sampler.sampleNow();
            sampler.start(now() - 500_000_000);
            await().atMost(LIMIT).until(() -> exporter.asked("/good") >= 3);
        }

        for (int i = 0; i < samples.intervals(); i++) {
            assertThat(samples.endNanos(i))
                    .isGreaterThanOrEqualTo(i == 0 ? samples.beginNanos() : samples.endNanos(i - 1));
        }
    }

    @Test
    void samplesNoFasterThanOnceASecondAndContinuesAfterAnEndpointWasAway() {
        var away = new AtomicInteger();
        List<MetricsEndpoint> endpoints = List.of(exporter.endpoint("/flaps", exchange -> {
            if (away.incrementAndGet() == 2) {
                FakeExporter.answer(exchange, 503, "");
            } else {
                FakeExporter.answer(exchange, 200, FakeExporter.written(away.get() * 1000L));
            }
        }));
        long begin = now();
        BrokerSamples samples =
                sample(endpoints, Duration.ofMillis(400), PATIENCE, begin, () -> exporter.asked("/flaps") >= 4);

        // Three intervals of the run are the least that are a second.
        assertThat(samples.endNanos(0) - begin)
                .isPositive()
                .satisfies(nanos -> assertThat(nanos % 1_200_000_000).isZero());
        KeptSeries series = samples.endpoints().get(0).series().iterator().next();
        assertThat(samples.endpoints().get(0).result(List.of()).failedScrapes()).isOne();
        double[] rates = samples.values(0, series);
        assertThat(rates[0]).isPositive().isEqualTo(rates[1]);
        assertThat(rates[2]).isPositive();
        assertThat(DriveWrites.of(samples, new TimeRange(samples.beginNanos(), samples.endNanos(1)))
                        .get(0)
                        .writtenBytes())
                .isGreaterThan(1000);
    }

    /** Samples until something has happened. */
    private static BrokerSamples sample(
            List<MetricsEndpoint> endpoints,
            Duration interval,
            Duration patience,
            long begin,
            Callable<Boolean> ended) {
        var samples = new BrokerSamples(endpoints);
        try (var sampler = new BrokerSampler(endpoints, interval, patience, SystemClock.INSTANCE, samples)) {
            sampler.start(begin);
            await().atMost(LIMIT).until(ended);
        }
        return samples;
    }

    private static long now() {
        return SystemClock.INSTANCE.epochNanos();
    }

    private static void endless(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        byte[] chunk = "\n".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        try (OutputStream body = exchange.getResponseBody()) {
            for (int i = 0; i < 100; i++) {
                body.write(chunk);
            }
            body.write("node_memory_Dirty_bytes 1\n".getBytes(StandardCharsets.UTF_8));
        }
    }
}
