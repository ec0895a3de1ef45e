package dev.weir.feature.transactions;

import java.util.Arrays;

/**
 * Figures that Redpanda's transaction benchmarks print of their samples, exact: percentile q of n sorted samples is the
 * one at index {@code (int) (n * q)}. Nanoseconds.
 *
 * @param totalNanos largest sum of the samples of one client
 */
public record TransactionFigures(
        long count, long totalNanos, long minNanos, long p50Nanos, long p99Nanos, long maxNanos) {

    /** Computes the figures of all samples, at least one, and sorts them. */
    public static TransactionFigures of(long[] samples, long totalNanos) {
        Arrays.sort(samples);
        int n = samples.length;
        return new TransactionFigures(
                n, totalNanos, samples[0], samples[(int) (n * 0.5)], samples[(int) (n * 0.99)], samples[n - 1]);
    }
}
