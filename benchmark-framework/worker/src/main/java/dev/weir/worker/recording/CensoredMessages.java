package dev.weir.worker.recording;

import dev.weir.clock.Clock;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySet;
import dev.weir.measure.LatencySource;
import dev.weir.measure.MeasurementWindow;
import dev.weir.pacing.Pacer;

/**
 * Lower bounds of latencies that have no end, for one producer: of messages that were due but not sent, and of messages
 * that failed. Any thread; a message that succeeds does not touch it.
 *
 * <p>A message that was not sent has no send call and no acknowledgement; a failed one has no acknowledgement. Only the
 * coordinator can decide about end-to-end times, because a failed message may have been delivered.
 */
public final class CensoredMessages implements LatencySource, Pacer.LeftOut {
    private final Clock clock;
    private final MeasurementWindow window;
    private final boolean scheduled;
    private final boolean acknowledges;
    private final LatencySet warmup = new LatencySet();
    private final LatencySet measured = new LatencySet();
    private final LatencySet allMeasured = new LatencySet();

    /** @param acknowledges whether the driver reports acknowledgements; if not, there are no publish latencies */
    public CensoredMessages(Clock clock, MeasurementWindow window, boolean scheduled, boolean acknowledges) {
        this.clock = clock;
        this.window = window;
        this.scheduled = scheduled;
        this.acknowledges = acknowledges;
    }

    @Override
    public long boundaryNanos() {
        return window.startNanos();
    }

    @Override
    public synchronized void leftOut(long messages, long lastIntendedNanos, long nowNanos) {
        LatencySet set = setOf(lastIntendedNanos);
        add(set, Latency.SEND_DELAY, nowNanos - lastIntendedNanos, messages);
        if (acknowledges) {
            add(set, Latency.PUBLISH_RESPONSE, nowNanos - lastIntendedNanos, messages);
        }
    }

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

    @Override
    public synchronized void drainInto(LatencySet ofWarmup, LatencySet ofMeasurement) {
        ofWarmup.add(warmup);
        ofMeasurement.add(measured);
        allMeasured.add(measured);
        warmup.clear();
        measured.clear();
    }

    @Override
    public synchronized void addAllMeasuredTo(LatencySet target) {
        target.add(allMeasured);
        target.add(measured);
    }
}
