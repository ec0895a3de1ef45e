package dev.weir.coordinator.figures;

import dev.weir.result.code.Reason;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.interval.Interval;
import dev.weir.result.interval.Phase;
import java.time.Duration;

/**
 * Time since the last message arrived. It counts only snapshots that all workers took in time, so that a process of
 * Weir that stands still is not taken for a system that delivers nothing. Used by the coordinator's thread.
 */
public final class LastArrival {
    /** Longer than a fetch takes, also if the broker first has to read from its slowest storage. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    /** Longer than a share group takes to form after the load begins. */
    private static final Duration SILENCE_BEFORE_SHARE_GROUPS = Duration.ofSeconds(30);

    private final Duration silenceBeforeFirst;
    private long quietNanos;
    private boolean begun;
    private long messages;

    /** Creates a watch. Consumers that share partitions receive nothing until their group has formed. */
    public LastArrival(boolean sharesPartitions) {
        this.silenceBeforeFirst = sharesPartitions ? SILENCE_BEFORE_SHARE_GROUPS : SILENCE;
    }

    public void measurementBegins() {
        begun = true;
    }

    /**
     * Adds a merged snapshot of all workers: whether subscriptions that began later received something, and whether each
     * worker with consumers took its snapshot in time.
     */
    public void note(Interval tick, boolean arrivedLater, boolean inTime) {
        boolean arrived = arrivedLater || tick.counts().receipts().deliveries() > 0;
        if (tick.phase().isMeasured() && arrived) {
            messages += tick.counts().receipts().deliveries();
        }
        if (arrived) {
            quietNanos = 0;
        } else if (inTime && (tick.phase().isMeasured() || tick.phase() == Phase.SETTLE)) {
            quietNanos += tick.toNanos() - tick.fromNanos();
        }
    }

    /** Restarts the time without arrivals, because the load has ended. */
    public void settles() {
        quietNanos = 0;
    }

    public Duration quiet() {
        return Duration.ofNanos(quietNanos);
    }

    /**
     * Returns whether no message has arrived for {@link #SILENCE}, or for longer before the first message; false before
     * the measurement.
     */
    public boolean isLongAgo() {
        Duration silence = messages == 0 ? silenceBeforeFirst : SILENCE;
        return begun && quietNanos > silence.toNanos();
    }

    public Reason allConsumed() {
        return Reason.of(
                ReasonCode.CONSUME_ONLY,
                "%,d messages arrived, and then none for %d s. The rates of the result are those until the last"
                        + " message",
                messages,
                SILENCE.toSeconds());
    }
}
