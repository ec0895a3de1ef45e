package dev.weir.driver.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Receives each message of a {@link Consumer}, on that consumer's thread. Implementations do not throw, and block only
 * if a workload's consumers have a processing time.
 */
public interface ReceiveListener {

    /**
     * Called directly after a poll has returned messages, before they are handled: here, the time of receipt is read
     * once for all of them.
     *
     * @param count number of calls of {@link #received} that follow, at least 1; fewer if messages turn out to be damaged,
     *     which {@link #failed} reports
     */
    void batch(int count);

    /**
     * Called for each message of the batch.
     *
     * @param partition partition where it was stored; -1 if the driver does not know it
     * @param offset its offset there; -1 if the driver does not know it
     * @param value the payload; the driver's, and only valid during the call
     * @param header header with which it was sent; null if it had none
     */
    void received(int partition, long offset, byte[] value, byte @Nullable [] header);

    /**
     * Called for each message of the batch by drivers that have its key.
     *
     * @param key valid as long as {@code value}; null if it has none, or the driver does not keep it
     */
    default void received(int partition, long offset, byte @Nullable [] key, byte[] value, byte @Nullable [] header) {
        received(partition, offset, value, header);
    }

    /**
     * Called when the consumer's group has assigned it further partitions of its topic, before their first message.
     *
     * @param partitions may be empty
     */
    default void assigned(List<Integer> partitions) {}

    /**
     * Called when the consumer was assigned partitions for which its group has committed no offset, or when its offset in
     * a partition did not exist any more: the client's settings decide where it goes on.
     *
     * @param partitions number of these partitions
     */
    default void positionsReset(int partitions) {}

    /** Called when partitions are no longer the consumer's: it gave them up, or its group revoked them. */
    default void revoked(List<Integer> partitions) {}

    /**
     * Called when receiving failed.
     *
     * @param fatal true if the consumer has given up and receives nothing more; false if it continues
     */
    void failed(Throwable cause, boolean fatal);
}
