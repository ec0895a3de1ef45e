package dev.weir.feature.brokermetrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.feature.brokermetrics.PrometheusText.PrometheusSample;
import dev.weir.feature.brokermetrics.PrometheusText.ScrapeException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of answers, and kept of those of real exporters. */
class PrometheusAnswersTest {
    private static final URI URL = URI.create("http://broker-1:9100/metrics");

    @ParameterizedTest
    @ValueSource(strings = {"node_exporter", "redpanda", "redpanda-23.1", "jmx_exporter"})
    void keepsTheSeriesOfThisList(String exporter) throws IOException {
        Map<String, Double> expected = text(exporter + ".kept")
                .lines()
                .filter(line -> !line.startsWith("#"))
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.lastIndexOf(' ')),
                        line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1))));

        assertThat(kept(MetricsEndpoint.of(URL), exporter)).isEqualTo(expected);
    }

    @Test
    void keepsTheDrivesThatAreNamed() throws IOException {
        var endpoint = new MetricsEndpoint(URL, "broker-1", List.of(), List.of("md0", "sd*"));

        assertThat(kept(endpoint, "node_exporter").keySet())
                .filteredOn(name -> name.contains("disk"))
                .containsExactly(
                        "node_disk_written_bytes_total{device=md0}",
                        "node_disk_written_bytes_total{device=sda1}",
                        "node_disk_written_bytes_total{device=sda}");
    }

    @Test
    void keepsNamedSeriesWithAllTheirLabels() throws IOException {
        var endpoint = new MetricsEndpoint(
                URL, "broker-1", List.of("redpanda_kafka_request_latency_seconds_bucket", "redpanda_app*"), List.of());

        assertThat(kept(endpoint, "redpanda"))
                .containsEntry(
                        "redpanda_kafka_request_latency_seconds_bucket{le=+Inf, redpanda_request=produce}", 100.0)
                .containsKey("redpanda_application_build{redpanda_revision=0000000, redpanda_version=v24.2.4}")
                .hasSize(10);
    }

    @Test
    void recognizesACounterByItsNameIfItsTypeIsWrong() throws IOException {
        for (String exporter : List.of("redpanda", "jmx_exporter")) {
            new SeriesChoice(MetricsEndpoint.of(URL))
                    .read(text(exporter))
                    .forEach((name, kept) -> assertThat(kept.isCounter())
                            .as(name.name())
                            .isEqualTo(name.name().matches(".*_(?i:total|sum|count)")));
        }
    }

    /** The example of the format's own page, which was made to be hard to read. */
    @Test
    void readsTheExampleOfTheFormat() throws IOException {
        List<PrometheusSample> samples = read(text("format"));

        assertThat(samples).hasSize(12);
        assertThat(samples.get(0))
                .isEqualTo(new PrometheusSample(
                        "http_requests_total", Map.of("method", "post", "code", "200"), 1027, true));
        assertThat(samples.get(2))
                .isEqualTo(new PrometheusSample(
                        "msdos_file_access_time_seconds",
                        Map.of("path", "C:\\DIR\\FILE.TXT", "error", "Cannot find file:\n\"FILE.TXT\""),
                        1.458255915e9,
                        false));
        assertThat(samples.get(4).value()).isInfinite();
        assertThat(samples.subList(5, 12))
                .extracting(PrometheusSample::isCounter)
                .containsExactly(true, true, true, true, false, true, true);
    }

    @ParameterizedTest
    @CsvSource({
        "1,1",
        "-1.5e-3,-0.0015",
        "NaN,NaN",
        "nan,NaN",
        "+Inf,Infinity",
        "-inf,-Infinity",
        "1.,1",
        ".5,0.5",
        "0x1p4,16",
    })
    void readsValuesAsGoWritesThem(String text, double value) {
        assertThat(read("a " + text + "\n").get(0).value()).isEqualTo(Double.valueOf(value));
    }

    @Test
    void acceptsBlanksWhereTheFormatAllowsThem() {
        assertThat(read("\n \t\n#\n#TYPE\n  a:b \t{ c = \"}, d=\\\"\" , _e=\"\", }\t1 \t\n"))
                .containsExactly(new PrometheusSample("a:b", Map.of("c", "}, d=\"", "_e", ""), 1, false));
        assertThat(read("a{} 1\n").get(0).labels()).isEmpty();
        assertThat(read("a{p=\"C:\\temp\"} 1\n").get(0).labels()).containsEntry("p", "C:\\temp");
        assertThat(read("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<html><body>404</body></html>\n",
                "a\n",
                "a 1",
                "a 1 2 3\n",
                "a 1 now\n",
                "a one\n",
                "a 1d\n",
                "a 0x\n",
                "a{b=\"c\" d=\"e\"} 1\n",
                "a{b=\"c\n\"} 1\n",
                "a{b=c} 1\n",
                "a{b} 1\n",
                "a{b=\"c\\",
                "a{b=\"c\\\n",
                "a{b=\"c\"\n",
                "a{1b=\"c\"} 1\n",
                "a{b:c=\"c\"} 1\n",
                "1a 1\n",
                "{\"json\": true}\n",
                "good 1\nbad\ngood 2\n",
                "\u0000\n",
            })
    void rejectsAnAnswerWithOneWrongLine(String answer) {
        assertThatThrownBy(() -> read(answer))
                .isInstanceOf(ScrapeException.class)
                .hasMessageStartingWith("its answer ");
    }

    @Test
    void reportsWhichLineIsWrong() {
        assertThatThrownBy(() -> read("a 1\n\n# b\nc{d=\"e\"} f\n"))
                .hasMessage("its answer is not in Prometheus' text format: line 4: a value must be a number");
    }

    private static List<PrometheusSample> read(String text) {
        return PrometheusText.read(text, name -> true);
    }

    private static Map<String, Double> kept(MetricsEndpoint endpoint, String exporter) throws IOException {
        Map<String, Double> values = new TreeMap<>();
        new SeriesChoice(endpoint)
                .read(text(exporter))
                .forEach((name, kept) -> values.put(name.name() + name.labels(), kept.value()));
        return values;
    }

    private static String text(String exporter) throws IOException {
        try (InputStream in = PrometheusAnswersTest.class.getResourceAsStream(exporter + ".txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
