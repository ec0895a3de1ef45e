package dev.weir.driver.client;

/**
 * A transactional producer to open.
 *
 * @param clientId unique within the run; for the client's logs and the system's metrics
 * @param transactionalId by which the system knows who goes on with what
 */
public record TransactionalSpec(String clientId, String transactionalId) {}
