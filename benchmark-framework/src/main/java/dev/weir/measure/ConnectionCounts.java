package dev.weir.measure;

/**
 * Connections of one producer or of all, from first to last.
 *
 * @param asked how many the workload asks for
 * @param made how often one was made, again after a loss included
 * @param failed attempts that failed
 * @param lost made connections that ended before the producer was closed
 * @param openAtStart how many were open when the measurement began
 */
public record ConnectionCounts(long asked, long made, long failed, long lost, long openAtStart) {
    /** Of producers without connections of their own. */
    public static final ConnectionCounts NONE = new ConnectionCounts(0, 0, 0, 0, 0);

    /** Both together. */
    public ConnectionCounts plus(ConnectionCounts other) {
        return new ConnectionCounts(
                asked + other.asked,
                made + other.made,
                failed + other.failed,
                lost + other.lost,
                openAtStart + other.openAtStart);
    }
}
