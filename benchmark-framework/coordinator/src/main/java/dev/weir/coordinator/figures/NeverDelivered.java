package dev.weir.coordinator.figures;

import dev.weir.audit.AuditResult;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;

/** Computes lower bounds of the end-to-end times of messages that were never delivered, for each subscription. */
public final class NeverDelivered {
    private final LatencySet measured;
    private final AuditResult audit;
    private final long subscriptions;
    private final LatencySet bounds = new LatencySet();

    private NeverDelivered(LatencySet measured, AuditResult audit, long subscriptions) {
        this.measured = measured;
        this.audit = audit;
        this.subscriptions = subscriptions;
    }

    /**
     * Returns these lower bounds, for messages that were due in the measurement. {@code measured} has the latencies that
     * workers reported.
     *
     * @param subscriptions number of subscriptions of each topic; 0 if nothing was to be delivered
     * @param waitedNanos see {@code Settlement.Delivery}
     */
    public static LatencySet of(LatencySet measured, AuditResult audit, long subscriptions, long waitedNanos) {
        var never = new NeverDelivered(measured, audit, subscriptions);
        if (subscriptions > 0) {
            never.add(Latency.END_TO_END_RESPONSE, never.unsent(), 0);
            never.addFailed();
            never.addLost(waitedNanos);
        }
        return never.bounds;
    }

    private LatencyHistogram unsent() {
        return measured.of(Latency.SEND_DELAY).lowerBounds();
    }

    /**
     * Adds messages whose send failed but which may have been delivered. Without the audit, it is unknown which of them
     * were. With it, their number is known, but not which ones: without the largest bounds, the sum cannot be too
     * large.
     */
    private void addFailed() {
        if (audit.audited() && measured.has(Latency.PUBLISH_SERVICE)) {
            long delivered = audit.violations().deliveredThoughFailed();
            LatencyHistogram due = measured.of(Latency.PUBLISH_RESPONSE).lowerBounds();
            if (due.count() > 0) {
                add(Latency.END_TO_END_RESPONSE, due.without(unsent()), delivered);
            }
            add(Latency.END_TO_END_SERVICE, measured.of(Latency.PUBLISH_SERVICE).lowerBounds(), delivered);
        }
    }

    private void add(Latency latency, LatencyHistogram ofEach, long delivered) {
        var all = new LatencyHistogram();
        for (int subscription = 0; subscription < subscriptions; subscription++) {
            all.add(ofEach);
        }
        bounds.of(latency).lowerBounds().add(all.withoutLargest(delivered));
    }

    /**
     * Adds lost and expired messages. The audit also counts those of the warm-up, so only as many count as are missing in the
     * measurement.
     */
    private void addLost(long waitedNanos) {
        boolean acknowledges = measured.has(Latency.PUBLISH_SERVICE);
        Latency sent = acknowledges ? Latency.PUBLISH_SERVICE : Latency.SEND_CALL;
        long acknowledged = measured.of(sent).count();
        long again = audit.violations().duplicated()
                + audit.blocks().redelivered()
                + audit.violations().deliveredThoughFailed()
                + audit.violations().abortedDelivered();
        LatencySamples received = measured.of(Latency.END_TO_END_SERVICE);
        long missing = Math.max(0, acknowledged * subscriptions - received.count() + again);
        long gone = audit.violations().lost() + audit.counts().expired();
        if (audit.audited() && audit.complete() && gone > 0) {
            long lost = Math.min(gone, missing);
            bounds.of(Latency.END_TO_END_SERVICE).lowerBounds().record(waitedNanos, lost);
            if (measured.has(Latency.SEND_DELAY)) {
                bounds.of(Latency.END_TO_END_RESPONSE).lowerBounds().record(waitedNanos, lost);
            }
        }
    }
}
