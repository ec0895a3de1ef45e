package dev.weir.feature.brokermetrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.feature.PartPages;
import dev.weir.report.PartView.Row;
import dev.weir.report.html.HtmlReport;
import dev.weir.report.html.SampleFiles;
import dev.weir.report.html.chart.View;
import dev.weir.result.SampleResults;
import dev.weir.result.Snapshots;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.RunDetails;
import dev.weir.result.interval.Phase;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.result.interval.Throughput;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures of brokers, and how they are shown. */
class BrokerMetricsFeatureTest {
    private static final List<PhaseSpan> PHASES = List.of(
            PhaseSpan.of(Phase.PREPARE, Snapshots.START - Snapshots.SECOND, Snapshots.START),
            PhaseSpan.of(Phase.MEASUREMENT, Snapshots.START, Snapshots.START + 4 * Snapshots.SECOND),
            PhaseSpan.of(Phase.SETTLE, Snapshots.START + 4 * Snapshots.SECOND, Snapshots.START + 5 * Snapshots.SECOND));

    @TempDir
    Path folder;

    /** 29,400 bytes on a drive for 19,600 of payload. */
    @Test
    void printsWhatTheDrivesWrote() throws IOException {
        BrokerMetrics sampled = BrokerFigures.of(
                samples(2, 14_700, List.of("broker-1")),
                List.of(PhaseSpan.of(Phase.MEASUREMENT, Snapshots.START, Snapshots.START + 2 * Snapshots.SECOND)),
                Throughput.of(SampleResults.valid(folder).intervals()),
                OptionalInt.of(1),
                OptionalInt.of(1));

        assertThat(new BrokerMetricsFeature().rows(RunDetails.NONE.with(Map.of("brokerMetrics", sampled))))
                .containsExactly(new Row(
                        "brokers",
                        "0.01 MiB/s written to 1 drive, write amplification 1.50; busiest: nvme1n1 of broker-1, mean"
                                + " 0.01 MiB/s, at most 0.01 MiB/s"));
        PartPages.assertDescribed(Map.of("brokerMetrics", sampled));
    }

    @Test
    void showsAndDrawsDrives() throws IOException {
        HtmlReport report = HtmlReport.of(
                List.of(SampleFiles.read(SampleFiles.write(file("""
                        "endpoints": [{"host": "b1", "series": [{"name": "node_disk_written_bytes_total",
                            "labels": {"device": "nvme0n1"}, "values": [1048576, null, 2097152]}]}],
                        "drives": [{"host": "b1", "drive": "nvme0n1", "meanBytesPerSecond": 1572864.0}],
                        "writeAmplification": {"ratio": 3.25, "why": ""}
                        """), folder.resolve("r.json")))),
                OptionalDouble.of(2000));

        String page = report.html(Optional.empty(), folder.resolve("page.html"));

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
        ObjectNode file = file("""
                "endpoints": [
                  {"host": "b1", "series": [
                    {"name": "SUM", "labels": {"request": "Produce"}, "values": [300, 200, null]},
                    {"name": "COUNT", "labels": {"request": "Produce"}, "values": [100, 100, null]}]},
                  {"host": "b2", "series": [
                    {"name": "SUM", "labels": {"request": "Produce"}, "values": [100, null, null]},
                    {"name": "COUNT", "labels": {"request": "Produce"}, "values": [300, null, null]}]}]
                """.replace("SUM", "kafka_network_requestmetrics_localtimems_sum")
                .replace("COUNT", "kafka_network_requestmetrics_totaltimems_count"));

        JsonNode chart = chart(PartPages.html(folder, file), "broker-produce");

        assertThat(chart.at("/series/0/name").asText()).isEqualTo("reading or writing the log");
        assertThat(chart.at("/series/0/ys").toString()).isEqualTo("[1,2,null]");
        assertThat(chart.at("/series")).hasSize(1);
    }

    /** The sample with metrics of three seconds. */
    private static ObjectNode file(String metrics) throws IOException {
        ObjectNode file = SampleFiles.fixture();
        SampleFiles.weir(file)
                .set(
                        "brokerMetrics",
                        DocumentReader.json()
                                .readTree("{\"begin\": \"2026-11-20T21:18:19.000Z\", \"endSeconds\": [1, 2, 3], "
                                        + metrics + "}"));
        return file;
    }

