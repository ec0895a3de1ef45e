package dev.weir.driver.kafka.wire;

import java.util.Map;
import java.util.TreeMap;

/** How much a consumer gets with each request, by the names of Kafka's own client. Any thread. */
final class FetchCounters {
    private long responses;
    private long nanos;
    private long bytes;
    private long messages;

    /** A request was answered. */
    synchronized void response(long took, int size) {
        responses++;
        nanos += took;
        bytes += size;
    }

    /** Messages were handed over. */
    synchronized void messages(int count) {
        messages += count;
    }

    /** From first to last. */
    synchronized Map<String, Double> metrics() {
        var metrics = new TreeMap<String, Double>();
        if (responses > 0) {
            double count = responses;
            metrics.put("fetch-total", count);
            metrics.put("fetch-latency-avg", nanos / count / 1e6);
            metrics.put("fetch-size-avg", bytes / count);
            metrics.put("records-per-request-avg", messages / count);
        }
        return metrics;
    }
}
