package dev.weir.feature.stages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.coordinator.GenuineResults;
import dev.weir.feature.PartPages;
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
import dev.weir.report.html.SampleFiles;
import dev.weir.result.ResultFile;
import dev.weir.result.RunResult;
import dev.weir.result.SampleResults;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.RunClients;
import dev.weir.result.document.RunClients.ClientOrigin;
import dev.weir.result.document.RunClients.ProducerResult;
import dev.weir.result.document.RunDocument;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.result.journal.Recomputation.FigureDifference;
import dev.weir.result.value.IsoTime;
import dev.weir.result.value.Moment;
import java.io.IOException;
import java.nio.file.Path;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Known answers of a measurement from the second to the fourth second of the load, and how they are shown. */
class StagesTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;
    private static final long MESSAGES = 10_000;
    private static final List<PhaseSpan> PHASES =
            List.of(PhaseSpan.of(Phase.WARM_UP, 0, SECOND), PhaseSpan.of(Phase.MEASUREMENT, SECOND, 4 * SECOND));

    @TempDir
    Path folder;

    private final LatencySet measured = new LatencySet();

    StagesTest() {
        record(Latency.SEND_DELAY, 1);
        record(Latency.PUBLISH_RESPONSE, 40);
        record(Latency.PUBLISH_SERVICE, 39);
        record(Latency.END_TO_END_RESPONSE, 60);
        record(Latency.END_TO_END_SERVICE, 59);
    }

    @Test
    void printsEachFigureWithItsStages() {
        var mean = breakdown(
                StageBreakdown.MEAN,
                9_000_000,
                false,
                StageTime.of(MessageStage.SEND_DELAY, 200_000, Basis.MEASURED),
                StageTime.of(MessageStage.REPLICATION, 3_000_000, Basis.ESTIMATED));
        var tail = breakdown(StageBreakdown.TAIL, 20_000_000, true, StageTime.unknown(MessageStage.NETWORK_AND_CLIENT));
        RunResult result = SampleResults.valid(folder);

        assertThat(new Stages().explanation(result.weir().with(Map.of("stages", List.of(mean, tail)))))
                .containsExactly(
                        "mean publishResponse, 9.00 ms:",
                        "  send delay                           0.200 ms  measured",
                        "  wait for replicas                     3.00 ms  estimated",
                        "p99 publishResponse, > 20.0 ms (stages do not add up):",
                        "  network and client                          -  unknown");
        assertThat(new Stages().explanation(result.weir())).isEmpty();
    }

    @Test
    void drawsStagesAndMarksWhatIsEstimated() throws IOException {
        ObjectNode file = SampleFiles.fixture();
        SampleFiles.weir(file).set("stages", DocumentReader.json().readTree("""
                [{"latency": "publishResponse", "figure": "mean", "totalNanos": 10000000, "lowerBound": false, "brokers": 3,
                  "stages": [
                    {"stage": "sendDelay", "nanos": 5000000, "basis": "measured"},
                    {"stage": "replication", "nanos": 8000000, "basis": "estimated"},
                    {"stage": "<new>", "basis": "unknown"},
                    {"stage": "networkAndClient", "nanos": -3000000, "basis": "inconsistent"}]}]
                """));
        assertThat(PartPages.html(folder, file))
                .contains("<h3>Stages of publishResponse</h3>", "mean publishResponse, 10.0 ms")
                .contains("<rect class=\"c0\" x=\"60\" y=\"6\" width=\"311.5\" height=\"22\"></rect>")
                .contains("<rect class=\"c4 estimated\" x=\"371.5\" y=\"6\" width=\"498.5\" height=\"22\"></rect>")
                .contains("<line class=\"mark\" x1=\"683.1\"", "&lt;new&gt;", "-3.00", "Inconsistent: the stages");
    }

    /** The stages of a finished run are in its file as the page of fields describes them, and a change of them is found. */
    @Test
    void areComputedAgainFromTheFile() throws IOException {
        RunResult run = SampleResults.valid(folder);
        Path path = folder.resolve("sample.json");
        RunDocument given = run.document();
        var document = new RunDocument(
                given.schemaVersion(),
                given.outcome(),
                given.run(),
                given.load(),
                given.series(),
                given.totals(),
                given.weir().map(weir -> weir.withDerived(run.measured())));
        ResultFile.write(new RunResult(run.header(), run.endNanos(), run.measured(), run.audit(), document), path);
        JsonNode file = DocumentReader.json().readTree(path.toFile());
        PartPages.assertDescribed(file.path("weir").path("stages"));
        assertThat(GenuineResults.differences(path))
                .extracting(FigureDifference::field)
                .noneMatch(each -> each.startsWith("weir.stages"));
        ((ObjectNode) file.path("weir").path("stages").path(0)).put("totalNanos", 1);
        assertThat(GenuineResults.differences(SampleFiles.write((ObjectNode) file, path)))
                .extracting(FigureDifference::field)
                .contains("weir.stages.0.totalNanos");
    }

    /** Of 300 requests of a busy broker, which take 10 ms, and 100 of a slow one, which take 30 ms, the mean is 15 ms. */
    @Test
    void weightsBrokersByTheirRequests() {
        BrokerMetrics brokers = metrics(
                broker("Produce", "remote", rates(100, 100, 100, 100), rates(1000, 1000, 1000, 1000)),
                broker("Produce", "remote", rates(0, 100, 0, 0), rates(0, 3000, 0, 0)));

        StageBreakdown mean = mean(clients(1, 5), brokers);
        assertThat(mean.stages()).extracting(StagesTest::text).contains("replication 15.0 measured");
        assertThat(mean.brokers()).isEqualTo(2);
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

        assertThat(divided.stages().stream().map(StagesTest::text).collect(Collectors.joining(", ")))
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

    @Test
    void withoutMetricsOfBrokersTheRestIsNotDivided() {
        StageBreakdown mean =
                StageDivision.of(measured, clients(1, 5), Optional.empty()).get(0);

        assertThat(mean.stages())
                .extracting(StagesTest::text)
                .containsExactly("sendDelay 1.0 measured", "clientQueue 5.0 estimated", "notDivided 34.0 remainder");
        assertThat(mean.brokers()).isZero();
    }

    @Test
    void gapsOfABrokerCountNeitherAsTimesNorAsRequests() {
        BrokerMetrics brokers =
                metrics(broker("Produce", "local", rates(100, 100, null, 100), rates(300, 300, 300, 300)));

        assertThat(mean(clients(1, 5), brokers).stages())
                .extracting(StagesTest::text)
                .contains("localLog 3.0 measured");
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

    private static StageBreakdown breakdown(String figure, long nanos, boolean lowerBound, StageTime... stages) {
        return new StageBreakdown("publishResponse", figure, nanos, lowerBound, 1, List.of(stages));
    }

    private static String text(StageTime time) {
        return time.nanos().isEmpty()
                ? time.stage() + " unknown"
                : String.format(
                        Locale.ROOT, "%s %.1f %s", time.stage(), time.nanos().getAsLong() / 1e6, time.basis());
    }

    private static OptionalDouble replication(BrokerMetrics brokers, Moment begin, PhaseSpan phase) {
        var moved = new BrokerMetrics(
                brokers.drives(), Optional.empty(), Optional.of(begin), brokers.endSeconds(), brokers.endpoints());
        return BrokerRequests.of(moved, List.of(phase), "Produce").orElseThrow().meanNanos("remote");
    }

    private static Moment inFile(Moment moment) {
        return new Moment(IsoTime.epochNanos(moment.text()));
    }
}
