package dev.weir.result;

import dev.weir.brokermetrics.BrokerSamples;
import dev.weir.brokermetrics.DriveWrites;
import dev.weir.brokermetrics.EndpointLog;
import dev.weir.brokermetrics.SeriesLog;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What stands under {@code weir.brokerMetrics}. */
final class BrokerJson {
    /** No exporter is more exact, and it is what bounds the file. */
    private static final MathContext DIGITS = new MathContext(6);

    private static final Map<String, Double> QUANTILES = quantiles();

    private BrokerJson() {}

    static Map<String, @Nullable Object> of(BrokerResult result) {
        BrokerSamples samples = result.samples();
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("drives", result.drives().stream().map(BrokerJson::drive).toList());
        map.put("writeAmplification", amplification(result));
        if (samples.intervals() > 0) {
            map.put("begin", IsoTime.of(samples.beginNanos()));
        }
        List<Double> ends = new ArrayList<>();
        for (int i = 0; i < samples.intervals(); i++) {
            ends.add(Math.round((samples.endNanos(i) - samples.beginNanos()) / 1e6) / 1e3);
        }
        map.put("endSeconds", ends);
        List<Object> endpoints = new ArrayList<>();
        for (int i = 0; i < samples.endpoints().size(); i++) {
            endpoints.add(endpoint(samples, i));
        }
        map.put("endpoints", endpoints);
        return map;
    }

    private static Map<String, Object> drive(DriveWrites drive) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("host", drive.host());
        map.put("drive", drive.drive());
        map.put("writtenBytes", Math.round(drive.writtenBytes()));
        map.put("coveredSeconds", rounded(drive.coveredSeconds()));
        map.put("meanBytesPerSecond", rounded(drive.meanBytesPerSecond()));
        Map<String, Object> quantiles = new LinkedHashMap<>();
        QUANTILES.forEach((name, share) ->
                drive.quantileBytesPerSecond(share).ifPresent(rate -> quantiles.put(name, rounded(rate))));
        map.put("quantilesBytesPerSecond", quantiles);
        drive.maxBytesPerSecond().ifPresent(rate -> map.put("maxBytesPerSecond", rounded(rate)));
        return map;
    }

    private static Map<String, Object> amplification(BrokerResult result) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("drivesBytesPerSecond", rounded(result.drivesBytesPerSecond()));
        map.put("payloadBytesPerSecond", rounded(result.payloadBytesPerSecond()));
        result.writeAmplification().ifPresent(ratio -> map.put("ratio", rounded(ratio)));
        result.writeAmplificationPerReplica().ifPresent(ratio -> map.put("ratioPerReplica", rounded(ratio)));
        map.put("why", result.whyNoAmplification());
        return map;
    }

    private static Map<String, Object> endpoint(BrokerSamples samples, int index) {
        EndpointLog endpoint = samples.endpoints().get(index);
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("url", endpoint.endpoint().url().toString());
        map.put("host", endpoint.endpoint().host());
        map.put("scrapes", endpoint.scrapes());
        map.put("failedScrapes", endpoint.failedScrapes());
        map.put("trouble", endpoint.trouble());
        map.put("leftOutSeries", endpoint.leftOutSeries());
        map.put(
                "series",
                endpoint.series().stream()
                        .map(series -> series(samples, index, series))
                        .toList());
        return map;
    }

    private static Map<String, Object> series(BrokerSamples samples, int endpoint, SeriesLog series) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < samples.intervals(); i++) {
            double value = samples.value(endpoint, series, i);
            values.add(Double.isFinite(value) ? rounded(value) : null);
        }
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", series.name().name());
        map.put("labels", series.name().labels());
        map.put("perSecond", series.isCounter());
        map.put("values", values);
        return map;
    }

    private static Number rounded(double value) {
        return ResultJson.number(BigDecimal.valueOf(value).round(DIGITS).doubleValue());
    }

    private static Map<String, Double> quantiles() {
        Map<String, Double> quantiles = new LinkedHashMap<>();
        quantiles.put("p50", 0.5);
        quantiles.put("p90", 0.9);
        quantiles.put("p99", 0.99);
        return quantiles;
    }
}
