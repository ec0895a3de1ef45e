package dev.weir.feature.brokermetrics;

import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.feature.brokermetrics.PrometheusText.ScrapeException;
import dev.weir.feature.brokermetrics.SeriesChoice.SeriesName;
import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Metrics of one endpoint during the load. Written by the sampler's thread, read after that has ended. */
final class EndpointLog {
    /** About ten times as many as a broker's host has by default. */
    static final int MAX_SERIES = 500;

    private final MetricsEndpoint endpoint;
    private final SeriesChoice choice;
    private final Map<SeriesName, KeptSeries> series = new LinkedHashMap<>();
    private int scrapes;
    private int failed;
    private int left;
    private String trouble = "";
    private boolean lacksLeaders;

    EndpointLog(MetricsEndpoint endpoint) {
        this.endpoint = endpoint;
        this.choice = new SeriesChoice(endpoint);
    }

    MetricsEndpoint endpoint() {
        return endpoint;
    }

    /** Returns the kept series, in the order in which they were first reported. */
    Collection<KeptSeries> series() {
        return series.values();
    }

    /** Returns the endpoint as in a result, with these values of its series. */
    BrokerMetrics.Endpoint result(List<BrokerMetrics.MetricSeries> values) {
        String url = endpoint.url().toString();
        return new BrokerMetrics.Endpoint(url, endpoint.host(), scrapes, failed, trouble, left, values);
    }

    /** Returns reasons about missing answers and series. */
    List<Reason> missing() {
        List<Reason> missing = new ArrayList<>();
        ReasonCode code = ReasonCode.BROKER_METRICS_MISSING;
        if (failed > 0) {
            String text = "%s gave no usable answer in %,d of %,d scrapes; the last time, %s";
            missing.add(Reason.of(code, text, endpoint, failed, scrapes, trouble));
        }
        if (left > 0) {
            String text = "%,d series of %s were left out, after the %,d that were kept: name fewer in series:";
            missing.add(Reason.of(code, text, left, endpoint, series.size()));
        }
        return missing;
    }

    /** Returns why the last failed scrape failed; empty if none did. */
    String trouble() {
        return trouble;
    }

    /** Returns whether the last usable answer reported partitions without a leader. */
    boolean lacksLeaders() {
        return lacksLeaders;
    }

    /**
     * Adds an answer.
     *
     * @param number number of its scrape
     * @return the values by {@link KeptSeries#place}, NaN where there is none; empty if the answer is unusable
     */
    double[] answered(int number, String answer) {
        Map<SeriesName, SeriesChoice.Kept> values;
        try {
            values = choice.read(answer);
        } catch (ScrapeException e) {
            silent(String.valueOf(e.getMessage()));
            return new double[0];
        }
        scrapes++;
        left = 0;
        lacksLeaders = false;
        values.forEach((name, value) -> {
            lacksLeaders |= name.name().equals(BrokerMetrics.UNAVAILABLE_PARTITIONS) && value.value() > 0;
            if (series.size() < MAX_SERIES) {
                series.computeIfAbsent(name, any -> new KeptSeries(name, value.isCounter(), series.size()));
            }
        });
        double[] row = new double[series.size()];
        Arrays.fill(row, Double.NaN);
        values.forEach((name, value) -> {
            KeptSeries log = series.get(name);
            if (log == null) {
                left++;
            } else {
                row[log.place] = log.noted(number, value.value());
            }
        });
        return row;
    }

    void silent(String why) {
        scrapes++;
        failed++;
        trouble = why;
    }

    /** A series that is kept, and where its counter began again. */
    static final class KeptSeries {
        final SeriesName name;
        /** Whether its values are rates per second; otherwise they are values at the end of each interval. */
        final boolean isCounter;
        /** Index of its values in the rows of {@link #answered}, from 0. */
        final int place;

        private final BitSet resets = new BitSet();
        private double newest = Double.NaN;

        private KeptSeries(SeriesName name, boolean isCounter, int place) {
            this.name = name;
            this.isCounter = isCounter;
            this.place = place;
        }

        /** Notes the value at a scrape; returns the value to keep: NaN for one that is not finite. */
        private double noted(int number, double value) {
            if (!Double.isFinite(value)) {
                return Double.NaN;
            }
            // If a counter begins at 0 again, it is unknown how much was counted between.
            resets.set(number, isCounter && value < newest);
            newest = value;
            return value;
        }

        boolean isReset(int afterNumber, int untilNumber) {
            int reset = resets.nextSetBit(afterNumber + 1);
            return reset >= 0 && reset <= untilNumber;
        }
    }
}
