package dev.weir.driver.admin;

/**
 * What a partition's log holds.
 *
 * @param startOffset of its oldest message; moves when retention takes messages away
 * @param endOffset that its next message will get
 */
public record LogRange(long startOffset, long endOffset) {
    public LogRange {
        if (startOffset < 0 || endOffset < startOffset) {
            throw new IllegalArgumentException(
                    "a log must begin at 0 or later and not after its end, got " + startOffset + " to " + endOffset);
        }
    }
}
