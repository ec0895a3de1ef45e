package dev.weir.feature.requests;

import dev.weir.plan.LoadPart;

/**
 * Requests of a load.
 *
 * @param recordsPerRequest messages of a request, in [0, {@link #MAX_RECORDS}]: they are due at once, and the last
 *     acknowledgement answers them all; 0: a request is a read only
 * @param readRatio share of the burst periods of each producer, in [0, 1], in which it reads instead of sending
 */
record RequestSpec(int recordsPerRequest, double readRatio) implements LoadPart {
    /** Largest request: more than the buffer of a client holds. */
    static final int MAX_RECORDS = 1_000_000;

    RequestSpec {
        if (recordsPerRequest < 0 || recordsPerRequest > MAX_RECORDS || !(readRatio >= 0 && readRatio <= 1)) {
            throw new IllegalArgumentException("recordsPerRequest must be in [0, " + MAX_RECORDS
                    + "] and readRatio in [0, 1], got " + recordsPerRequest + ", " + readRatio);
        }
    }

    /** Returns the messages for which a request counts. */
    int messages() {
        return Math.max(1, recordsPerRequest);
    }
}
