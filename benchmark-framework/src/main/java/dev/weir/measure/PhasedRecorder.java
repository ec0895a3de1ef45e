package dev.weir.measure;

/**
 * Records one latency that one thread takes, samples of the warm-up apart from those of the measurement. One writer, one
 * reader, as {@link LatencyRecorder}.
 */
public final class PhasedRecorder {
    private final Latency latency;
    private final LatencyRecorder warmup = new LatencyRecorder();
    private final LatencyRecorder measured = new LatencyRecorder();

    /** For this latency. */
    public PhasedRecorder(Latency latency) {
        this.latency = latency;
    }

    /**
     * Records a sample. Always the same thread.
     *
     * @param isMeasured whether its message was due in the measurement, see {@link MeasurementWindow}
     */
    public void record(boolean isMeasured, long nanos) {
        (isMeasured ? measured : warmup).record(nanos);
    }

    /** Adds what was recorded since the last call. Always the same thread. */
    public void drainInto(LatencySet ofWarmup, LatencySet ofMeasurement) {
        warmup.drainInto(ofWarmup.of(latency));
        measured.drainInto(ofMeasurement.of(latency));
    }

    /** Adds all measured samples there ever were, and changes nothing for the next drain. Any thread. */
    public void addAllMeasuredTo(LatencySet target) {
        measured.addTotalTo(target.of(latency));
    }
}