    private static JsonNode chart(String page, String id) throws IOException {
        int begin = page.indexOf("id=\"data\">") + "id=\"data\">".length();
        JsonNode charts = DocumentReader.json().readTree(page.substring(begin, page.indexOf("</script>", begin)));
        return charts.valueStream()
                .filter(chart -> chart.path("id").asText().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** The seconds of 4 in which hosts were sampled, replicas, brokers, and payload bytes per second, unless nothing was measured. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            writes of all drives | 4 | 3 | 3 | 1000 | a b c | {drivesBytesPerSecond=6000, payloadBytesPerSecond=1000, ratio=6, ratioPerReplica=2, why=}
            a broker's drives are missing | 4 | 3 | 3 | 1000 | a b | {drivesBytesPerSecond=4000, payloadBytesPerSecond=1000, why=drives of 2 hosts were reported, and the system has brokers on 3}
            too little of the measurement is known | 3 | 1 | - | 1000 | a | {drivesBytesPerSecond=2000, payloadBytesPerSecond=1000, why=of drive nvme1n1 of a only 3 of 4 s are known}
            no drives | 4 | 1 | - | 1000 | - | {payloadBytesPerSecond=1000, why=no endpoint reported a drive: name the node_exporter of each broker's host}
            no payload | 4 | 1 | - | 0 | a | {drivesBytesPerSecond=2000, payloadBytesPerSecond=0, why=no payload was acknowledged}
            no measurement | 4 | - | - | - | a | {payloadBytesPerSecond=0, why=nothing was measured}
            unknown replicas of topics that existed | 4 | - | - | 1000 | a | {drivesBytesPerSecond=2000, payloadBytesPerSecond=1000, ratio=2, why=}
            """)
    void relatesWritesToThePayload(
            String rule,
            int sampledSeconds,
            @Nullable Integer replicas,
            @Nullable Integer brokers,
            @Nullable Double payload,
            @Nullable String hosts,
            String expected) {
        BrokerMetrics metrics = BrokerFigures.of(
                samples(sampledSeconds, 2000, hosts == null ? List.of() : List.of(hosts.split(" ", -1))),
                payload == null ? PHASES.subList(0, 1) : PHASES,
                throughput(payload == null ? 1 : payload),
                replicas == null ? OptionalInt.empty() : OptionalInt.of(replicas),
                brokers == null ? OptionalInt.empty() : OptionalInt.of(brokers));

        assertThat(String.valueOf(
                        DocumentReader.fields(metrics.writeAmplification().orElseThrow())))
                .isEqualTo(expected);
    }

    @Test
    void aDriveThatWasSampledOnceHasNoMean() {
        assertThat(BrokerFigures.of(
                                samples(0, 2000, List.of("a")),
                                PHASES,
                                throughput(1000),
                                OptionalInt.of(1),
                                OptionalInt.empty())
                        .drives())
                .singleElement()
                .satisfies(drive -> assertThat(drive.meanBytesPerSecond()).isEmpty());
    }

    private static Throughput throughput(double bytesPerSecond) {
        return new Throughput(4, OptionalDouble.empty(), 1, 1, 0, 0, 1, bytesPerSecond / (1 << 20), 0);
    }

    /** One drive of each host, scraped once a second, which is written to at a steady rate. */
    private static BrokerSamples samples(int seconds, long bytesPerSecond, List<String> hosts) {
        var samples = new BrokerSamples(hosts.stream()
                .map(host -> MetricsEndpoint.of(URI.create("http://" + host + ":9100/metrics")))
                .toList());
        for (int second = 0; second <= seconds; second++) {
            long atNanos = Snapshots.START + second * Snapshots.SECOND;
            samples.begin(atNanos);
            for (int i = 0; i < hosts.size(); i++) {
                samples.answered(i, atNanos, FakeExporter.written(second * bytesPerSecond));
            }
        }
        return samples;
    }
}
