package dev.weir.brokermetrics;

import dev.weir.driver.config.MetricsEndpoint;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** What one endpoint told while the load ran. Filled by the sampler's thread, read when that has ended. */
public final class EndpointLog {
    /** Some ten times as many as a broker's host has by default. */
    static final int MOST_SERIES = 500;

    private final MetricsEndpoint endpoint;
    private final SeriesChoice choice;
    private final Map<SeriesName, SeriesLog> series = new LinkedHashMap<>();
    private int scrapes;
    private int failed;
    private int left;
    private String trouble = "";

    EndpointLog(MetricsEndpoint endpoint) {
        this.endpoint = endpoint;
        this.choice = new SeriesChoice(endpoint);
    }

    /** Which it is. */
    public MetricsEndpoint endpoint() {
        return endpoint;
    }

    /** What is kept of it, in the order in which it was first told. */
    public Collection<SeriesLog> series() {
        return series.values();
    }

    /** How often it was asked. */
    public int scrapes() {
        return scrapes;
    }

    /** How often it did not tell. */
    public int failedScrapes() {
        return failed;
    }

    /** How many of its series were too many to be kept. */
    public int leftOutSeries() {
        return left;
    }

    /** Why it did not tell when it last did not; empty if it always did. */
    public String trouble() {
        return trouble;
    }

    /** Takes an answer in. */
    void answered(int index, int number, String answer) {
        Map<SeriesName, SeriesChoice.Kept> told;
        try {
            told = choice.read(answer);
        } catch (ScrapeException e) {
            silent(String.valueOf(e.getMessage()));
            return;
        }
        scrapes++;
        left = 0;
        told.forEach((name, value) -> {
            SeriesLog log = series.get(name);
            if (log == null && series.size() < MOST_SERIES) {
                log = new SeriesLog(name, value.isCounter());
                series.put(name, log);
            }
            if (log == null) {
                left++;
            } else {
                log.add(index, number, value.value());
            }
        });
    }

    /** Notes that there was no answer, or none that can be used. */
    void silent(String why) {
        scrapes++;
        failed++;
        trouble = why;
    }

    void retain(BitSet places, int length) {
        series.values().forEach(log -> {
            log.padTo(length);
            log.retain(places);
        });
    }
}
