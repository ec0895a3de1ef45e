package dev.weir.audit;

/**
 * A message that was not delivered as it should be.
 *
 * @param kind key of a {@link Kind}
 * @param producer its number in the run
 * @param sequence the message's number within that producer
 * @param subscription number of the subscription of its topic
 */
public record AuditExample(String kind, int producer, long sequence, int subscription) {
    /** Largest number of examples that are kept of each kind. */
    static final int MAX_OF_KIND = 10;

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
