package dev.weir.coordinator.figures;

import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import java.time.Duration;

/**
 * How long no message has arrived. Counted in snapshots that all workers took in time: neither a worker that stands still nor
 * a coordinator that does is taken for a system that delivers nothing. Used by the coordinator's thread.
 */
public final class LastArrival {
    /** Longer than a fetch takes, also of what a broker first has to read from its slowest storage. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    /** Longer than a share group takes to form, which it does when the load begins. */
    private static final Duration SILENCE_BEFORE_SHARE_GROUPS = Duration.ofSeconds(30);

    private final Duration silenceBeforeFirst;
    private long begunNanos;
    private long quietNanos;
    private long lastNanos = Long.MAX_VALUE;
    private long messages;

    /** @param shareGroups whether there are some, which are given no messages before they have formed */
    public LastArrival(boolean shareGroups) {
        this.silenceBeforeFirst = shareGroups ? SILENCE_BEFORE_SHARE_GROUPS : SILENCE;
    }

    public void measurementBegins(long nanos) {
        begunNanos = nanos;
        lastNanos = nanos;
    }

    /**
     * All workers have reported a stretch.
     *
     * @param arrivedLater whether subscriptions that began later received something
     * @param inTime whether each worker with consumers took its snapshot when it was due
     */
    public void note(Interval tick, boolean arrivedLater, boolean inTime) {
        boolean arrived = arrivedLater || tick.counts().receipts().received() > 0;
        if (tick.phase().isMeasured() && arrived) {
            lastNanos = tick.toNanos();
            messages += tick.counts().receipts().received();
        }
        if (arrived) {
            quietNanos = 0;
        } else if (inTime && (tick.phase().isMeasured() || tick.phase() == Phase.SETTLE)) {
            quietNanos += tick.toNanos() - tick.fromNanos();
        }
    }

    /** The load has ended: from now on it counts for how long nothing arrives. */
    public void settles() {
        quietNanos = 0;
    }

    /** For how long nothing has arrived. */
    public Duration quiet() {
        return Duration.ofNanos(quietNanos);
    }

    /** Whether nothing has come for {@link #SILENCE}, or longer before the first message; not before the measurement. */
    public boolean isLongAgo() {
        Duration silence = messages == 0 ? silenceBeforeFirst : SILENCE;
        return lastNanos != Long.MAX_VALUE && quietNanos > silence.toNanos();
    }

    /** How long they went on, to the end of the snapshot that has the last one. */
    private double seconds() {
        return (lastNanos - begunNanos) / 1e9;
    }

    /** What there was to consume, when nothing more comes. */
    public Reason allConsumed() {
        return Reason.of(
                ReasonCode.ALL_CONSUMED,
                "%,d messages arrived in the first %.1f s of the measurement, %,.0f per second, and then none "
                        + "for %d s. The rates of the result cover the whole measurement",
                messages,
                seconds(),
                messages / Math.max(1e-9, seconds()),
                SILENCE.toSeconds());
    }
}
