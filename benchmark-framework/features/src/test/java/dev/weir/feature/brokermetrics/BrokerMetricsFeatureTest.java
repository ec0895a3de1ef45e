package dev.weir.feature.brokermetrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.feature.PartPages;
import dev.weir.report.PartView.Row;
import dev.weir.report.html.HtmlReport;
import dev.weir.report.html.chart.View;
import dev.weir.result.SampleResults;
import dev.weir.result.Snapshots;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.RunDetails;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.PhaseSpan;
import dev.weir.result.interval.Throughput;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the metrics of brokers are shown. */
class BrokerMetricsFeatureTest {
    @TempDir
    Path folder;

    private ObjectNode file;
    private ObjectNode metrics;

    @BeforeEach
    void samplesThreeSeconds() throws IOException {
        file = (ObjectNode) DocumentReader.json().readTree(SampleResults.FILE.toFile());
        metrics = ((ObjectNode) file.path("weir")).putObject("brokerMetrics").put("begin", "2026-11-20T21:18:19.000Z");
        metrics.putArray("endSeconds").add(1).add(2).add(3);
    }

    /** 29,400 bytes on a drive for 19,600 of payload. */
    @Test
    void printsWhatTheDrivesWrote() throws IOException {
        BrokerMetrics sampled = BrokerFigures.of(
                SampleBrokers.of(Snapshots.START, 2, 14_700, "broker-1"),
                List.of(PhaseSpan.of(Phase.MEASUREMENT, Snapshots.START, Snapshots.START + 2 * Snapshots.SECOND)),
                Throughput.of(SampleResults.valid(folder).intervals()),
                OptionalInt.of(1),
                OptionalInt.of(1));

        assertThat(new BrokerMetricsFeature().rows(RunDetails.NONE.with(Map.of("brokerMetrics", sampled))))
                .containsExactly(new Row(
                        "brokers",
                        "0.01 MiB/s written to 1 drive, write amplification 1.50; busiest: nvme1n1 of broker-1, mean"
                                + " 0.01 MiB/s, at most 0.01 MiB/s"));
        PartPages.assertDescribed(Map.of("brokerMetrics", sampled), "writeAmplification");
    }

    @Test
    void showsAndDrawsDrives() throws IOException {
        ObjectNode endpoint = metrics.putArray("endpoints").addObject().put("host", "b1");
        ObjectNode series = endpoint.putArray("series").addObject().put("name", "node_disk_written_bytes_total");
        series.putObject("labels").put("device", "nvme0n1");
        series.putArray("values").add(1048576).addNull().add(2097152);
        metrics.putArray("drives")
                .addObject()
                .put("host", "b1")
                .put("drive", "nvme0n1")
                .put("meanBytesPerSecond", 1.5 * 1048576);
        metrics.putObject("writeAmplification").put("ratio", 3.25).put("why", "");
        HtmlReport report = HtmlReport.of(List.of(result()), OptionalDouble.of(2000));

        String page = html(report);

        assertThat(page.replaceAll("<[^>]*>", " | ").replaceAll("[| ]+\\|[| ]*", " | "))
                .contains("b1 | nvme0n1 | 1.5 |", "ratio | 3.25");
        JsonNode drives = chart(page, "drives");
        assertThat(drives.at("/series/0/name").asText()).isEqualTo("b1 nvme0n1");
        assertThat(drives.at("/series/0/ys").toString()).isEqualTo("[1,null,2]");
        assertThat(drives.at("/series/1/ys").toString()).isEqualTo("[2000,2000,2000]");
        assertThat(report.views()).contains(View.DRIVES).doesNotContain(View.SWEEP);
    }

    @Test
    void drawsTheMeanTimeOfRequestsOfAllBrokersTogether() throws IOException {
        ArrayNode endpoints = metrics.putArray("endpoints");
        ArrayNode busy = endpoints.addObject().put("host", "b1").putArray("series");
        requestSeries(busy, "localtimems_sum").add(300).add(200).addNull();
        requestSeries(busy, "totaltimems_count").add(100).add(100).addNull();
        ArrayNode idle = endpoints.addObject().put("host", "b2").putArray("series");
        requestSeries(idle, "localtimems_sum").add(100).addNull().addNull();
        requestSeries(idle, "totaltimems_count").add(300).addNull().addNull();

        JsonNode chart = chart(html(HtmlReport.of(List.of(result()))), "broker-produce");

        assertThat(chart.at("/series/0/name").asText()).isEqualTo("reading or writing the log");
        assertThat(chart.at("/series/0/ys").toString()).isEqualTo("[1,2,null]");
        assertThat(chart.at("/series")).hasSize(1);
    }

    private static ArrayNode requestSeries(ArrayNode series, String name) {
        ObjectNode made = series.addObject().put("name", "kafka_network_requestmetrics_" + name);
        made.putObject("labels").put("request", "Produce");
        return made.putArray("values");
    }

    private StoredResult result() throws IOException {
        Path path = Files.writeString(folder.resolve("r.json"), file.toString());
        return StoredResult.read(path, new Problems()).orElseThrow();
    }

    private String html(HtmlReport report) {
        return report.html(Optional.empty(), folder.resolve("page.html"));
    }

    private static JsonNode chart(String page, String id) throws IOException {
        int begin = page.indexOf("id=\"data\">") + "id=\"data\">".length();
        for (JsonNode chart : DocumentReader.json().readTree(page.substring(begin, page.indexOf("</script>", begin)))) {
            if (chart.path("id").asText().equals(id)) {
                return chart;
            }
        }
        throw new AssertionError("no chart " + id);
    }
}
