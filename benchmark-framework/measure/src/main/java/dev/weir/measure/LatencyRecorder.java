package dev.weir.measure;

/**
 * Records one latency on one thread, for another thread to collect. Every sample is kept: a negative one, which two
 * hosts' clocks can give, goes by its magnitude into a histogram of its own.
 */
public final class LatencyRecorder {
    private final BucketCounts values;
    private final BucketCounts negativeMagnitudes;

    /** Creates a recorder for one recording thread. */
    public LatencyRecorder() {
        this(false);
    }

    /** @param shared whether any thread may record */
    public LatencyRecorder(boolean shared) {
        values = new BucketCounts(shared);
        negativeMagnitudes = new BucketCounts(shared);
    }

    /**
     * Records a duration in nanoseconds, of any sign. Always the same thread, unless it is shared; no allocation, no
     * lock, no clock.
     */
    public void record(long nanos) {
        if (nanos >= 0) {
            values.increment(nanos);
        } else {
            negativeMagnitudes.increment(nanos == Long.MIN_VALUE ? Long.MAX_VALUE : -nanos);
        }
    }

    /** Adds what was recorded since the last call. Always the same thread, which may be another than the recording one. */
    public void drainInto(LatencySamples target) {
        values.drainInto(target.values());
        negativeMagnitudes.drainInto(target.negativeMagnitudes());
    }

    /** Adds all that was ever recorded, and changes nothing for the next drain. Any thread. */
    public void addTotalTo(LatencySamples target) {
        values.addTotalTo(target.values());
        negativeMagnitudes.addTotalTo(target.negativeMagnitudes());
    }
}
