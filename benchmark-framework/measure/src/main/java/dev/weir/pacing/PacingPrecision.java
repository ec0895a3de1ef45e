package dev.weir.pacing;

import dev.weir.clock.ClockProbe.ParkFigures;
import java.time.Duration;

/**
 * How exactly senders meet send times. More precision costs CPU time: a thread that parks wakes up some 70 us late and
 * uses some 20 us of CPU time.
 *
 * @param precisionNanos a thread wakes up at most once in so long: messages that become due in between are sent
 *     together, at most so late, plus what the host's scheduler adds
 * @param earlyNanos a thread parks until so long before the moment it waits for, and spins for the rest. By default as
 *     long as a wake-up nearly always takes: then there is next to nothing left to spin for
 */
public record PacingPrecision(long precisionNanos, long earlyNanos) {
    /** What waiting may cost by default: part of all cores of the host, for all senders together. */
    private static final double CPU_SHARE = 0.04;

    /**
     * A client that waits for more messages, {@code linger.ms}, sends batches of what came in that time. Messages that
     * come together within a small part of it are in the same batches as if they had come one by one.
     */
    private static final int PART_OF_LINGER = 4;

    /** For a client that does not wait: the finest that parking gives, or nearly so, or batches would be our making. */
    private static final long WITHOUT_LINGER_NANOS = 100_000;

    public PacingPrecision {
        if (precisionNanos < 0 || earlyNanos < 0) {
            throw new IllegalArgumentException(
                    "a pacing precision must not be negative, got " + precisionNanos + " and " + earlyNanos);
        }
    }

    /**
     * Returns the precision that a user asks for. If it is finer than parking allows, senders spin, which takes a core
     * for each busy sender.
     */
    public static PacingPrecision of(Duration precision, ParkFigures park) {
        long nanos = precision.toNanos();
        return new PacingPrecision(nanos, nanos > park.lateP50Nanos() ? park.lateP10Nanos() : park.lateP99Nanos());
    }

    /**
     * Returns the finest precision that costs at most {@value #CPU_SHARE} of the host's cores, but never coarser than a
     * quarter of the client's linger, so that it does not change what the client sends.
     *
     * @param senders threads that wait, on this worker
     * @param linger how long the client waits for more messages before it sends
     */
    public static PacingPrecision chosen(ParkFigures park, int cores, int senders, Duration linger) {
        long affordable = (long) (park.cpuNanos() * senders / (CPU_SHARE * cores));
        long coarsest = Math.max(WITHOUT_LINGER_NANOS, linger.toNanos() / PART_OF_LINGER);
        long precision = Math.max(park.lateP50Nanos(), Math.min(affordable, coarsest));
        // Without a spare core, a spinning thread would delay the thread for which it waits.
        return new PacingPrecision(precision, senders < cores ? park.lateP10Nanos() : 0);
    }
}
