package dev.weir.audit;

/**
 * One message that was not delivered as it should.
 *
 * @param kind {@code lost} or {@code deliveredThoughFailed}
 * @param producer its number in the run
 * @param sequence the message's number within that producer
 * @param subscription the number of the subscription of its topic
 */
public record AuditExample(String kind, int producer, long sequence, int subscription) {}
