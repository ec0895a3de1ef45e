package dev.weir.feature.brokermetrics;

import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.feature.brokermetrics.PrometheusText.ScrapeException;
import dev.weir.feature.brokermetrics.SeriesChoice.SeriesName;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
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

    public MetricsEndpoint endpoint() {
        return endpoint;
    }

    /** Returns the kept series, in the order in which they were first reported. */
    public Collection<KeptSeries> series() {
        return series.values();
    }

    public int scrapes() {
        return scrapes;
    }

    public int failedScrapes() {
        return failed;
    }

    public int leftOutSeries() {
        return left;
    }

    /** Returns why the last failed scrape failed; empty if none did. */
    public String trouble() {
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
            lacksLeaders |= RedpandaMetric.UNAVAILABLE.names().contains(name.name()) && value.value() > 0;
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
}
