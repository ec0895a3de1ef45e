package dev.weir.workload.load;

import java.util.OptionalLong;

/**
 * How a load goes about its rate.
 *
 * @param arrival how messages are spread over time
 * @param burstPeriodNanos from one burst to the next
 * @param skipsLate whether messages are left out that cannot be sent when they are due
 * @param inFlight in a closed loop, how many messages each producer keeps under way; 0: an open loop
 * @param pacingPrecisionNanos how exactly send times are met; empty: as suits host and client
 * @param recordsPerRequest messages that are due at once, and whose last acknowledgement answers them all; 0: messages are
 *     not taken for requests
 * @param readRatio part of the burst periods of each producer, in [0, 1], in which it reads instead of sending
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

    /** The largest request: beyond what the buffer of a client holds. */
    public static final int MOST_RECORDS = 1_000_000;

    /** Evenly, nothing left out, no loop. */
    public static final LoadShape UNIFORM =
            new LoadShape(Arrival.UNIFORM, BURST_PERIOD_NANOS, false, 0, OptionalLong.empty());

    public LoadShape {
        if (burstPeriodNanos < 1) {
            throw new IllegalArgumentException("burstPeriod must be at least 1 ns, got " + burstPeriodNanos);
        }
        if (inFlight < 0) {
            throw new IllegalArgumentException("inFlight must be at least 0, got " + inFlight);
        }
        if (recordsPerRequest < 0 || recordsPerRequest > MOST_RECORDS) {
            throw new IllegalArgumentException(
                    "recordsPerRequest must be in [0, " + MOST_RECORDS + "], got " + recordsPerRequest);
        }
        if (!(readRatio >= 0 && readRatio <= 1)) {
            throw new IllegalArgumentException("readRatio must be in [0, 1], got " + readRatio);
        }
    }

    /** Of messages that are sent one by one. */
    public LoadShape(
            Arrival arrival,
            long burstPeriodNanos,
            boolean skipsLate,
            int inFlight,
            OptionalLong pacingPrecisionNanos) {
        this(arrival, burstPeriodNanos, skipsLate, inFlight, pacingPrecisionNanos, 0, 0);
    }

    /** Whether answers are timed request by request, beside message by message. */
    public boolean isInRequests() {
        return recordsPerRequest > 0 || readRatio > 0;
    }

    /** Messages that are due at once, at least 1. */
    public int records() {
        return Math.max(1, recordsPerRequest);
    }

    /** Whether producers read, too. */
    public boolean reads() {
        return readRatio > 0;
    }

    /** Whether a producer waits for answers before it sends more. */
    public boolean isClosedLoop() {
        return inFlight > 0;
    }
}
