package dev.weir.result;

import dev.weir.brokermetrics.BrokerSamples;
import dev.weir.brokermetrics.DriveWrites;
import dev.weir.brokermetrics.EndpointLog;
import dev.weir.brokermetrics.SeriesLog;
import dev.weir.result.document.BrokerMetrics;
import dev.weir.result.document.Moment;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What a result has of the system's hosts. */
final class BrokerJson {
    /** No exporter is more exact, and it is what bounds the file. */
    private static final MathContext DIGITS = new MathContext(6);

    private BrokerJson() {}

    static BrokerMetrics of(BrokerResult result) {
        BrokerSamples samples = result.samples();
        int intervals = samples.intervals();
        return new BrokerMetrics(
                result.drives().stream().map(BrokerJson::drive).toList(),
                Optional.of(amplification(result)),
                intervals > 0 ? Optional.of(new Moment(samples.beginNanos())) : Optional.empty(),
                IntStream.range(0, intervals)
                        .mapToObj(i -> Math.round((samples.endNanos(i) - samples.beginNanos()) / 1e6) / 1e3)
                        .toList(),
                IntStream.range(0, samples.endpoints().size())
                        .mapToObj(i -> endpoint(samples, i))
                        .toList());
    }

    private static BrokerMetrics.Drive drive(DriveWrites drive) {
        Map<String, Number> quantiles = new LinkedHashMap<>();
        putQuantile("p50", 0.5, drive, quantiles);
        putQuantile("p90", 0.9, drive, quantiles);
        putQuantile("p99", 0.99, drive, quantiles);
        return new BrokerMetrics.Drive(
                drive.host(),
                drive.drive(),
                Math.round(drive.writtenBytes()),
                Optional.of(rounded(drive.coveredSeconds())),
                Optional.of(rounded(drive.meanBytesPerSecond())),
                quantiles,
                rounded(drive.maxBytesPerSecond()));
    }

    private static void putQuantile(String name, double share, DriveWrites drive, Map<String, Number> quantiles) {
        drive.quantileBytesPerSecond(share).ifPresent(rate -> quantiles.put(name, rounded(rate)));
    }

    private static BrokerMetrics.WriteAmplification amplification(BrokerResult result) {
        return new BrokerMetrics.WriteAmplification(
                Optional.of(rounded(result.drivesBytesPerSecond())),
                Optional.of(rounded(result.payloadBytesPerSecond())),
                rounded(result.writeAmplification()),
                rounded(result.writeAmplificationPerReplica()),
                result.whyNoAmplification());
    }

    private static BrokerMetrics.Endpoint endpoint(BrokerSamples samples, int index) {
        EndpointLog endpoint = samples.endpoints().get(index);
        return new BrokerMetrics.Endpoint(
                endpoint.endpoint().url().toString(),
                endpoint.endpoint().host(),
                endpoint.scrapes(),
                endpoint.failedScrapes(),
                endpoint.trouble(),
                endpoint.leftOutSeries(),
                endpoint.series().stream()
                        .map(series -> series(samples, index, series))
                        .toList());
    }

    private static BrokerMetrics.Series series(BrokerSamples samples, int endpoint, SeriesLog series) {
        List<@Nullable Number> values = new ArrayList<>();
        for (int i = 0; i < samples.intervals(); i++) {
            double value = samples.value(endpoint, series, i);
            values.add(Double.isFinite(value) ? rounded(value) : null);
        }
        return new BrokerMetrics.Series(series.name().name(), series.name().labels(), series.isCounter(), values);
    }

    private static Optional<Number> rounded(OptionalDouble value) {
        return value.isPresent() ? Optional.of(rounded(value.getAsDouble())) : Optional.empty();
    }

    private static Number rounded(double value) {
        return ResultJson.number(BigDecimal.valueOf(value).round(DIGITS).doubleValue());
    }
}
