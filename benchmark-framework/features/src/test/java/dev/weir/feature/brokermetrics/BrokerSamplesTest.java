package dev.weir.feature.brokermetrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.feature.brokermetrics.BrokerSamples.DriveWrites;
import dev.weir.host.observation.TimeRange;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

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

    @Test
    void skipsTheRateOverAReset() {
        for (long bytes : new long[] {1000, 2000, 100, 300}) {
            scrape(written(bytes));
        }

        assertThat(values(0)).containsExactly(1000.0, Double.NaN, 200.0);
        DriveWrites drive = drive(0, 3);
        assertThat(drive.writtenBytes()).isEqualTo(1200);
        assertThat(drive.coveredSeconds()).isEqualTo(2);
    }

    @Test
    void eachIntervalOfAGapHasTheMeanRateOverIt() {
        scrape(written(1000));
        gap();
        scrape("this is not it\n");
        scrape(written(7000));
        scrape(written(7500));

        assertThat(values(0)).containsExactly(2000.0, 2000.0, 2000.0, 500.0);
        DriveWrites drive = drive(0, 4);
        assertThat(drive.writtenBytes()).isEqualTo(6500);
        assertThat(drive.coveredSeconds()).isEqualTo(4);
        assertThat(drive.ratesPerSecond()).containsExactly(500.0);
        EndpointLog log = samples.endpoints().get(0);
        assertThat(log.scrapes()).isEqualTo(5);
        assertThat(log.failedScrapes()).isEqualTo(2);
        assertThat(log.trouble()).contains("line 1");
    }

    @Test
    void noticesAResetThatFellIntoAGap() {
        scrape(written(1000));
        gap();
        scrape(written(500));

        assertThat(values(0)).containsExactly(Double.NaN, Double.NaN);
        assertThat(drive(0, 2).coveredSeconds()).isZero();
    }

    @Test
    void aSeriesIsUnknownBeforeItsFirstReport() {
        scrape("");
        scrape(written(1000));
        scrape(written(2000));

        assertThat(values(0)).containsExactly(Double.NaN, 1000.0);
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
        assertThat(drive.maxBytesPerSecond()).hasValue(2000);
    }

    @Test
    void reportsAQuantileThatTenIntervalsExceed() {
        scrape(written(0));
        IntStream.rangeClosed(1, 20).forEach(i -> scrape(written(i * (i + 1) / 2)));

        DriveWrites drive = drive(0, 20);

        assertThat(drive.quantileBytesPerSecond(0.5)).hasValue(10);
        assertThat(drive.quantileBytesPerSecond(0.9)).isEmpty();
    }

    @Test
    void countsADriveOnceThatTwoEndpointsReport() {
        samples = new BrokerSamples(List.of(HOST, MetricsEndpoint.of(URI.create("http://broker-1:9101/metrics"))));
        for (long bytes : new long[] {0, 1000}) {
            samples.begin(BEGIN + scraped * SECOND);
            for (int endpoint = 0; endpoint < 2; endpoint++) {
                samples.answered(endpoint, BEGIN + scraped * SECOND, written(bytes));
            }
            scraped++;
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
        assertThat(log.leftOutSeries()).isEqualTo(601 - EndpointLog.MAX_SERIES);
    }

    private static String written(long bytes) {
        return "node_disk_written_bytes_total{device=\"nvme1n1\"} " + bytes + "\n";
    }

    private void scrape(String answer) {
        samples.begin(BEGIN + scraped * SECOND);
        samples.answered(0, BEGIN + scraped * SECOND, answer);
        scraped++;
    }

    private void gap() {
        samples.begin(BEGIN + scraped++ * SECOND);
        samples.silent(0, "it was away");
    }

    private double[] values(int series) {
        KeptSeries log = new ArrayList<>(samples.endpoints().get(0).series()).get(series);
        return samples.values(0, log);
    }

    private DriveWrites drive(double fromSeconds, double toSeconds) {
        double[] ends =
                DoubleStream.of(fromSeconds, toSeconds).map(s -> s * SECOND).toArray();
        return DriveWrites.of(samples, new TimeRange(BEGIN + (long) ends[0], BEGIN + (long) ends[1]))
                .get(0);
    }
}
