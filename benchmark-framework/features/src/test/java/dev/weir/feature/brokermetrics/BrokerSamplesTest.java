package dev.weir.feature.brokermetrics;

import static dev.weir.feature.brokermetrics.FakeExporter.written;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.feature.brokermetrics.BrokerSamples.DriveWrites;
import dev.weir.host.observation.TimeRange;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BrokerSamplesTest {
    private static final long SECOND = 1_000_000_000;
    private static final long BEGIN = 1_700_000_000 * SECOND;
    private static final MetricsEndpoint HOST = MetricsEndpoint.of(URI.create("http://broker-1:9100/metrics"));

    private BrokerSamples samples = new BrokerSamples(List.of(HOST));
    private int scraped;

    @Test
    void convertsCountersToRatesAndKeepsGauges() {
        scrape(written(1000) + "node_memory_Dirty_bytes 5\n");
        scrape(written(3000) + "node_memory_Dirty_bytes 7\n");
        scrape(written(3000) + "node_memory_Dirty_bytes NaN\n");

        assertThat(values(0)).containsExactly(2000.0, 0.0);
        assertThat(values(1)).containsExactly(7.0, Double.NaN);
        assertThat(samples.endNanos(1)).isEqualTo(BEGIN + 2 * SECOND);
    }

    @Test
    void dividesByTheTimeThatReallyPassed() {
        scrape(written(0));
        samples.begin(BEGIN + SECOND);
        samples.answered(0, BEGIN + 2 * SECOND, written(1000));

        assertThat(values(0)).containsExactly(500.0);
    }

    /** Bytes that answers report, {@code none} if they report no drive; {@code ?}: an unusable answer; {@code -}: no answer. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            the rate over a reset is skipped | 1000 2000 100 300 | [1000.0, NaN, 200.0] | 1200.0 in 2.0 s, at [200.0, 1000.0]
            each interval of a gap has the mean rate over it | 1000 - ? 7000 7500 | [2000.0, 2000.0, 2000.0, 500.0] | 6500.0 in 4.0 s, at [500.0]
            a reset that fell into a gap is noticed | 1000 - 500 | [NaN, NaN] | 0.0 in 0.0 s, at []
            a series is unknown before its first report | none 1000 2000 | [NaN, 1000.0] | 1000.0 in 1.0 s, at [1000.0]
            """)
    void ratesAreKnownAsFarAsCountersAre(String rule, String answers, String rates, String written) {
        List<String> all = List.of(answers.split(" ", -1));
        for (String each : all) {
            switch (each) {
                case "none" -> scrape("");
                case "?" -> scrape("this is not it\n");
                case "-" -> {
                    samples.begin(BEGIN + scraped++ * SECOND);
                    samples.silent(0, "it was away");
                }
                default -> scrape(written(Long.parseLong(each)));
            }
        }

        assertThat(Arrays.toString(values(0))).isEqualTo(rates);
        DriveWrites drive = drive(0, all.size() - 1);
        assertThat(drive.writtenBytes() + " in " + drive.coveredSeconds() + " s, at " + drive.ratesPerSecond())
                .isEqualTo(written);
        BrokerMetrics.Endpoint log = samples.endpoints().get(0).result(List.of());
        assertThat(log.scrapes()).isEqualTo(all.size());
        assertThat(log.failedScrapes())
                .isEqualTo(all.stream().filter("-?"::contains).count());
        assertThat(log.trouble().contains("line 1")).isEqualTo(all.contains("?"));
    }

    @Test
    void countsOnlyTheOverlapWithARange() {
        for (long bytes : new long[] {0, 1000, 3000, 3000}) {
            scrape(written(bytes));
        }

        DriveWrites drive = drive(0.5, 2.5);

        assertThat(drive.writtenBytes()).isCloseTo(500 + 2000, Offset.offset(1e-6));
        assertThat(drive.coveredSeconds()).isEqualTo(2);
        assertThat(drive.ratesPerSecond()).containsExactly(2000.0);
        assertThat(drive.quantileBytesPerSecond(0.5)).isEmpty();
        assertThat(drive.maxBytesPerSecond()).hasValue(2000.0);
    }

    @Test
    void reportsAQuantileThatTenIntervalsExceed() {
        scrape(written(0));
        IntStream.rangeClosed(1, 20).forEach(i -> scrape(written(i * (i + 1) / 2)));

        DriveWrites drive = drive(0, 20);

        assertThat(drive.quantileBytesPerSecond(0.5)).hasValue(10.0);
        assertThat(drive.quantileBytesPerSecond(0.9)).isEmpty();
    }

    @Test
    void countsADriveOnceThatTwoEndpointsReport() {
        samples = new BrokerSamples(List.of(HOST, MetricsEndpoint.of(URI.create("http://broker-1:9101/metrics"))));
        for (int second = 0; second < 2; second++) {
            scrape(written(1000L * second));
            samples.answered(1, BEGIN + second * SECOND, written(1000L * second));
        }

        assertThat(DriveWrites.of(samples, new TimeRange(BEGIN, BEGIN + SECOND)))
                .extracting(DriveWrites::writtenBytes)
                .containsExactly(1000.0);
    }

    /** A day and a half, a scrape each 10 s, of 10 series. */
    @Test
    void staysBoundedAndLosesNoBytes() {
        int scrapes = 36 * 360;
        int most = 3_000;
        samples = new BrokerSamples(List.of(HOST), most);
        int stride = 1;
        for (int slot = 0; slot <= scrapes; slot += stride) {
            samples.begin(BEGIN + slot * SECOND);
            var text = new StringBuilder();
            for (int drive = 0; drive < 10; drive++) {
                text.append("node_disk_written_bytes_total{device=\"nvme" + drive + "n1\"} " + 10 * slot + "\n");
            }
            samples.answered(0, BEGIN + slot * SECOND, text.toString());
            stride = samples.bound();
            assertThat(samples.intervals() * 10).isLessThan(most);
        }

        long end = Math.round((samples.endNanos(samples.intervals() - 1) - BEGIN) / 1e9);
        assertThat(samples.intervals()).isGreaterThan(most / 12 / 2 - 2);
        assertThat(end).isGreaterThan(scrapes - 2L * stride);
        assertThat(values(9)).containsOnly(10.0);
        assertThat(drive(0, (double) end).writtenBytes()).isCloseTo(10.0 * end, Offset.offset(1.0));
    }

    @Test
    void keepsNoMoreThanSoManySeriesAndCountsTheRest() {
        samples = new BrokerSamples(List.of(new MetricsEndpoint(HOST.url(), "broker-1", List.of("mine*"), List.of())));
        var text = new StringBuilder();
        IntStream.range(0, 600).forEach(i -> text.append(String.format(Locale.ROOT, "mine{i=\"%d\"} 1%n", i)));

        scrape(text + written(1));
        scrape(text + written(1));

        EndpointLog log = samples.endpoints().get(0);
        assertThat(log.series()).hasSize(EndpointLog.MAX_SERIES);
        assertThat(log.series().iterator().next().name.name()).isEqualTo("node_disk_written_bytes_total");
        assertThat(log.result(List.of()).leftOutSeries()).isEqualTo(601 - EndpointLog.MAX_SERIES);
    }

    private void scrape(String answer) {
        samples.begin(BEGIN + scraped * SECOND);
        samples.answered(0, BEGIN + scraped * SECOND, answer);
        scraped++;
    }

    private double[] values(int series) {
        return samples.values(
                0, List.copyOf(samples.endpoints().get(0).series()).get(series));
    }

    private DriveWrites drive(double fromSeconds, double toSeconds) {
        var range = new TimeRange(BEGIN + (long) (fromSeconds * SECOND), BEGIN + (long) (toSeconds * SECOND));
        return DriveWrites.of(samples, range).get(0);
    }
}
