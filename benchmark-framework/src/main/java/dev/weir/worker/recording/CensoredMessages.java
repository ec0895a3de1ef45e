package dev.weir.worker.recording;

import dev.weir.clock.Clock;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.MeasurementWindow;
import dev.weir.pacing.Pacer;

/**
 * Keeps lower bounds of the latencies of one producer's messages that have no end: of those that were due and not sent,
 * and of those that failed. Any thread; nothing of it is called for a message that goes well.
 *
 * <p>A message that was not sent has no send call and no acknowledgement, one that failed no acknowledgement. What that
 * means end to end, only the coordinator can tell: a message that failed may have been delivered.
 */
public final class CensoredMessages implements Pacer.LeftOut {
    private final Clock clock;
    private final MeasurementWindow window;
    private final boolean scheduled;
    private final boolean acknowledges;
    private final boolean onlyMessages;
    private final LatencySet warmup = new LatencySet();
    private final LatencySet measured = new LatencySet();
    private final LatencySet allMeasured = new LatencySet();

    /**
     * None yet.
     *
     * @param scheduled whether messages are due at a time
     * @param acknowledges whether the driver reports acknowledgements; if not, there are no publish latencies
     * @param onlyMessages whether all that is due is a message, and nothing of it a read
     */
    public CensoredMessages(
            Clock clock, MeasurementWindow window, boolean scheduled, boolean acknowledges, boolean onlyMessages) {
        this.clock = clock;
        this.window = window;
        this.scheduled = scheduled;
        this.acknowledges = acknowledges;
        this.onlyMessages = onlyMessages;
    }

    @Override
    public long boundaryNanos() {
        return window.startNanos();
    }

    @Override
    public synchronized void leftOut(long messages, long lastIntendedNanos, long nowNanos) {
        if (onlyMessages) {
            LatencySet set = setOf(lastIntendedNanos);
            add(set, Latency.SEND_DELAY, nowNanos - lastIntendedNanos, messages);
            if (acknowledges) {
                add(set, Latency.PUBLISH_RESPONSE, nowNanos - lastIntendedNanos, messages);
            }
        }
    }

    /** A message was given up. */
    public synchronized void failed(long intendedNanos, long sentNanos) {
        if (acknowledges) {
            long now = clock.epochNanos();
            LatencySet set = setOf(intendedNanos);
            if (scheduled) {
                add(set, Latency.PUBLISH_RESPONSE, now - intendedNanos, 1);
            }
            add(set, Latency.PUBLISH_SERVICE, now - sentNanos, 1);
        }
    }

    private LatencySet setOf(long intendedNanos) {
        return window.includes(intendedNanos) ? measured : warmup;
    }

    private static void add(LatencySet set, Latency latency, long nanos, long messages) {
        set.of(latency).lowerBounds().record(Math.max(0, nanos), messages);
    }

    /** Adds what has come since the last call. */
    public synchronized void drainInto(LatencySet ofWarmup, LatencySet ofMeasurement) {
        ofWarmup.add(warmup);
        ofMeasurement.add(measured);
        allMeasured.add(measured);
        warmup.clear();
        measured.clear();
    }

    /** Adds all of the measurement, and changes nothing for the next drain. */
    public synchronized void addAllMeasuredTo(LatencySet target) {
        target.add(allMeasured);
        target.add(measured);
    }
}
