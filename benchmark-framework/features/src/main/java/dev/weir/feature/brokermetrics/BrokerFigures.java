package dev.weir.feature.brokermetrics;

import dev.weir.feature.brokermetrics.BrokerSamples.DriveWrites;
import dev.weir.feature.brokermetrics.EndpointLog.KeptSeries;
import dev.weir.host.observation.TimeRange;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.result.interval.Throughput;
import dev.weir.result.value.Moment;
import dev.weir.workload.text.NumberText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Computes the figures of the system's hosts from samples of their metrics. */
final class BrokerFigures {
    private static final double MEBIBYTE = 1 << 20;

    /** Share of the measurement for which each drive must have been observed. */
    private static final double ENOUGH = 0.9;

    private static final MathContext DIGITS = new MathContext(6);

    private BrokerFigures() {}

    /**
     * Returns what the samples show.
     *
     * @param replicas replicas of each partition; empty if unknown
     * @param hosts hosts with brokers of the system; empty if unknown
     */
    static BrokerMetrics of(
            BrokerSamples samples,
            List<PhaseSpan> phases,
            Throughput throughput,
            OptionalInt replicas,
            OptionalInt hosts) {
        Optional<TimeRange> measured = PhaseSpan.measured(phases);
        List<DriveWrites> drives =
                measured.map(stretch -> DriveWrites.of(samples, stretch)).orElse(List.of());
        List<Double> means = drives.stream()
                .flatMap(each -> each.meanBytesPerSecond().stream())
                .toList();
        // If the rate of one drive is unknown, the rate of all drives together is unknown, too.
        Optional<Double> written = Optional.of(means)
                .filter(known -> !known.isEmpty() && known.size() == drives.size())
                .map(known -> known.stream().mapToDouble(each -> each).sum());
        double payload = measured.isPresent() ? throughput.achievedMebibytesPerSecond() * MEBIBYTE : 0;
        String missing = measured.map(stretch -> missing(drives, stretch, payload, hosts))
                .orElse("nothing was measured");
        int intervals = samples.intervals();
        return new BrokerMetrics(
                drives.stream().map(BrokerFigures::drive).toList(),
                Optional.of(amplification(written, payload, replicas, missing)),
                intervals > 0 ? Optional.of(new Moment(samples.beginNanos())) : Optional.empty(),
                IntStream.range(0, intervals)
                        .mapToObj(i -> Math.round((samples.endNanos(i) - samples.beginNanos()) / 1e6) / 1e3)
                        .toList(),
                IntStream.range(0, samples.endpoints().size())
                        .mapToObj(i -> endpoint(samples, i))
                        .toList());
    }

    private static String missing(List<DriveWrites> drives, TimeRange stretch, double payload, OptionalInt hosts) {
        long known = drives.stream().map(DriveWrites::host).distinct().count();
        if (drives.isEmpty()) {
            return "no endpoint reported a drive: name the node_exporter of each broker's host";
        }
        if (known < hosts.orElse(0)) {
            return "drives of " + known + " hosts were reported, and the system has brokers on " + hosts.getAsInt();
        }
        for (DriveWrites drive : drives) {
            if (drive.coveredSeconds() < ENOUGH * stretch.seconds()) {
                double covered = drive.coveredSeconds();
                return "of drive " + drive.drive() + " of " + drive.host()
                        + String.format(Locale.ROOT, " only %.0f of %.0f s are known", covered, stretch.seconds());
            }
        }
        return payload > 0 ? "" : "no payload was acknowledged";
    }

    private static BrokerMetrics.WriteAmplification amplification(
            Optional<Double> written, double payload, OptionalInt replicas, String missing) {
        Optional<Double> ratio = written.filter(any -> missing.isEmpty()).map(all -> all / payload);
        return new BrokerMetrics.WriteAmplification(
                written.map(BrokerFigures::rounded),
                Optional.of(rounded(payload)),
                ratio.map(BrokerFigures::rounded),
                replicas.isPresent() ? ratio.map(all -> rounded(all / replicas.getAsInt())) : Optional.empty(),
                missing);
    }

    private static BrokerMetrics.Drive drive(DriveWrites drive) {
        Map<String, Number> quantiles = new LinkedHashMap<>();
        for (int percentile : List.of(50, 90, 99)) {
            drive.quantileBytesPerSecond(percentile / 100.0)
                    .ifPresent(rate -> quantiles.put("p" + percentile, rounded(rate)));
        }
        return new BrokerMetrics.Drive(
                drive.host(),
                drive.drive(),
                Math.round(drive.writtenBytes()),
                Optional.of(rounded(drive.coveredSeconds())),
                drive.meanBytesPerSecond().map(BrokerFigures::rounded),
                quantiles,
                drive.maxBytesPerSecond().map(BrokerFigures::rounded));
    }

    private static BrokerMetrics.Endpoint endpoint(BrokerSamples samples, int index) {
        EndpointLog log = samples.endpoints().get(index);
        return log.result(log.series().stream()
                .map(series -> series(samples, index, series))
                .toList());
    }

    private static BrokerMetrics.MetricSeries series(BrokerSamples samples, int endpoint, KeptSeries series) {
        List<@Nullable Number> values = new ArrayList<>();
        for (double value : samples.values(endpoint, series)) {
            values.add(Double.isFinite(value) ? rounded(value) : null);
        }
        return new BrokerMetrics.MetricSeries(series.name.name(), series.name.labels(), series.isCounter, values);
    }

    private static Number rounded(double value) {
        return NumberText.written(BigDecimal.valueOf(value).round(DIGITS).doubleValue());
    }
}
