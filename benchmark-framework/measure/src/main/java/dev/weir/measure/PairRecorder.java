package dev.weir.measure;

/**
 * Records the two latencies that one thread takes of each message, those of the warm-up apart from those of the
 * measurement. One writer, one reader, as {@link LatencyRecorder}.
 */
public final class PairRecorder implements LatencySource {
    private final Latency first;
    private final Latency second;
    private final boolean takesFirst;
    private final LatencyRecorder warmupFirst;
    private final LatencyRecorder warmupSecond;
    private final LatencyRecorder measuredFirst;
    private final LatencyRecorder measuredSecond;

    /**
     * Creates a recorder of two latencies, for one recording thread.
     *
     * @param first one that starts when the message was due
     * @param scheduled whether messages are due at a time; if not, there is no first latency
     */
    public PairRecorder(Latency first, Latency second, boolean scheduled) {
        this(first, second, scheduled, false);
    }

    /**
     * Creates a recorder of two latencies.
     *
     * @param shared whether any thread may record
     */
    public PairRecorder(Latency first, Latency second, boolean scheduled, boolean shared) {
        this.first = first;
        this.second = second;
        this.takesFirst = scheduled;
        this.warmupFirst = new LatencyRecorder(shared);
        this.warmupSecond = new LatencyRecorder(shared);
        this.measuredFirst = new LatencyRecorder(shared);
        this.measuredSecond = new LatencyRecorder(shared);
    }

    /**
     * Records both latencies of a message. Always the same thread, unless it is shared.
     *
     * @param measured whether the message was due in the measurement, see {@link MeasurementWindow}
     */
    public void record(boolean measured, long firstNanos, long secondNanos) {
        if (measured) {
            measuredSecond.record(secondNanos);
            if (takesFirst) {
                measuredFirst.record(firstNanos);
            }
        } else {
            warmupSecond.record(secondNanos);
            if (takesFirst) {
                warmupFirst.record(firstNanos);
            }
        }
    }

    @Override
    public void drainInto(LatencySet warmup, LatencySet measured) {
        warmupFirst.drainInto(warmup.of(first));
        warmupSecond.drainInto(warmup.of(second));
        measuredFirst.drainInto(measured.of(first));
        measuredSecond.drainInto(measured.of(second));
    }

    @Override
    public void addAllMeasuredTo(LatencySet target) {
        measuredFirst.addTotalTo(target.of(first));
        measuredSecond.addTotalTo(target.of(second));
    }
}
