package dev.weir.result.run;

import java.util.Arrays;

/**
 * What Redpanda's transaction benchmarks print of their samples, exact: percentile q of n sorted samples is that at {@code
 * (int) (n * q)}. Nanoseconds.
 *
 * @param count samples
 * @param totalNanos sum of those of one client; of several, of the one for which it is largest
 * @param minNanos smallest
 * @param p50Nanos median, as defined above
 * @param p99Nanos likewise
 * @param maxNanos largest
 */
public record TransactionFigures(
        long count, long totalNanos, long minNanos, long p50Nanos, long p99Nanos, long maxNanos) {

    /**
     * Of all samples.
     *
     * @param samples at least one, in any order; sorted afterwards
     * @param totalNanos as above
     */
    public static TransactionFigures of(long[] samples, long totalNanos) {
        Arrays.sort(samples);
        int n = samples.length;
        return new TransactionFigures(
                n, totalNanos, samples[0], samples[(int) (n * 0.5)], samples[(int) (n * 0.99)], samples[n - 1]);
    }
}
