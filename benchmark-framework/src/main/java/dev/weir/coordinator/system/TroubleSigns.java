package dev.weir.coordinator.system;

import dev.weir.measure.Counts;
import dev.weir.measure.Latency;
import dev.weir.result.interval.Interval;
import java.util.OptionalDouble;

/**
 * Decides from snapshots whether the system may be in trouble: errors of clients, failed sends, late acknowledgements, or
 * fewer of them or of deliveries than are due. Used by the coordinator's thread.
 */
final class TroubleSigns {
    private static final double SECOND = 1;
    private static final double MIN_SHARE = 0.8;
    private static final double MIN_DUE = 10;
    private static final long LATE_NANOS = 1_000_000_000;
    /** Time without signs after which the trouble is over. */
    private static final long QUIET_NANOS = 5_000_000_000L;

    private double seconds;
    private double due;
    private double answered;
    private long received;
    private boolean wasReceiving;
    private long fromNanos;
    private long sinceNanos;
    private long lastNanos = Long.MIN_VALUE;

    /**
     * Adds a merged snapshot of all workers.
     *
     * @param clientErrors whether clients reported errors in it
     */
    void tick(Interval tick, OptionalDouble target, boolean clientErrors) {
        if (!tick.phase().isLoaded()) {
            return;
        }
        fromNanos = seconds == 0 ? tick.fromNanos() : fromNanos;
        Counts counts = tick.counts();
        seconds += tick.seconds();
        due += target.orElse(0) * tick.seconds();
        answered += counts.sends().acknowledged() + counts.sends().aborted() + tick.reads();
        received += counts.receipts().received();
        boolean late = tick.latencies().has(Latency.PUBLISH_SERVICE)
                && tick.latencies().of(Latency.PUBLISH_SERVICE).values().maxNanos() >= LATE_NANOS;
        if (late || clientErrors || counts.sends().failed() > 0) {
            sign(tick.fromNanos(), tick.toNanos());
        }
        if (seconds >= SECOND) {
            boolean slow = due >= MIN_DUE && answered < MIN_SHARE * due;
            if (slow || (wasReceiving && received == 0)) {
                sign(fromNanos, tick.toNanos());
            }
            wasReceiving = received > 0;
            seconds = 0;
            due = 0;
            answered = 0;
            received = 0;
        }
    }

    private void sign(long beginNanos, long endNanos) {
        sinceNanos = isTrouble(endNanos) ? sinceNanos : beginNanos;
        lastNanos = endNanos;
    }

    /** Returns whether there were signs of trouble shortly before a time. */
    boolean isTrouble(long atNanos) {
        return lastNanos != Long.MIN_VALUE && atNanos - lastNanos < QUIET_NANOS;
    }

    /** Returns since when there is trouble. */
    long sinceNanos() {
        return sinceNanos;
    }
}
