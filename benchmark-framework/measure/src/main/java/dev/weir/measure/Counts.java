package dev.weir.measure;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/** Messages counted over a stretch of time, by when the event happened. */
public record Counts(
        @JsonUnwrapped Sends sends, @JsonUnwrapped Receipts receipts) {
    private static final double MEBIBYTE = 1 << 20;

    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

    /**
     * Messages of producers.
     *
     * @param sent send calls made
     * @param sentBytes payload of those
     * @param acknowledged of those, acknowledged by the system
     * @param failed of those, given up
     * @param aborted of those, aborted by their producer, so that no consumer may read them: not acknowledged, not failed
     */
    public record Sends(long sent, long sentBytes, long acknowledged, long failed, long aborted) {}

    /**
     * Messages of consumers.
     *
     * @param received first deliveries, of all subscriptions together that begin before the load
     * @param receivedBytes payload of those
     * @param receiveFailed errors of consumers
     * @param foreign received messages that this run did not send
     * @param repeated further deliveries of messages that had been delivered to the same subscription
     */
    public record Receipts(long received, long receivedBytes, long receiveFailed, long foreign, long repeated) {
        public long deliveries() {
            return received + repeated;
        }
    }

    /** Creates counts of messages without payload. */
    public Counts(long sent, long acknowledged, long failed, long received, long receiveFailed, long foreign) {
        this(sent, 0, acknowledged, failed, received, 0, receiveFailed, foreign);
    }

    /** Creates counts without aborted messages. */
    public Counts(
            long sent,
            long sentBytes,
            long acknowledged,
            long failed,
            long received,
            long receivedBytes,
            long receiveFailed,
            long foreign) {
        this(
                new Sends(sent, sentBytes, acknowledged, failed, 0),
                new Receipts(received, receivedBytes, receiveFailed, foreign, 0));
    }

    /**
     * Returns the payload of the acknowledged messages in MiB. They are taken to have the mean size of the sent messages,
     * because clients do not report the size of acknowledged messages.
     */
    public double acknowledgedMebibytes() {
        return sends.sent == 0 ? 0 : sends.acknowledged * ((double) sends.sentBytes / sends.sent) / MEBIBYTE;
    }

    public double receivedMebibytes() {
        return receipts.receivedBytes / MEBIBYTE;
    }

    public Counts plus(Counts other) {
        return add(other, 1);
    }

    /** Returns the counts since an earlier reading of the same counters. */
    public Counts minus(Counts earlier) {
        return add(earlier, -1);
    }

    /** Returns the counts with first deliveries that turned out to be repeated; negative to take some back. */
    public Counts withRepeated(long deliveries) {
        return new Counts(
                sends,
                new Receipts(
                        receipts.received - deliveries,
                        receipts.receivedBytes,
                        receipts.receiveFailed,
                        receipts.foreign,
                        receipts.repeated + deliveries));
    }

    private Counts add(Counts other, int times) {
        return new Counts(
                new Sends(
                        sends.sent + times * other.sends.sent,
                        sends.sentBytes + times * other.sends.sentBytes,
                        sends.acknowledged + times * other.sends.acknowledged,
                        sends.failed + times * other.sends.failed,
                        sends.aborted + times * other.sends.aborted),
                new Receipts(
                        receipts.received + times * other.receipts.received,
                        receipts.receivedBytes + times * other.receipts.receivedBytes,
                        receipts.receiveFailed + times * other.receipts.receiveFailed,
                        receipts.foreign + times * other.receipts.foreign,
                        receipts.repeated + times * other.receipts.repeated));
    }
}
