package dev.weir.measure;

/** Records latencies of one part of a client, samples of the warm-up apart from those of the measurement. */
public interface LatencySource {
    /** Adds what was recorded since the last call. Always the same thread. */
    void drainInto(LatencySet warmup, LatencySet measured);

    /** Adds all measured samples there ever were, and changes nothing for the next drain. Any thread. */
    void addAllMeasuredTo(LatencySet target);
}
