package dev.weir.driver.admin;

/**
 * What a partition's log holds.
 *
 * @param startOffset of its oldest message; moves when retention takes messages away
 * @param endOffset that its next message will get
 * @param localOffset of the oldest message that is on a broker's disk: those before it are in a remote store alone; the
 *     startOffset where there is no remote store
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
