package dev.weir.result.stored;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.ClientSettings;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.result.ResultFile;
import dev.weir.result.RunHeader;
import dev.weir.result.RunResult;
import dev.weir.result.SampleResults;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.RunDocument;
import dev.weir.result.omb.OmbLists;
import dev.weir.result.run.HookResult;
import dev.weir.result.run.RunSetup;
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
        Path unknown = Files.writeString(
                folder.resolve("u.json"),
                Files.readString(known.file()).replaceAll("\"(endToEndBoundNanos|boundNanos)\" ?:", "\"other\":"));

        StoredResult unstated = StoredResult.read(unknown, problems).orElseThrow();

        assertThat(bound(unstated, "endToEndService")).hasValue(StoredLatency.UNKNOWN_BOUND);
        assertThat(bound(unstated, "publishService")).isEmpty();
        assertThat(bound(known, "endToEndService")).hasValue(900);
    }

    private static OptionalLong bound(StoredResult result, String latency) {
        return Optional.ofNullable(result.latencies().get(latency))
                .orElseThrow()
                .boundNanos();
    }

    @Test
    void readsTheLargestPayload() throws IOException {
        String payload = "A".repeat((16 << 20) / 3 * 4);
        Path file = Files.writeString(
                folder.resolve("large.json"),
                "{\"schemaVersion\": 1, \"weir\": {\"provenance\": {\"setup\": {\"topology\": \"swarm\"}, \"workload\": {\"payloadBase64\": \""
                        + payload + "\"}}}}");

        StoredResult result = StoredResult.read(file, problems).orElseThrow();

        assertThat(result.workloadFile().orElseThrow().get("payloadBase64")).isEqualTo(payload);
    }

    /** The records have all that is written, in its order. */
    @Test
    void losesNothingThatIsWritten() throws IOException {
        Path file = folder.resolve("now.json");
        ResultFile.write(
                SampleResults.valid(folder), List.of(new HookResult("before", "true", Optional.of(0), 0.5, "")), file);

        RunDocument document = StoredResult.read(file, problems).orElseThrow().document();

        assertThat(DocumentReader.json().writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n")
                .isEqualTo(Files.readString(file));
    }

    @Test
    void reportsTheFilesOfAResult() {
        Path file = folder.resolve("now.json");
        RunResult written = SampleResults.valid(folder);
        ResultFile.write(written, file);

        StoredResult result = StoredResult.read(file, problems).orElseThrow();

        DriverConfig driver = written.driver();
        assertThat(result.setup()).isEqualTo(written.header().setup());
        assertThat(result.isWhole()).isTrue();
        assertThat(result.isOf(written.workload(), driver, 0)).isTrue();
        assertThat(result.isOf(written.workload(), driver, 1)).isFalse();
        assertThat(result.isOf(written.workload(), driver.withSettings(Map.of("a", "b")), 0))
                .isFalse();
        assertThat(result.isOf(Workloads.small().messageSize(1).build(), driver, 0))
                .isFalse();
        ResultFile.write(
                new RunHeader(
                                written.run(),
                                written.header().setup(),
                                Map.of(),
                                written.workload(),
                                driver,
                                ClientSettings.asWritten(driver))
                        .notStarted(0, "no answer"),
                file);
        assertThat(StoredResult.read(file, problems).orElseThrow().isWhole()).isFalse();
    }

    @Test
    void readsResultsOfOmbs() throws IOException {
        Path file = Files.writeString(folder.resolve("omb.json"), """
            {"workload": "w", "driver": "Kafka", "version": null, "messageSize": 1024,
             "publishRate": [10.5, 11.5], "aggregatedPublishLatency99pct": 3.25}
            """);

        StoredResult result = StoredResult.read(file, problems).orElseThrow();

        assertThat(result.schemaVersion()).isZero();
        assertThat(result.document().run().version()).isEmpty();
        assertThat(result.document().totals().publish().p99()).contains(3.25);
        assertThat(result.workloadFile()).isEmpty();
        assertThat(result.setup()).isEqualTo(RunSetup.local());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\": 1}|is no result file",
                "[]|is no result file",
                "{\"schemaVersion\": 5, \"weir\": {}}|has schemaVersion 5, and this version of Weir reads only"
                        + " schemaVersion 1: use the version of Weir that wrote the file",
                "{\"weir\": {}}|has no schemaVersion, and this version of Weir reads only schemaVersion 1: use the",
                "{\"weir\":|is not JSON",
                "{\"schemaVersion\": 1, \"weir\": {\"intervals\": [{\"counts\": {\"sent\": \"many\"}}]}}|holds what no version of this tool"
                        + " writes: weir.intervals[0].counts.sent: ",
                "{\"schemaVersion\": 1, \"weir\": {\"events\": [{\"at\": \"noon\"}]}}|holds what no version of this tool writes:"
                        + " weir.events[0].at: ",
                "{\"schemaVersion\": 1, \"weir\": {\"phases\": [{\"phase\": \"close\"}]}}|holds what no version of this tool writes:"
                        + " weir.phases[0].begin: is missing, or unknown"
            })
    void reportsWhyAFileCannotBeRead(String text, String why) throws IOException {
        Path file = Files.writeString(folder.resolve("r.json"), text);

        assertThat(StoredResult.read(file, problems)).isEmpty();
        assertThat(problems.errors()).singleElement().asString().contains("r.json: " + why);
    }

    @Test
    void ignoresFieldsThatItDoesNotKnow() throws IOException {
        Path file = Files.writeString(
                folder.resolve("r.json"),
                "{\"schemaVersion\": 1, \"mine\": {\"a\": 1}, \"weir\": {\"mine\": [], \"unsent\": 3}}");

        assertThat(StoredResult.read(file, problems).orElseThrow().weir().load().unsent())
                .hasValue(3);
    }

    @Test
    void reportsThatAFileIsMissing() {
        assertThat(StoredResult.read(folder.resolve("no.json"), problems)).isEmpty();
        assertThat(problems.errors()).singleElement().asString().endsWith("no.json: does not exist");
    }

    private StoredResult sample() {
        Path file = folder.resolve("sample.json");
        ResultFile.write(SampleResults.valid(folder), file);
        return StoredResult.read(file, problems).orElseThrow();
    }

    private StoredResult fixture() {
        return StoredResult.read(SampleResults.FILE, problems).orElseThrow();
    }
}
