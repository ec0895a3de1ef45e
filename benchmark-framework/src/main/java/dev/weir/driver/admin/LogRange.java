package dev.weir.driver.admin;

/**
 * Bounds of a partition's log.
 *
 * @param startOffset offset of its oldest message; grows when retention deletes messages
 * @param endOffset offset of its next message
 * @param localOffset offset of the oldest message on a broker's disk. Older messages are only in a remote store;
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

    /** Creates the bounds of a log without a remote store. */
    public LogRange(long startOffset, long endOffset) {
        this(startOffset, endOffset, startOffset);
    }
}
