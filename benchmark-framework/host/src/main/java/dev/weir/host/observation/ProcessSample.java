package dev.weir.host.observation;

/**
 * Resources that a process had used at one time.
 *
 * @param cpuNanos CPU time of all its threads since it started; -1 if the platform does not report it
 * @param gcCount garbage collections since it started
 * @param gcMillis time spent in them, milliseconds since it started
 * @param heapUsedBytes heap in use, including garbage
 */
public record ProcessSample(long cpuNanos, long gcCount, long gcMillis, long heapUsedBytes) {}
