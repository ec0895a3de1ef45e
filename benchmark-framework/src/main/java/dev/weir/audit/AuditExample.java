package dev.weir.audit;

/**
 * One message that was not delivered as it should.
 *
 * @param kind the key of a {@link Kind}
 * @param producer its number in the run
 * @param sequence the message's number within that producer
 * @param subscription the number of the subscription of its topic
 */
public record AuditExample(String kind, int producer, long sequence, int subscription) {
    /** So many of each kind are kept. */
    static final int MOST = 10;

    /** What may go wrong with a message. */
    enum Kind {
        LOST("lost"),
        DUPLICATED("duplicated"),
        REORDERED("reordered"),
        DELIVERED_THOUGH_FAILED("deliveredThoughFailed"),
        ABORTED_DELIVERED("abortedDelivered");

        private final String key;

        Kind(String key) {
            this.key = key;
        }

        String key() {
            return key;
        }
    }
}
