package dev.weir.result.stored;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.measure.HistogramLog;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.result.SampleResults;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.PhaseSpan;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What charts and comparisons need of a file, ours or OMB's. */
class StoredFiguresTest {
    @TempDir
    Path folder;

    @Test
    void intervalsOfAFixtureStandOnTheirAxis() {
        StoredResult result = read(fixture());

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
        StoredResult result = read(fixture());

        StoredLatency latency = Objects.requireNonNull(result.latencies().get("endToEndResponse"));

        LatencySamples samples = latency.samples().orElseThrow();
        assertThat(samples.count()).isEqualTo(latency.summary().count());
        assertThat(latency.curveNanos().lastKey()).isBetween(99.0, 100 - 100 * 10.0 / samples.count());
        assertThat(latency.curveNanos()).containsKey(50.0);
        assertThat(List.copyOf(latency.curveNanos().values())).isSorted();
    }

    @Test
    void ombsFileHasServiceTimesInNanoseconds() throws IOException {
        StoredResult result = read(Files.writeString(folder.resolve("omb.json"), """
                {"workload": "w", "driver": "Kafka", "sampleRateMillis": 5000, "producerRate": 1000,
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

        assertThat(intervals).hasSize(2);
        assertThat(intervals.get(1).beginSeconds()).isEqualTo(5);
        assertThat(intervals.get(1).messages().acknowledged()).isEqualTo(5001);
        assertThat(intervals.get(1).targetMessagesPerSecond()).hasValue(1000);
        assertThat(intervals.get(1).messages().sent()).isEmpty();
        LatencySummary publish =
                Objects.requireNonNull(intervals.get(1).latency().get("publishService"));
        assertThat(publish.quantilesNanos()).containsEntry("p50", 2_500_000L).containsEntry("p99", 8_000_000L);
        assertThat(publish.maxNanos()).isEqualTo(30_500_000);
        assertThat(Objects.requireNonNull(intervals.get(0).latency().get("sendDelay"))
                        .quantilesNanos())
                .containsEntry("p99", 150_000L);
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
        Files.copy(fixture(), file);
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

    private static LatencySet latencies(long nanos) {
        var set = new LatencySet();
        set.of(Latency.END_TO_END_RESPONSE).values().record(nanos, 1);
        set.of(Latency.END_TO_END_RESPONSE).negativeMagnitudes().record(nanos, 1);
        set.of(Latency.END_TO_END_RESPONSE).lowerBounds().record(nanos, 3);
        return set;
    }

    private static Path fixture() {
        return SampleResults.FILE;
    }

    private static StoredResult read(Path file) {
        var problems = new Problems();
        return StoredResult.read(file, problems).orElseThrow(() -> new AssertionError(problems.errors()));
    }
}
