package dev.weir.driver.kafka.wire;

import java.util.Map;
import java.util.TreeMap;

/** How a producer puts messages together, by the names of Kafka's own client. Any thread. */
final class SendCounters {
    private long requests;
    private long requestNanos;
    private long batches;
    private long messages;
    private long bytes;
    private long queueNanos;

    /** One request of some batches was answered. */
    synchronized void request(long nanos, int count) {
        requestNanos += nanos;
        batches += count;
        requests++;
    }

    /** A batch was acknowledged that had waited so long to be sent. */
    synchronized void batch(int count, int size, long waitedNanos) {
        messages += count;
        bytes += size;
        queueNanos += waitedNanos;
    }

    /** From first to last. */
    synchronized Map<String, Double> metrics() {
        var metrics = new TreeMap<String, Double>();
        double count = requests;
        if (count > 0 && batches > 0) {
            metrics.put("request-total", count);
            metrics.put("request-latency-avg", requestNanos / count / 1e6);
            metrics.put("batch-size-avg", (double) bytes / batches);
            metrics.put("record-queue-time-avg", queueNanos / 1e6 / batches);
            metrics.put("records-per-request-avg", messages / count);
        }
        return metrics;
    }
}
