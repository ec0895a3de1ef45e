package dev.weir.driver.admin;

/**
 * The ends of a partition's log.
 *
 * @param startOffset of its oldest message; moves when retention takes messages away
 * @param endOffset that its next message will get
 * @param localOffset of the oldest message that is on a broker's disk. Older messages are only in a remote store;
 *     without a remote store it is the startOffset
 */
public record LogRange(long startOffset, long endOffset, long localOffset) {
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

    /** Of a log without a remote store. */
    public LogRange(long startOffset, long endOffset) {
        this(startOffset, endOffset, startOffset);
    }
}
