package dev.weir.workload.load;

import java.util.OptionalLong;

/**
 * How producers follow the rate of a load.
 *
 * @param arrival distribution of messages over time
 * @param burstPeriodNanos time from one burst to the next
 * @param skipsLate whether messages that cannot be sent when they are due are skipped
 * @param inFlight in a closed loop, how many messages each producer keeps in flight; 0: an open loop
 * @param pacingPrecisionNanos precision of send times; empty: by host and client
 * @param recordsPerRequest messages of a request: they are due at once, and the last acknowledgement answers them all;
 *     0: no requests
 * @param readRatio share of the burst periods of each producer, in [0, 1], in which it reads instead of sending
 */
public record LoadShape(
        Arrival arrival,
        long burstPeriodNanos,
        boolean skipsLate,
        int inFlight,
        OptionalLong pacingPrecisionNanos,
        int recordsPerRequest,
        double readRatio) {
    public static final long BURST_PERIOD_NANOS = 1_000_000_000;

    /** Largest request: more than the buffer of a client holds. */
    public static final int MAX_RECORDS = 1_000_000;

    /** An open loop with even distribution that skips nothing. */
    public static final LoadShape UNIFORM =
            new LoadShape(Arrival.UNIFORM, BURST_PERIOD_NANOS, false, 0, OptionalLong.empty());

    public LoadShape {
        if (burstPeriodNanos < 1) {
            throw new IllegalArgumentException("burstPeriod must be at least 1 ns, got " + burstPeriodNanos);
        }
        if (inFlight < 0) {
            throw new IllegalArgumentException("inFlight must be at least 0, got " + inFlight);
        }
        if (recordsPerRequest < 0 || recordsPerRequest > MAX_RECORDS) {
            throw new IllegalArgumentException(
                    "recordsPerRequest must be in [0, " + MAX_RECORDS + "], got " + recordsPerRequest);
        }
        if (!(readRatio >= 0 && readRatio <= 1)) {
            throw new IllegalArgumentException("readRatio must be in [0, 1], got " + readRatio);
        }
    }

    /** Creates the shape of a load without requests. */
    public LoadShape(
            Arrival arrival,
            long burstPeriodNanos,
            boolean skipsLate,
            int inFlight,
            OptionalLong pacingPrecisionNanos) {
        this(arrival, burstPeriodNanos, skipsLate, inFlight, pacingPrecisionNanos, 0, 0);
    }

    /** Returns whether the latencies of requests are measured, in addition to those of messages. */
    public boolean isInRequests() {
        return recordsPerRequest > 0 || readRatio > 0;
    }

    /** Returns how many messages are due at once, at least 1. */
    public int records() {
        return Math.max(1, recordsPerRequest);
    }

    /** Returns whether producers also read. */
    public boolean reads() {
        return readRatio > 0;
    }

    /** Returns whether a producer waits for answers before it sends more. */
    public boolean isClosedLoop() {
        return inFlight > 0;
    }
}
