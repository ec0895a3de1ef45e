package dev.weir.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import dev.weir.result.omb.OmbSeries;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the chart scripts of OMB's forks read: names, types and units. */
class OmbFieldsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private JsonNode result;

    @BeforeEach
    void write() throws IOException {
        Path file = folder.resolve("result.json");
        ResultFile.write(SampleResults.valid(folder), file);
        result = JSON.readTree(file.toFile());
    }

    /** Worked out by hand: half of the samples at one value, half at twice that; ms, but microseconds for the delay. */
    @Test
    void hasOmbsFiguresInOmbsUnits() throws IOException {
        JsonNode expected = JSON.readTree("""
            {
              "workload": "small",
              "driver": "none",
              "version": "3.9",
              "beginTime": "%s",
              "endTime": "%s",
              "messageSize": 100,
              "topics": 1,
              "partitions": 2,
              "keyDistributor": "NO_KEY",
              "producerRate": 1000,
              "producersPerTopic": 2,
              "consumersPerTopic": 2,
              "subscriptionsPerTopic": 1,
              "testDurationMinutes": 0.016666666666666666,
              "warmupDurationMinutes": 0.006666666666666667,
              "warmupProducerRate": 1000,
              "sampleRateMillis": 200,
              "sent": [98, 98],
              "consumed": [90, 90],
              "publishFailed": [2, 2],
              "consumeFailed": [1, 1],
              "publishRate": [98.0, 98.0],
              "consumeRate": [90.0, 90.0],
              "publishErrorRate": [2.0, 2.0],
              "backlog": [8, 16],
              "publishLatencyMin": [0.001, 0.001],
              "publishLatencyAvg": [0.0015, 0.0015],
              "publishLatency50pct": [0.001, 0.001],
              "publishLatency75pct": [0.002, 0.002],
              "publishLatencyMax": [0.002, 0.002],
              "endToEndLatencyMin": [8.0E-4, 8.0E-4],
              "endToEndLatencyAvg": [0.0012, 0.0012],
              "endToEndLatency9999pct": [0.0016, 0.0016],
              "scheduleLatencyMin": [2.0E-4, 2.0E-4],
              "scheduleLatencyMax": [4.0E-4, 4.0E-4],
              "publishDelayLatencyAvg": [0.75, 0.75],
              "publishDelayLatency50pct": [0.5, 0.5],
              "publishDelayLatencyMax": [1.0, 1.0],
              "aggregatedPublishLatencyAvg": 0.0015,
              "aggregatedPublishLatency999pct": 0.002,
              "aggregatedEndToEndLatency50pct": 8.0E-4,
              "aggregatedEndToEndLatencyMax": 0.0016,
              "aggregatedPublishDelayLatencyAvg": 0.75,
              "aggregatedPublishDelayLatency75pct": 1.0
            }
            """.formatted(SampleResults.localTime(0), SampleResults.localTime(90)));

        assertThat(((ObjectNode) result).deepCopy().retain(fieldNames(expected)).equals(expected))
                .as("%s, and not %s", result, expected)
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "publishLatency, Min Avg 50pct 75pct 95pct 99pct 999pct 9999pct Max, 2",
        "endToEndLatency, Min Avg 50pct 75pct 95pct 99pct 999pct 9999pct Max, 2",
        "scheduleLatency, Min 50pct 75pct 99pct Max, 2",
        "publishDelayLatency, Avg 50pct 75pct 95pct 99pct 999pct 9999pct Max, 2",
        "aggregatedPublishLatency, Avg 50pct 75pct 95pct 99pct 999pct 9999pct Max, 1",
        "aggregatedEndToEndLatency, Avg 50pct 75pct 95pct 99pct 999pct 9999pct Max, 1",
        "aggregatedPublishDelayLatency, Avg 50pct 75pct 95pct 99pct 999pct 9999pct Max, 1"
    })
    void hasEveryFigureOfALatency(String latency, String figures, int count) {
        for (String figure : figures.split(" ", -1)) {
            JsonNode field = result.path(latency + figure);
            Iterable<JsonNode> values = count == 1 ? List.of(field) : field;
            assertThat(values).as(figure).hasSize(count).allMatch(JsonNode::isDouble);
        }
    }

    @Test
    void hasQuantilesOfTheWholeTest() {
        for (String latency : List.of("Publish", "EndToEnd", "PublishDelay", "Schedule")) {
            JsonNode quantiles = result.path("aggregated" + latency + "LatencyQuantiles");
            assertThat(fieldNames(quantiles))
                    .contains("0.0", "50.0", "99.9", "100.0")
                    .allSatisfy(percentile -> {
                        assertThat(Double.parseDouble(percentile)).isBetween(0.0, 100.0);
                        assertThat(quantiles.path(percentile).isDouble()).isTrue();
                    });
        }
        assertThat(number(result, "/aggregatedPublishLatencyQuantiles/100.0")).isEqualTo(0.002);
        assertThat(number(result, "/aggregatedPublishDelayLatencyQuantiles/100.0"))
                .isEqualTo(1.0);
    }

    /** The mean over a list with zeros would be a part of the rate. */
    @Test
    void theWaitAfterTheLastMessageIsNoRateOfZero() {
        var series = new OmbSeries();
        series.add(interval(new LatencySet(), new LatencySet()).lasting(0.5));
        series.add(interval(new LatencySet(), new LatencySet()).lasting(0));

        assertThat(fields(series).path("consumeRate")).hasSize(1);
    }

    /** A chart of zeros would show the best system of all. */
    @Test
    void whatWasNotMeasuredIsNoZero() {
        var series = new OmbSeries();
        series.add(interval(new LatencySet(), publishedIn(2_000)));
        series.add(interval(new LatencySet(), new LatencySet()));

        ObjectNode fields = fields(series);

        assertThat(fields.path("publishLatency99pct")).hasToString("[0.002,null]");
        assertThat(fields.at("/publishLatencyMin/1").isNull()).isTrue();
        assertThat(number(fields, "/aggregatedPublishLatencyMax")).isEqualTo(0.002);
        assertThat(fieldNames(fields))
                .contains("publishRate", "backlog")
                .noneMatch(name -> name.contains("ndToEnd") || name.contains("chedule"));
    }

    /** In OMB's at a rate that no client reaches. Its own scripts stop at a result without that. */
    @Test
    void withoutARateTheDelayIsTheTimeSinceTheLoadBegan() {
        var series = new OmbSeries();
        series.add(at(Phase.PREPARE, 0));
        series.add(at(Phase.WARM_UP, 5));
        series.add(at(Phase.MEASUREMENT, 15, Latency.SEND_CALL));
        series.add(at(Phase.MEASUREMENT, 25));

        ObjectNode fields = fields(series);

        assertThat(number(fields, "/publishDelayLatencyAvg/0")).isCloseTo(15e6, withinPercentage(1));
        assertThat(number(fields, "/publishDelayLatency99pct/0")).isCloseTo(19.9e6, withinPercentage(1));
        assertThat(fields.at("/publishDelayLatencyMax/1").isNull()).isTrue();
        assertThat(number(fields, "/aggregatedPublishDelayLatencyMax")).isCloseTo(20e6, withinPercentage(1));
        assertThat(number(fields, "/aggregatedPublishDelayLatencyQuantiles/50.0"))
                .isCloseTo(15e6, withinPercentage(2));
    }

    /** 10 s, in which there were samples of each of some latencies. */
    private static Interval at(Phase phase, int fromSeconds, Latency... latencies) {
        var set = new LatencySet();
        for (Latency latency : latencies) {
            set.of(latency).values().record(1_000, 700);
        }
        long from = fromSeconds * 1_000_000_000L;
        return new Interval(phase, from, from + 10_000_000_000L, 10, Counts.NONE, 0, new LatencySet(), set);
    }

    /** As in OMB, which does not know when a message was due. */
    @Test
    void messagesThatEndInTheMeasurementCountAlthoughDueInTheWarmUp() {
        var series = new OmbSeries();
        series.add(interval(publishedIn(2_000), publishedIn(1_000)));

        ObjectNode fields = fields(series);

        assertThat(number(fields, "/publishLatencyMin/0")).isEqualTo(0.001);
        assertThat(number(fields, "/publishLatencyMax/0")).isEqualTo(0.002);
        assertThat(number(fields, "/aggregatedPublishLatencyAvg")).isEqualTo(0.0015);
    }

    private static Interval interval(LatencySet ofWarmup, LatencySet ofMeasurement) {
        return new Interval(Phase.MEASUREMENT, 0, 1_000_000_000, 1, Counts.NONE, 0, ofWarmup, ofMeasurement);
    }

    private static LatencySet publishedIn(long nanos) {
        var latencies = new LatencySet();
        latencies.of(Latency.PUBLISH_SERVICE).values().record(nanos, 1);
        return latencies;
    }

    private static ObjectNode fields(OmbSeries series) {
        ObjectNode fields = DocumentReader.json().valueToTree(series.lists());
        return fields.setAll((ObjectNode) DocumentReader.json().valueToTree(series.totals()));
    }

    /** A script that cuts at a percentile, or drops the last point, has to find one just below it. */
    @Test
    void hasQuantilesAsDenseAsOmbs() {
        var latencies = new LatencySet();
        for (int i = 0; i < 1_000_000; i++) {
            // A tail that goes on: the exponential distribution, of mean 1 ms.
            latencies.of(Latency.PUBLISH_SERVICE).values().record(Math.round(-1e6 * Math.log(1 - i / 1e6)), 1);
        }
        var series = new OmbSeries();
        series.add(interval(new LatencySet(), latencies));

        JsonNode quantiles = JSON.valueToTree(series.totals().publish().quantiles());

        List<Double> levels =
                fieldNames(quantiles).stream().map(Double::valueOf).toList();
        assertThat(levels).isSorted().hasSizeGreaterThan(500);
        for (double cut : List.of(99.0, 99.9, 99.99)) {
            assertThat(levels).anyMatch(level -> level < cut && cut - level < (100 - cut) / 10);
        }
        assertThat(quantiles.path("50.0").doubleValue()).isBetween(0.69, 0.70);
    }

    private static double number(JsonNode fields, String pointer) {
        return fields.at(pointer).doubleValue();
    }

    private static List<String> fieldNames(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
