package dev.weir.measure;

/**
 * Records one latency that one thread takes, samples of the warm-up apart from those of the measurement. One writer, one
 * reader, as {@link LatencyRecorder}.
 */
public final class PhasedRecorder implements LatencySource {
    private final Latency latency;
    private final LatencyRecorder warmup = new LatencyRecorder();
    private final LatencyRecorder measured = new LatencyRecorder();

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

    @Override
    public void drainInto(LatencySet ofWarmup, LatencySet ofMeasurement) {
        warmup.drainInto(ofWarmup.of(latency));
        measured.drainInto(ofMeasurement.of(latency));
    }

    @Override
    public void addAllMeasuredTo(LatencySet target) {
        measured.addTotalTo(target.of(latency));
    }
}
