package dev.weir.driver.client;

/**
 * A transactional producer to open.
 *
 * @param clientId unique within the run; for the client's logs and the system's metrics
 * @param transactionalId id by which the system recognizes a successor of the producer
 */
public record TransactionalSpec(String clientId, String transactionalId) {}
