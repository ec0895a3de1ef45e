package dev.weir.result.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.measure.HistogramLog;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.result.ResultFile;
import dev.weir.result.RunResult;
import dev.weir.result.SampleResults;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.Provenance.RunSetup;
import dev.weir.result.document.RunDetails.HookResult;
import dev.weir.result.document.RunDocument;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.result.omb.OmbLists;
import dev.weir.workload.Topology;
import dev.weir.workload.Workloads;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads Weir's result files, and OMB's. */
class StoredResultTest {
    @TempDir
    Path folder;

    private final Problems problems = new Problems();

    /** A run of two seconds on an embedded broker. */
    @Test
    void theFixtureHasItsMeasuredFigures() {
        StoredResult result = fixture();

        RunDocument document = result.document();
        assertThat(result.schemaVersion()).isEqualTo(1);
        assertThat(result.workload()).contains("tiny");
        assertThat(document.outcome().orElseThrow()).isEqualTo(Outcome.DEGRADED);
        assertThat(document.load().messageSize()).contains(256);
        assertThat(OmbLists.numbers(document.series().publishRate()).boxed())
                .hasSize(2)
                .allMatch(rate -> rate > 1900 && rate < 2100);
        assertThat(result.audit().orElseThrow().counts().acknowledged()).isEqualTo(8000);
        assertThat(Objects.requireNonNull(result.weir().measurements().latency().get("publishResponse"))
                        .summary()
                        .quantilesNanos()
                        .get("p99"))
                .isPositive();
        assertThat(result.workloadFile().orElseThrow()).containsEntry("producerRate", 2000);
        assertThat(result.driverFile().orElseThrow()).containsEntry("driver", "kafka");
        assertThat(result.setup()).isEqualTo(new RunSetup(Topology.SWARM, List.of(), 1, "", "", Map.of()));
    }

    @Test
    void readsWhatAnAcknowledgementMeant() {
        assertThat(sample().durability()).isEqualTo(SampleResults.durability());
        assertThat(fixture().durability()).isEqualTo(Durability.NONE);
    }

    /** The sample's client has a password, and an address. */
    @Test
    void settingsInEffectHoldNoSecretAndNoPlace() {
        assertThat(sample().provenance().orElseThrow().clientSettings().orElseThrow())
                .containsOnlyKeys("producerConfig.linger.ms");
    }

    @Test
    void anAbsentClockBoundIsUnknownOnlyWhereItApplies() throws IOException {
        StoredResult known = sample();
        StoredResult unstated = read(Files.writeString(
                folder.resolve("u.json"),
                Files.readString(known.file()).replaceAll("\"(endToEndBoundNanos|boundNanos)\" ?:", "\"other\":")));

        assertThat(bound(unstated, "endToEndService")).hasValue(StoredLatency.UNKNOWN_BOUND);
        assertThat(bound(unstated, "publishService")).isEmpty();
        assertThat(bound(known, "endToEndService")).hasValue(900);
    }

    @Test
    void readsTheLargestPayload() throws IOException {
        String payload = "A".repeat((16 << 20) / 3 * 4);
        StoredResult result = read(Files.writeString(folder.resolve("large.json"), """
                {"schemaVersion": 1, "weir": {"provenance": {
                 "setup": {"topology": "swarm"}, "workload": {"payloadBase64": "%s"}}}}
                """.formatted(payload)));

        assertThat(result.workloadFile().orElseThrow().get("payloadBase64")).isEqualTo(payload);
    }

    /** The records have all that is written, in its order, also the parts of features that this build does not know. */
    @Test
    void losesNothingThatIsWritten() throws IOException {
        Path file = folder.resolve("now.json");
        var hook = new HookResult("before", "true", Optional.of(0), 0.5, "");
        ResultFile.write(SampleResults.valid(folder), List.of(hook), file);
        ObjectNode written = (ObjectNode) DocumentReader.json().readTree(file.toFile());
        assertThat(DocumentReader.pretty(read(file).document()) + "\n").isEqualTo(Files.readString(file));
        JsonNode unknown = DocumentReader.json().readTree("{\"some\": [1, 2]}");
        written.withObject("/weir").set("unknown", unknown);

        RunDocument read = DocumentReader.json().treeToValue(written, RunDocument.class);

        assertThat(read.weir().orElseThrow().ofFeatures().byName()).containsEntry("unknown", unknown);
        assertThat(DocumentReader.json().readTree(DocumentReader.pretty(read))).isEqualTo(written);
    }

