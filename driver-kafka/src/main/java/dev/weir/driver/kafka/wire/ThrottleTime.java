package dev.weir.driver.kafka.wire;

import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.metrics.MeasurableStat;
import org.apache.kafka.common.metrics.MetricConfig;

/**
 * The time for which brokers delay one client because of quotas. An answer with {@code throttle_time_ms} says that its
 * broker reads nothing from the client for that long; where several brokers do so at the same time, the time counts once.
 * The averages of Kafka's clients do not suffice: they are of the last minute. Any thread.
 */
public final class ThrottleTime implements MeasurableStat {
    private static final double NANOS_PER_MILLI = 1e6;

    private long nanos;
    private long untilNanos = System.nanoTime();
    private long answers;
    private double sumMillis;
    private double maxMillis;

    /** Adds an answer, most of which have a time of 0. */
    public synchronized void answered(double millis) {
        answers++;
        sumMillis += millis;
        maxMillis = Math.max(maxMillis, millis);
        long now = System.nanoTime();
        long until = now + (long) (millis * NANOS_PER_MILLI);
        if (until - Math.max(now, untilNanos) > 0) {
            nanos += until - Math.max(now, untilNanos);
            untilNanos = until;
        }
    }

    /** Returns the time from the begin of the client until now. */
    public synchronized long nanos() {
        return nanos - Math.max(0, untilNanos - System.nanoTime());
    }

    /**
     * Returns the mean and the longest time of an answer in milliseconds, by the names of Kafka's own client; empty if no
     * broker has delayed the client.
     *
     * @param kind {@code produce} or {@code fetch}
     */
    public synchronized Map<String, Double> metrics(String kind) {
        Map<String, Double> metrics = new TreeMap<>();
        if (maxMillis > 0) {
            metrics.put(kind + "-throttle-time-avg", sumMillis / answers);
            metrics.put(kind + "-throttle-time-max", maxMillis);
        }
        return metrics;
    }

    @Override
    public void record(MetricConfig config, double value, long timeMs) {
        answered(value);
    }

    @Override
    public double measure(MetricConfig config, long now) {
        return nanos() / NANOS_PER_MILLI;
    }
}
