package dev.weir.host.observation;

import dev.weir.measure.LatencyHistogram;
import dev.weir.measure.LatencySamples;
import java.util.Optional;

/**
 * Which share of the messages each kind of standstill held up for longer than some time, over several processes. A
 * message is due at any moment with the same chance, so it is the share of time from which it was so long to the end of
 * the standstill. Bounded. Not thread-safe.
 */
public final class StandstillShares {
    private final LatencyHistogram hiccups = new LatencyHistogram();
    private final LatencyHistogram gc = new LatencyHistogram();
    private final LatencySamples late = new LatencySamples();
    private long moments;
    private double observedNanos;
    private long worstLateNanos;
    private Optional<TimeRange> worstLateStretch = Optional.empty();

    /** Adds what was observed of one process in such a time. */
    public void add(Observation observation, double seconds) {
        observedNanos += seconds * 1e9;
        observation.gcPauses().forEach(pause -> gc.record(pause.nanos(), 1));
        moments += observation.wakeUps();
        for (Pause hiccup : observation.hiccupsApartFromGc()) {
            // As HdrHistogram corrects for coordinated omission: a thread that had asked each 10 ms would have met it
            // as often.
            hiccups.record(hiccup.nanos(), 1);
            for (long rest = hiccup.nanos() - Observation.HICCUP_INTERVAL_NANOS;
                    rest >= Observation.LEAST_HICCUP_NANOS;
                    rest -= Observation.HICCUP_INTERVAL_NANOS) {
                hiccups.record(rest, 1);
                moments++;
            }
        }
    }

    /**
     * Adds how long senders held messages up themselves.
     *
     * @param observed in which stretch they were sent
     */
    public void addLate(LatencySamples lateSends, TimeRange observed) {
        if (lateSends.count() > 0) {
            late.add(lateSends);
            if (lateSends.maxNanos() > worstLateNanos) {
                worstLateNanos = lateSends.maxNanos();
                worstLateStretch = Optional.of(observed);
            }
        }
    }

    /** In which stretch the message was sent that was held up longest; empty if none was. */
    public Optional<TimeRange> worstLateStretch() {
        return worstLateStretch;
    }

    /**
     * Share of the messages that were due during a hiccup and then waited longer. Without hiccups that garbage collection
     * accounts for; those below 1 ms are not known.
     */
    public double hiccupShare(long nanos) {
        long least = Math.max(nanos, Observation.LEAST_HICCUP_NANOS - 1);
        return moments == 0 ? 0 : (double) hiccups.countAbove(least) / moments;
    }

    /** The same for pauses of garbage collectors. */
    public double gcShare(long nanos) {
        return observedNanos == 0 ? 0 : gc.excessNanos(nanos) / observedNanos;
    }

    /** Messages that their sender held up for longer. */
    public long lateCount(long nanos) {
        return late.values().countAbove(nanos);
    }

    /** How senders held messages up, those that were late only. */
    public LatencySamples late() {
        return late;
    }
}
