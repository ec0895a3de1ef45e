package dev.weir.driver.transaction;

import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.client.ProducerSpec;
import java.util.List;

/**
 * A transactional producer to open.
 *
 * @param clientId unique within the run; for the client's logs and the system's metrics
 * @param transactionalId id by which the system recognizes a successor of the producer
 * @param headers headers of each of its messages, see {@link ProducerSpec}
 */
public record TransactionalSpec(String clientId, String transactionalId, List<MessageHeader> headers) {
    public TransactionalSpec {
        headers = List.copyOf(headers);
    }

    /** Without headers. */
    public TransactionalSpec(String clientId, String transactionalId) {
        this(clientId, transactionalId, List.of());
    }
}
