package dev.weir.host.observation;

import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import java.util.Optional;

/**
 * Share of the messages that each kind of standstill delayed by more than a time, over several processes. A message is
 * equally likely to be due at any time, so it is the share of time from which the standstill lasted that much longer.
 * Its size is limited. Not thread-safe.
 */
public final class StandstillShares {
    private final LatencyHistogram hiccups = new LatencyHistogram();
    private final LatencyHistogram gc = new LatencyHistogram();
    private final LatencySamples late = new LatencySamples();
    private long moments;
    private double observedNanos;
    private long worstLateNanos;
    private Optional<TimeRange> worstLateStretch = Optional.empty();

    public void add(Observation observation, double seconds) {
        observedNanos += seconds * 1e9;
        observation.gcPauses().forEach(pause -> gc.record(pause.nanos(), 1));
        moments += observation.wakeUps();
        for (Pause hiccup : observation.hiccupsApartFromGc()) {
            // As HdrHistogram corrects for coordinated omission: a thread that acts each 10 ms would have met it as
            // often.
            hiccups.record(hiccup.nanos(), 1);
            for (long rest = hiccup.nanos() - Observation.HICCUP_INTERVAL_NANOS;
                    rest >= Observation.MIN_HICCUP_NANOS;
                    rest -= Observation.HICCUP_INTERVAL_NANOS) {
                hiccups.record(rest, 1);
                moments++;
            }
        }
    }

    /** Adds delays that senders caused themselves, and when their messages were sent. */
    public void addLate(LatencySamples lateSends, TimeRange observed) {
        if (lateSends.count() > 0) {
            late.add(lateSends);
            if (lateSends.maxNanos() > worstLateNanos) {
                worstLateNanos = lateSends.maxNanos();
                worstLateStretch = Optional.of(observed);
            }
        }
    }

    /** Returns when the message with the longest delay was sent; empty if there was none. */
    public Optional<TimeRange> worstLateStretch() {
        return worstLateStretch;
    }

    /**
     * Returns the share of the messages that were due during a hiccup and then waited longer. Hiccups that garbage
     * collection explains are excluded; those below 1 ms are unknown.
     */
    public double hiccupShare(long nanos) {
        long least = Math.max(nanos, Observation.MIN_HICCUP_NANOS - 1);
        return moments == 0 ? 0 : (double) hiccups.countAbove(least) / moments;
    }

    /** Returns the share of the messages that were due during a garbage collection pause and then waited longer. */
    public double gcShare(long nanos) {
        return observedNanos == 0 ? 0 : gc.excessNanos(nanos) / observedNanos;
    }

    /** Returns the number of messages that their sender delayed by more than a time. */
    public long lateCount(long nanos) {
        return late.values().countAbove(nanos);
    }

    /** Returns the delays that senders caused, for late messages only. */
    public LatencySamples late() {
        return late;
    }
}
