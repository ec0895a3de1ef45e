package dev.weir.driver.admin;

/**
 * The drives on which a system keeps its logs, all nodes together.
 *
 * @param totalBytes that they hold
 * @param usableBytes that are free
 */
public record Storage(long totalBytes, long usableBytes) {
    public Storage {
        if (usableBytes < 0 || totalBytes < usableBytes) {
            throw new IllegalArgumentException(
                    "usableBytes must be in [0, totalBytes], got " + usableBytes + " of " + totalBytes);
        }
    }
}
