package dev.weir.driver.admin;

import java.util.OptionalInt;

/**
 * Bounds of a partition's log.
 *
 * @param startOffset offset of its oldest message; grows when retention deletes messages
 * @param endOffset offset of its next message
 * @param localOffset offset of the oldest message on a broker's disk. Older messages are only in a remote store;
 *     without a remote store it is the startOffset
 * @param leaderEpoch number of the leader that appended the end, which grows with each change of the leader; empty if the
 *     system does not report it
 */
public record LogRange(long startOffset, long endOffset, long localOffset, OptionalInt leaderEpoch) {
    public LogRange {
        if (startOffset < 0 || endOffset < startOffset) {
            throw new IllegalArgumentException(
                    "a log must begin at 0 or later and not after its end, got " + startOffset + " to " + endOffset);
        }
        if (localOffset < startOffset || localOffset > endOffset) {
            throw new IllegalArgumentException(
                    "localOffset must be in [" + startOffset + ", " + endOffset + "], got " + localOffset);
        }
    }

    /** Creates the bounds of a log without a remote store and without a known leader. */
    public LogRange(long startOffset, long endOffset) {
        this(startOffset, endOffset, startOffset, OptionalInt.empty());
    }

    /**
     * Returns whether it must be another log than the one of an earlier reading: its topic was deleted and created
     * again. A log loses its end only with a change of its leader, and never its begin or the number of a leader.
     *
     * @param reached offset after the last message that was known of the earlier log at that reading
     */
    public boolean isOfAnotherLogThan(LogRange earlier, long reached) {
        if (startOffset < earlier.startOffset) {
            return true;
        }
        if (leaderEpoch.isEmpty() || earlier.leaderEpoch.isEmpty()) {
            return false;
        }
        int change = leaderEpoch.getAsInt() - earlier.leaderEpoch.getAsInt();
        return change < 0 || (change == 0 && endOffset < Math.max(earlier.endOffset, reached));
    }
}
