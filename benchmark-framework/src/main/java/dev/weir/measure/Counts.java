package dev.weir.measure;

/**
 * Messages counted over a stretch of time, by when the event happened.
 *
 * @param sent send calls made
 * @param sentBytes payload of those
 * @param acknowledged of those, acknowledged by the system
 * @param failed of those, given up
 * @param received received by consumers, of all subscriptions together that begin before the load
 * @param receivedBytes payload of those
 * @param receiveFailed errors of consumers
 * @param foreign received messages that this run did not send
 * @param aborted of those sent, messages of transactions that were aborted: neither acknowledged nor failed
 */
public record Counts(
        long sent,
        long sentBytes,
        long acknowledged,
        long failed,
        long received,
        long receivedBytes,
        long receiveFailed,
        long foreign,
        long aborted) {

    private static final double MEBIBYTE = 1 << 20;

    /** Nothing happened. */
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

    /** Of messages without payload. */
    public Counts(long sent, long acknowledged, long failed, long received, long receiveFailed, long foreign) {
        this(sent, 0, acknowledged, failed, received, 0, receiveFailed, foreign);
    }

    /** Without transactions. */
    public Counts(
            long sent,
            long sentBytes,
            long acknowledged,
            long failed,
            long received,
            long receivedBytes,
            long receiveFailed,
            long foreign) {
        this(sent, sentBytes, acknowledged, failed, received, receivedBytes, receiveFailed, foreign, 0);
    }

    /**
     * Payload of the acknowledged messages. They are taken to have the mean size of the sent messages, because clients
     * do not report the size of acknowledged messages.
     */
    public double acknowledgedMebibytes() {
        return sent == 0 ? 0 : acknowledged * ((double) sentBytes / sent) / MEBIBYTE;
    }

    /** Payload of the received messages. */
    public double receivedMebibytes() {
        return receivedBytes / MEBIBYTE;
    }

    /** Both together. */
    public Counts plus(Counts other) {
        return new Counts(
                sent + other.sent,
                sentBytes + other.sentBytes,
                acknowledged + other.acknowledged,
                failed + other.failed,
                received + other.received,
                receivedBytes + other.receivedBytes,
                receiveFailed + other.receiveFailed,
                foreign + other.foreign,
                aborted + other.aborted);
    }

    /** What has been added since an earlier reading of the same counters. */
    public Counts minus(Counts earlier) {
        return new Counts(
                sent - earlier.sent,
                sentBytes - earlier.sentBytes,
                acknowledged - earlier.acknowledged,
                failed - earlier.failed,
                received - earlier.received,
                receivedBytes - earlier.receivedBytes,
                receiveFailed - earlier.receiveFailed,
                foreign - earlier.foreign,
                aborted - earlier.aborted);
    }
}
