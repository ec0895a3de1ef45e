package dev.weir.measure;

/**
 * Records the two latencies that one thread takes of each message, those of the warm-up apart from those of the
 * measurement. One writer, one reader, as {@link LatencyRecorder}.
 */
public final class PairRecorder {
    private final Latency first;
    private final Latency second;
    private final LatencyRecorder warmupFirst = new LatencyRecorder();
    private final LatencyRecorder warmupSecond = new LatencyRecorder();
    private final LatencyRecorder measuredFirst = new LatencyRecorder();
    private final LatencyRecorder measuredSecond = new LatencyRecorder();

    /** For these two latencies. */
    public PairRecorder(Latency first, Latency second) {
        this.first = first;
        this.second = second;
    }

    /**
     * Records both latencies of a message. Always the same thread.
     *
     * @param measured whether the message was due in the measurement, see {@link MeasurementWindow}
     * @param firstNanos the first latency
     * @param secondNanos the second latency
     */
    public void record(boolean measured, long firstNanos, long secondNanos) {
        if (measured) {
            measuredFirst.record(firstNanos);
            measuredSecond.record(secondNanos);
        } else {
            warmupFirst.record(firstNanos);
            warmupSecond.record(secondNanos);
        }
    }

    /** Adds what was recorded since the last call. Always the same thread. */
    public void drainInto(LatencySet warmup, LatencySet measured) {
        warmupFirst.drainInto(warmup.of(first));
        warmupSecond.drainInto(warmup.of(second));
        measuredFirst.drainInto(measured.of(first));
        measuredSecond.drainInto(measured.of(second));
    }

    /** Adds all measured samples there ever were, and changes nothing for the next drain. Any thread. */
    public void addAllMeasuredTo(LatencySet target) {
        measuredFirst.addTotalTo(target.of(first));
        measuredSecond.addTotalTo(target.of(second));
    }
}
