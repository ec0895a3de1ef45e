package dev.weir.host.observation;

/**
 * What a process had used when it was sampled.
 *
 * @param cpuNanos CPU time of all its threads, nanoseconds since it started; -1 if the platform does not tell
 * @param gcCount garbage collections since it started
 * @param gcMillis time spent in them, milliseconds since it started
 * @param heapUsedBytes heap in use, garbage included
 */
public record ProcessSample(long cpuNanos, long gcCount, long gcMillis, long heapUsedBytes) {}
