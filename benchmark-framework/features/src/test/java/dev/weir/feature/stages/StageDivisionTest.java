package dev.weir.feature.stages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.feature.brokermetrics.BrokerMetrics;
import dev.weir.feature.brokermetrics.BrokerMetrics.Endpoint;
import dev.weir.feature.brokermetrics.BrokerMetrics.MetricSeries;
import dev.weir.feature.brokermetrics.BrokerRequests;
import dev.weir.feature.stages.StageBreakdown.Basis;
import dev.weir.feature.stages.StageBreakdown.MessageStage;
import dev.weir.feature.stages.StageBreakdown.StageTime;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.result.document.RunClients;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.PhaseSpan;
import dev.weir.result.run.ClientOrigin;
import dev.weir.result.run.ProducerResult;
import dev.weir.result.value.IsoTime;
import dev.weir.result.value.Moment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Known answers: a measurement from the second to the fourth second of the load. */
class StageDivisionTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;
    private static final long MESSAGES = 10_000;
    private static final List<PhaseSpan> PHASES =
            List.of(PhaseSpan.of(Phase.WARM_UP, 0, SECOND), PhaseSpan.of(Phase.MEASUREMENT, SECOND, 4 * SECOND));

    private final LatencySet measured = new LatencySet();

    StageDivisionTest() {
        record(Latency.SEND_DELAY, 1);
        record(Latency.PUBLISH_RESPONSE, 40);
        record(Latency.PUBLISH_SERVICE, 39);
        record(Latency.END_TO_END_RESPONSE, 60);
        record(Latency.END_TO_END_SERVICE, 59);
    }

    /** Of 300 requests of a busy broker, which take 10 ms, and 100 of a slow one, which take 30 ms, the mean is 15 ms. */
    @Test
    void weightsBrokersByTheirRequests() {
        BrokerMetrics brokers = metrics(
                broker("Produce", "remote", rates(100, 100, 100, 100), rates(1000, 1000, 1000, 1000)),
                broker("Produce", "remote", rates(0, 100, 0, 0), rates(0, 3000, 0, 0)));

        assertThat(mean(clients(1, 5), brokers)).satisfies(mean -> {
            assertMillis(mean, MessageStage.REPLICATION, 15, Basis.MEASURED);
            assertThat(mean.brokers()).isEqualTo(2);
        });
    }

    /**
     * Messages of a request and milliseconds that the first of them waits, or nothing of the client; the total and all stages in
     * milliseconds. Latencies are recorded to three digits.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            the mean of an acknowledgement | publishResponse mean | 1 5 | sendDelay 1.0 measured, clientQueue 5.0 estimated, requestQueue unknown, localLog 3.0 measured, replication 12.0 measured, responseQueue unknown, responseSend unknown, networkAndClient 19.0 remainder
            delivery has the same way until the message can be read | endToEndResponse mean | 1 5 | sendDelay 1.0 measured, clientQueue 5.0 estimated, requestQueue unknown, localLog 3.0 measured, replication 12.0 measured, fetchWait unknown, fetchResponseQueue unknown, fetchResponseSend 2.0 estimated, delivery 37.0 remainder
            the first of 4 messages waits 20 ms and the others 15 10 and 5 ms: estimates | publishResponse mean | 4 20 | sendDelay 1.0 measured, clientQueue 12.5 estimated, requestQueue unknown, localLog 3.0 estimated, replication 12.0 estimated, responseQueue unknown, responseSend unknown, networkAndClient 11.5 remainder
            a remainder below zero is inconsistent | publishResponse mean | 1 35 | sendDelay 1.0 measured, clientQueue 35.0 estimated, requestQueue unknown, localLog 3.0 measured, replication 12.0 measured, responseQueue unknown, responseSend unknown, networkAndClient -11.0 inconsistent
            without metrics of the client its queue is unknown | publishResponse mean | | sendDelay 1.0 measured, clientQueue unknown, requestQueue unknown, localLog 3.0 estimated, replication 12.0 estimated, responseQueue unknown, responseSend unknown, networkAndClient 24.0 remainder
            the tail is that of each part alone and has no remainder | publishResponse p99 | 1 5 | sendDelay 1.0 estimated, clientQueue unknown, requestQueue unknown, localLog unknown, replication 90.0 estimated, responseQueue unknown, responseSend unknown, networkAndClient unknown
            """)
    void dividesAFigure(String rule, String figure, @Nullable String client, String expected) {
        String[] of = figure.split(" ", 2);
        RunClients clients = client == null
                ? RunClients.NONE
                : clients(Double.parseDouble(client.split(" ", 2)[0]), Double.parseDouble(client.split(" ", 2)[1]));

        StageBreakdown divided = breakdown(of[0], of[1], clients, allParts());

        assertThat(divided.stages().stream().map(StageDivisionTest::text).collect(Collectors.joining(", ")))
                .isEqualTo(expected);
        assertThat(divided.brokers()).isEqualTo(1);
        LatencySamples all =
                measured.of(of[0].equals("publishResponse") ? Latency.PUBLISH_RESPONSE : Latency.END_TO_END_RESPONSE);
        assertThat(divided.totalNanos())
                .isEqualTo(of[1].equals("mean") ? Math.round(all.meanNanos()) : all.percentileNanos(99));
        if (of[1].equals("mean")) {
            assertThat(divided.stages().stream()
                            .mapToLong(each -> each.nanos().orElse(0))
                            .sum())
                    .isEqualTo(divided.totalNanos());
        }
    }

    private static String text(StageTime time) {
        return time.nanos().isEmpty()
                ? time.stage() + " unknown"
                : String.format(
                        Locale.ROOT, "%s %.1f %s", time.stage(), time.nanos().getAsLong() / 1e6, time.basis());
    }

    @Test
    void withoutMetricsOfBrokersTheRestIsNotDivided() {
        StageBreakdown mean =
                StageDivision.of(measured, clients(1, 5), Optional.empty()).get(0);

        assertThat(mean.stages())
                .extracting(StageDivisionTest::text)
                .containsExactly("sendDelay 1.0 measured", "clientQueue 5.0 estimated", "notDivided 34.0 remainder");
        assertThat(mean.brokers()).isZero();
    }

    @Test
    void gapsOfABrokerCountNeitherAsTimesNorAsRequests() {
        BrokerMetrics brokers = metrics(broker("Produce", "local", gap(100, 100, 100, 100), rates(300, 300, 300, 300)));

        assertMillis(mean(clients(1, 5), brokers), MessageStage.LOCAL_LOG, 3, Basis.MEASURED);
    }

    /** In a file, times have no microseconds. */
    @Test
    void aFileConfirmsWhatWasComputedOfTheRun() {
        BrokerMetrics brokers = allParts();
        Moment begin = new Moment(SECOND + 300_000);
        PhaseSpan phase = PhaseSpan.of(Phase.MEASUREMENT, 2 * SECOND + 800_000, 5 * SECOND + 100_000);

        OptionalDouble ofTheRun = replication(brokers, begin, phase);
        OptionalDouble ofTheFile = replication(
                brokers, inFile(begin), new PhaseSpan(phase.phase(), inFile(phase.begin()), inFile(phase.end()), 3));

        assertThat(ofTheRun).isPresent().isEqualTo(ofTheFile);
    }

    private static OptionalDouble replication(BrokerMetrics brokers, Moment begin, PhaseSpan phase) {
        var moved = new BrokerMetrics(
                brokers.drives(), Optional.empty(), Optional.of(begin), brokers.endSeconds(), brokers.endpoints());
        return BrokerRequests.of(moved, List.of(phase), "Produce").orElseThrow().meanNanos("remote");
    }

    private static Moment inFile(Moment moment) {
        return new Moment(IsoTime.epochNanos(moment.text()));
    }

    @Test
    void aMeanWithLatenciesThatDidNotEndIsALowerBound() {
        measured.of(Latency.PUBLISH_RESPONSE).lowerBounds().record(SECOND, 1);

        assertThat(mean(clients(1, 5), allParts()).lowerBound()).isTrue();
    }

    @Test
    void transactionsAreNotDivided() {
        record(Latency.TRANSACTION_COMMIT, 5);

        assertThat(StageDivision.of(measured, clients(1, 5), Optional.empty())).isEmpty();
    }

    private void record(Latency latency, long millis) {
        measured.of(latency).values().record(millis * MILLI, MESSAGES);
    }

    private StageBreakdown mean(RunClients clients, BrokerMetrics brokers) {
        return breakdown("publishResponse", StageBreakdown.MEAN, clients, brokers);
    }

    private StageBreakdown breakdown(String latency, String figure, RunClients clients, BrokerMetrics brokers) {
        return StageDivision.of(measured, clients, BrokerRequests.of(brokers, PHASES, "Produce")).stream()
                .filter(each -> each.latency().equals(latency) && each.figure().equals(figure))
                .findFirst()
                .orElseThrow();
    }

    /** Latencies are recorded to three digits, so the remainder is right to three digits, too. */
    private static void assertMillis(StageBreakdown breakdown, MessageStage stage, double millis, Basis basis) {
        StageTime time = breakdown.stages().stream()
                .filter(each -> each.stage().equals(stage.key()))
                .findFirst()
                .orElseThrow();
        assertThat(time.nanos().orElseThrow() / 1e6).isCloseTo(millis, org.assertj.core.data.Offset.offset(0.06));
        assertThat(time.basis()).isEqualTo(basis.key());
    }

    private static RunClients clients(double recordsPerRequest, double queueMillis) {
        var producer = new ProducerResult(
                0,
                new ClientOrigin("w", "p"),
                "t",
                new Counts(MESSAGES, MESSAGES, 0, 0, 0, 0),
                0,
                Optional.empty(),
                Map.of(),
                Map.of("records-per-request-avg", recordsPerRequest, "record-queue-time-avg", queueMillis));
        return new RunClients(List.of(producer), List.of(), List.of(), List.of());
    }

    /** A broker whose first second, the warm-up, is much slower than the others. */
    private static BrokerMetrics allParts() {
        List<MetricSeries> series =
                new ArrayList<>(broker("Produce", "remote", rates(100, 100, 100, 100), rates(90_000, 1200, 1200, 1200))
                        .series());
        series.add(sum("Produce", "local", rates(90_000, 300, 300, 300)));
        series.addAll(broker("FetchConsumer", "responsesend", rates(50, 50, 50, 50), rates(100, 100, 100, 100))
                .series());
        series.add(new MetricSeries(
                "kafka_network_requestmetrics_remotetimems",
                Map.of("request", "Produce", "quantile", "0.99"),
                false,
                rates(10, 20, 30, 90)));
        return metrics(new Endpoint("http://b", "b", 4, 0, "", 0, series));
    }

    private static BrokerMetrics metrics(Endpoint... brokers) {
        return new BrokerMetrics(
                List.of(), Optional.empty(), Optional.of(new Moment(0)), List.of(1.0, 2.0, 3.0, 4.0), List.of(brokers));
    }

    private static Endpoint broker(
            String request, String part, List<@Nullable Number> counts, List<@Nullable Number> millis) {
        return new Endpoint(
                "http://b",
                "b",
                4,
                0,
                "",
                0,
                List.of(
                        new MetricSeries(
                                "kafka_network_requestmetrics_totaltimems_count",
                                Map.of("request", request),
                                true,
                                counts),
                        sum(request, part, millis)));
    }

    private static MetricSeries sum(String request, String part, List<@Nullable Number> millis) {
        return new MetricSeries(
                "kafka_network_requestmetrics_" + part + "timems_sum", Map.of("request", request), true, millis);
    }

    private static List<@Nullable Number> rates(@Nullable Number... values) {
        return Arrays.asList(values);
    }

    private static List<@Nullable Number> gap(@Nullable Number... values) {
        values[2] = null;
        return Arrays.asList(values);
    }
}
