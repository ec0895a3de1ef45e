package dev.weir.driver.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hears of each message that a {@link Consumer} receives, on that consumer's one thread. Implementations do not throw, and
 * block only where a workload's consumers are to be slow.
 */
public interface ReceiveListener {

    /**
     * A poll has returned messages. Called directly after it, before anything is done with them: this is where the time
     * of receipt is read, once for them all.
     *
     * @param count how many calls of {@link #received} follow, at least 1
     */
    void batch(int count);

    /**
     * One message of the batch.
     *
     * @param partition where it was stored; -1 if the driver does not know it
     * @param offset its offset there; -1 if the driver does not know it
     * @param value the payload; the driver's, and only valid during the call
     * @param header the header it was sent with; null if it had none
     */
    void received(int partition, long offset, byte[] value, byte @Nullable [] header);

    /**
     * The same with its key, for those who want it: what a driver calls that has it.
     *
     * @param key valid as long as {@code value}; null if it has none, or the driver does not keep it
     */
    default void received(int partition, long offset, byte @Nullable [] key, byte[] value, byte @Nullable [] header) {
        received(partition, offset, value, header);
    }

    /**
     * The consumer's group has given it partitions of its topic, beside those that it has. Called before their first message.
     *
     * @param partitions may be none
     */
    default void assigned(List<Integer> partitions) {}

    /** Partitions are no longer the consumer's: it gave them up, or its group took them away. */
    default void revoked(List<Integer> partitions) {}

    /**
     * Receiving failed.
     *
     * @param fatal true if the consumer has given up and will receive nothing more; false if it goes on
     */
    void failed(Throwable cause, boolean fatal);
}
