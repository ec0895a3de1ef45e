package dev.weir.feature.connections;

import dev.weir.wire.message.Message;

/**
 * Counts of the connections of one producer, or of all producers, over the whole run.
 *
 * @param asked number that the workload asks for
 * @param made how often a connection was made, including again after a loss
 * @param failed attempts that failed
 * @param lost made connections that ended before the producer was closed, also because the leader of their partition moved
 * @param openAtStart how many were open when the measurement began
 */
public record ConnectionCounts(long asked, long made, long failed, long lost, long openAtStart) {
    static final ConnectionCounts NONE = new ConnectionCounts(0, 0, 0, 0, 0);

    ConnectionCounts plus(ConnectionCounts other) {
        return new ConnectionCounts(
                asked + other.asked,
                made + other.made,
                failed + other.failed,
                lost + other.lost,
                openAtStart + other.openAtStart);
    }

    ConnectionCounts minus(ConnectionCounts other) {
        return plus(new ConnectionCounts(-other.asked, -other.made, -other.failed, -other.lost, -other.openAtStart));
    }

    /** Worker: what happened to the connections of all its producers since its previous message. */
    record ConnectionNotes(ConnectionCounts counts) implements Message.OfFeature {
        ConnectionNotes plus(ConnectionNotes other) {
            return new ConnectionNotes(counts.plus(other.counts));
        }
    }
}
