package dev.weir.measure;

/**
 * Messages counted over a stretch of time, by when the event happened.
 *
 * @param sent send calls made
 * @param acknowledged of those, acknowledged by the system
 * @param failed of those, given up
 * @param received received by consumers, of all subscriptions together
 * @param receiveFailed errors of consumers
 * @param foreign received messages that this run did not send
 */
public record Counts(long sent, long acknowledged, long failed, long received, long receiveFailed, long foreign) {

    /** Nothing happened. */
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

    /** Both together. */
    public Counts plus(Counts other) {
        return new Counts(
                sent + other.sent,
                acknowledged + other.acknowledged,
                failed + other.failed,
                received + other.received,
                receiveFailed + other.receiveFailed,
                foreign + other.foreign);
    }

    /** What has been added since an earlier reading of the same counters. */
    public Counts minus(Counts earlier) {
        return new Counts(
                sent - earlier.sent,
                acknowledged - earlier.acknowledged,
                failed - earlier.failed,
                received - earlier.received,
                receiveFailed - earlier.receiveFailed,
                foreign - earlier.foreign);
    }
}
