package dev.weir.feature.brokermetrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.MetricsEndpoint;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On answers as real exporters give them. */
class SeriesChoiceTest {
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

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RECOVERING")
    void aMetricHasTheNamesOfThePage(RedpandaMetric metric) throws IOException {
        Set<String> onPage = text("redpanda-23.1")
                .lines()
                .filter(line -> line.startsWith("# TYPE "))
                .map(line -> line.split(" ", -1)[2])
                .collect(Collectors.toSet());

        assertThat(metric.names()).anyMatch(onPage::contains);
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

    private static Map<String, Double> kept(MetricsEndpoint endpoint, String exporter) throws IOException {
        Map<String, Double> values = new TreeMap<>();
        new SeriesChoice(endpoint)
                .read(text(exporter))
                .forEach((name, kept) -> values.put(name.name() + name.labels(), kept.value()));
        return values;
    }

    private static String text(String exporter) throws IOException {
        try (InputStream in = SeriesChoiceTest.class.getResourceAsStream(exporter + ".txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
