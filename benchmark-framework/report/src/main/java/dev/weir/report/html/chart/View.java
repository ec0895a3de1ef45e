package dev.weir.report.html.chart;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Charts that can be requested by name. */
public enum View {
    THROUGHPUT("achieved and target rate over time"),
    LATENCY("publish and end-to-end latencies over time"),
    QUANTILES("latency by percentile, response beside service time"),
    BACKLOG("outstanding messages over time: how a backlog is built and drained"),
    BROKERS("on what brokers spend the time of requests, and their garbage collection, over time"),
    DRIVES("write throughput of the brokers' drives over time"),
    RATE_LATENCY("latency by achieved rate, run by run or of a search"),
    TARGET("achieved by target rate, run by run"),
    SWEEP("throughput and latency by what the runs differ in: producers, message size, keys and so on");

    private final String meaning;

    View(String meaning) {
        this.meaning = meaning;
    }

    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String meaning() {
        return meaning;
    }

    public static Optional<View> of(String key) {
        return Stream.of(values()).filter(view -> view.key().equals(key)).findFirst();
    }
}