    @Test
    void reportsTheFilesOfAResult() throws IOException {
        Path file = folder.resolve("now.json");
        RunResult written = SampleResults.valid(folder);
        DriverConfig driver = written.driver();
        ResultFile.write(written, file);

        StoredResult result = read(file);

        assertThat(result.setup()).isEqualTo(written.header().setup());
        assertThat(result.isWhole()).isTrue();
        assertThat(result.isOf(written.workload(), driver, 0)).isTrue();
        assertThat(result.isOf(written.workload(), driver, 1)).isFalse();
        assertThat(result.isOf(written.workload(), driver.withSettings(Map.of("a", "b")), 0))
                .isFalse();
        assertThat(result.isOf(Workloads.small().messageSize(1).build(), driver, 0))
                .isFalse();
        ResultFile.write(SampleResults.withoutFigures(Files.createDirectory(folder.resolve("failed"))), file);
        assertThat(read(file).isWhole()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {"a": 1}|is no result file
        []|is no result file
        {"schemaVersion": 5, "weir": {}}|has schemaVersion 5, and this version of Weir reads only schemaVersion 1:\
         use the version of Weir that wrote the file
        {"schemaVersion": 1, "publishRate": []}|is damaged: it has a schemaVersion,
        {"weir": {}}|has no schemaVersion, and this version of Weir reads only schemaVersion 1: use the
        {"weir":|is not JSON
        {"schemaVersion": 1, "weir": {"intervals": [{"counts": {"sent": "many"}}]}}|holds what no version of this tool\
         writes: weir.intervals[0].counts.sent:
        {"schemaVersion": 1, "weir": {"events": [{"at": "noon"}]}}|holds what no version of this tool writes:\
         weir.events[0].at:
        {"schemaVersion": 1, "weir": {"phases": [{"phase": "close"}]}}|holds what no version of this tool writes:\
         weir.phases[0].begin: is missing, or unknown
        """)
    void reportsWhyAFileCannotBeRead(String text, String why) throws IOException {
        Path file = Files.writeString(folder.resolve("r.json"), text);

        assertThat(StoredResult.read(file, problems)).isEmpty();
        assertThat(problems.errors()).singleElement().asString().contains("r.json: " + why);
    }

    @Test
    void ignoresFieldsThatItDoesNotKnow() throws IOException {
        Path file = Files.writeString(folder.resolve("r.json"), """
                {"schemaVersion": 1, "mine": {"a": 1}, "weir": {"mine": [], "unsent": 3}}
                """);

        assertThat(read(file).weir().load().unsent()).hasValue(3);
    }

    @Test
    void reportsThatAFileIsMissing() {
        assertThat(StoredResult.read(folder.resolve("no.json"), problems)).isEmpty();
        assertThat(problems.errors()).singleElement().asString().endsWith("no.json: does not exist");
    }

    @Test
    void intervalsOfAFixtureStandOnTheirAxis() {
        StoredResult result = fixture();

        List<StoredInterval> measured =
                result.intervals().stream().filter(StoredInterval::isMeasured).toList();

        assertThat(measured).hasSize(2).allSatisfy(interval -> {
            assertThat(interval.achievedMessagesPerSecond()).isBetween(1900.0, 2100.0);
            assertThat(interval.latency()).containsKeys("publishResponse", "sendDelay");
        });
        assertThat(result.intervals().get(0).beginSeconds()).isZero();
        assertThat(measured.get(1).beginSeconds() - measured.get(0).beginSeconds())
                .isCloseTo(1, within(0.1));
        assertThat(result.originNanos()).isPresent();
        assertThat(result.phases()).extracting(PhaseSpan::phase).contains("warm-up", "measurement");
        assertThat(result.reasons()).extracting(Reason::code).contains(ReasonCode.EMBEDDED_CLUSTER);
    }

    @Test
    void theCurveEndsWhereTooFewSamplesLieBeyond() {
        StoredResult result = fixture();

        StoredLatency latency = Objects.requireNonNull(result.latencies().get("endToEndResponse"));

        LatencySamples samples = latency.samples().orElseThrow();
        assertThat(samples.count()).isEqualTo(latency.summary().count());
        assertThat(latency.curveNanos().lastKey()).isBetween(99.0, 100 - 100 * 10.0 / samples.count());
        assertThat(latency.curveNanos()).containsKey(50.0);
        assertThat(List.copyOf(latency.curveNanos().values())).isSorted();
    }

    @Test
    void readsFilesOfOmbWithServiceTimesInNanoseconds() throws IOException {
        StoredResult result = read(Files.writeString(folder.resolve("omb.json"), """
                {"workload": "w", "driver": "Kafka", "version": null, "sampleRateMillis": 5000, "producerRate": 1000,
                 "publishRate": [999.8, 1000.2], "consumeRate": [1000.0, 1000.0], "backlog": [0, 3],
                 "publishLatency50pct": [1.5, 2.5], "publishLatency99pct": [7.0, 8.0],
                 "publishLatencyAvg": [1.7, 2.7], "publishLatencyMax": [20.25, 30.5],
                 "publishDelayLatency99pct": [150.0, 151.0],
                 "aggregatedPublishLatency50pct": 2.0, "aggregatedPublishLatency99pct": 7.5,
                 "aggregatedPublishLatencyMax": 30.5,
                 "aggregatedPublishLatencyQuantiles": {"50.0": 2.0, "99.0": 7.5, "100.0": 30.5},
                 "aggregatedEndToEndLatencyQuantiles": {"50.0": 3.0, "99.0": 9.0, "100.0": 40.0}}
                """));

        List<StoredInterval> intervals = result.intervals();

        assertThat(result.schemaVersion()).isZero();
        assertThat(result.document().run().version()).isEmpty();
        assertThat(result.document().totals().publish().p99()).contains(7.5);
        assertThat(result.workloadFile()).isEmpty();
        assertThat(result.setup()).isEqualTo(RunSetup.local());
        assertThat(intervals).extracting(StoredInterval::beginSeconds).containsExactly(0.0, 5.0);
        assertThat(intervals.get(1).messages().acknowledged()).isEqualTo(5001);
        assertThat(intervals.get(1).targetMessagesPerSecond()).hasValue(1000);
        assertThat(intervals.get(1).messages().sent()).isEmpty();
        LatencySummary publish = latency(intervals.get(1), "publishService");
        assertThat(publish.quantilesNanos()).containsEntry("p50", 2_500_000L).containsEntry("p99", 8_000_000L);
        assertThat(publish.maxNanos()).isEqualTo(30_500_000);
        assertThat(latency(intervals.get(0), "sendDelay").quantilesNanos()).containsEntry("p99", 150_000L);
        assertThat(result.latencies()).containsOnlyKeys("endToEndService", "publishService");
        StoredLatency endToEnd = Objects.requireNonNull(result.latencies().get("endToEndService"));
        assertThat(endToEnd.samples()).isEmpty();
        assertThat(endToEnd.summary().quantilesNanos()).containsEntry("p99", 9_000_000L);
        assertThat(endToEnd.curveNanos()).containsEntry(100.0, 40e6);
        assertThat(result.originNanos()).isEmpty();
    }

    @Test
    void histogramsOfIntervalsComeFromTheLogBesideTheResult() throws Exception {
        Path file = folder.resolve("run.json");
        Files.copy(SampleResults.FILE, file);
        StoredResult result = read(file);
        assertThat(IntervalHistograms.of(result, Latency.END_TO_END_RESPONSE)).isEmpty();
        List<StoredInterval> measured =
                result.intervals().stream().filter(StoredInterval::isMeasured).toList();

        try (var log = new HistogramLog(
                Files.newOutputStream(IntervalHistograms.ofResult(file)),
                result.originNanos().orElseThrow())) {
            for (int i = 0; i < measured.size(); i++) {
                long from = result.originNanos().orElseThrow()
                        + (long) (measured.get(i).beginSeconds() * 1e9);
                // Workers' intervals begin at slightly different times.
                log.append(false, "one", from, from + 1_000_000_000, latencies(1000L * (i + 1)));
                log.append(false, "two, by name", from + 40_000_000, from + 1_040_000_000, latencies(5000));
                log.append(true, "one", from, from + 1_000_000_000, latencies(9999));
            }
        }

        List<LatencySamples> samples =
                IntervalHistograms.of(result, Latency.END_TO_END_RESPONSE).orElseThrow();
        assertThat(samples).extracting(LatencySamples::count).containsExactly(4L, 4L);
        assertThat(samples.get(0).values().minNanos()).isEqualTo(1000);
        assertThat(samples.get(1).values().minNanos()).isEqualTo(2000);
        assertThat(samples.get(1).negativeMagnitudes().count()).isEqualTo(2);
        assertThat(samples.get(1).censored()).isEqualTo(6);
        assertThat(IntervalHistograms.of(result, Latency.PUBLISH_RESPONSE).orElseThrow())
                .extracting(LatencySamples::count)
                .containsExactly(0L, 0L);
    }

    private StoredResult sample() {
        Path file = folder.resolve("sample.json");
        ResultFile.write(SampleResults.valid(folder), file);
        return read(file);
    }

    private StoredResult fixture() {
        return read(SampleResults.FILE);
    }

    private StoredResult read(Path file) {
        return StoredResult.read(file, problems).orElseThrow(() -> new AssertionError(problems.errors()));
    }

    private static OptionalLong bound(StoredResult result, String latency) {
        return Objects.requireNonNull(result.latencies().get(latency)).boundNanos();
    }

    private static LatencySummary latency(StoredInterval interval, String name) {
        return Objects.requireNonNull(interval.latency().get(name));
    }

    private static LatencySet latencies(long nanos) {
        var set = new LatencySet();
        set.of(Latency.END_TO_END_RESPONSE).values().record(nanos, 1);
        set.of(Latency.END_TO_END_RESPONSE).negativeMagnitudes().record(nanos, 1);
        set.of(Latency.END_TO_END_RESPONSE).lowerBounds().record(nanos, 3);
        return set;
    }
}
